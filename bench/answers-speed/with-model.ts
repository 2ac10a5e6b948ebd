import { setTimeout as delay } from 'node:timers/promises';
import { answerIdOf } from '@plumbline/contracts/answers/conversation';
import { openSqliteState } from '@plumbline/storage/database';
import { createSqlAnswerStream } from '../../activities/conversations/sql-answer-stream.ts';
import { type Figure, median, percentile, seconds, timed } from '../figure.ts';
import { modelVariables } from '../load/model-latencies.ts';
import { type AnswerWorld, scopeOf, withAnswerWorld } from './answer-world.ts';
import { type AnsweredRequest, PACE, startStreamingEndpoint, type StreamingEndpoint } from './streaming-endpoint.ts';

interface MeasuredAnswer {
  readonly wallMs: number;
  readonly criticalMs: number;
  readonly chain: readonly string[];
  /** From the main model's first token to the first text in the answer's stream. */
  readonly firstTextMs: number;
}

/** Full mode with a model of a fixed pace, beside what the model alone takes. */
export async function measureWithModel(runs: number, signal: AbortSignal): Promise<Figure[]> {
  const endpoint = await startStreamingEndpoint();
  try {
    return await withAnswerWorld(modelVariables(endpoint), async (world) => {
      const found: MeasuredAnswer[] = [];
      // The first one indexes the folder and warms everything up.
      for (let run = 0; run <= runs; run += 1) {
        signal.throwIfAborted();
        found.push(await measureAnswer(world, endpoint, `How long does the harbour lamp of year ${run} burn?`, signal));
      }
      return [...toFigures(found.slice(1)), ...(await measureCachedCalls(world, endpoint, signal))];
    });
  } finally {
    await endpoint.close();
  }
}

async function measureAnswer(
  world: AnswerWorld,
  endpoint: StreamingEndpoint,
  message: string,
  signal: AbortSignal,
): Promise<MeasuredAnswer> {
  const before = endpoint.log.length;
  const scope = scopeOf({ corpusDirectories: [world.cli.documents] });
  const session = Promise.withResolvers<string>();
  const textAt = session.promise.then((id) => firstTextAt(world.cli.home, answerIdOf(id, 1), signal));
  const { ms } = await timed(() => world.ask({ message, scope, streams: true, onSession: session.resolve, signal }));
  const log = endpoint.log.slice(before);
  const main = log.find(({ role }) => role === 'main');
  if (main === undefined) throw new Error(`the main model was not asked; of the small one: ${log.length}`);
  const chain = longestChain(log);
  return {
    wallMs: ms,
    criticalMs: chain.reduce((sum, { latencyMs }) => sum + latencyMs, 0),
    chain: chain.map(({ step }) => step),
    firstTextMs: (await textAt) - main.firstTokenAt,
  };
}

/** Reads the stream as a server of events does. @returns milliseconds of `performance.now` */
async function firstTextAt(home: string, answerId: string, signal: AbortSignal): Promise<number> {
  const database = openSqliteState(home);
  try {
    const stream = createSqlAnswerStream(database, () => new Date());
    for (;;) {
      signal.throwIfAborted();
      const events = await stream.read(answerId, 0);
      if (events.some(({ event }) => event.kind === 'text')) return performance.now();
      if (events.some(({ event }) => event.kind === 'end')) throw new Error(`${answerId} has no text in its stream`);
      await delay(5);
    }
  } finally {
    await database.close();
  }
}

/** Requests of which each arrived after the one before was answered, with the longest latencies together. */
export function longestChain(log: readonly AnsweredRequest[]): readonly AnsweredRequest[] {
  const sumOf = (chain: readonly AnsweredRequest[]): number => chain.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
  const longest = (chains: readonly (readonly AnsweredRequest[])[]) =>
    chains.reduce<readonly AnsweredRequest[]>((best, chain) => (sumOf(chain) > sumOf(best) ? chain : best), []);
  const chains: (readonly AnsweredRequest[])[] = [];
  for (const request of log.toSorted((a, b) => a.arrivedAt - b.arrivedAt)) {
    const before = chains.filter((chain) => (chain.at(-1)?.answeredAt ?? 0) <= request.arrivedAt);
    chains.push([...longest(before), request]);
  }
  return longest(chains);
}

function toFigures(measured: readonly MeasuredAnswer[]): Figure[] {
  const of = (value: (answer: MeasuredAnswer) => number): number => median(measured.map(value));
  const firstText = measured.map(({ firstTextMs }) => firstTextMs);
  return [
    {
      name: `full mode with a model (small ${PACE.small}, main ${PACE.main} ms): time / critical path`,
      value: `${of(({ wallMs, criticalMs }) => wallMs / criticalMs).toFixed(2)} (${seconds(of(({ wallMs }) => wallMs))}, ${measured.length} runs)`,
      baseline: `${seconds(of(({ criticalMs }) => criticalMs))}: ${measured[0]?.chain.join(', ')}`,
      aim: '≤ 1.15',
    },
    {
      name: `first text in the stream after the main model's first token, p50 / p95`,
      value: `${seconds(median(firstText))} / ${seconds(percentile(firstText, 0.95))}`,
      baseline: `${seconds(PACE.firstToken)} from the request to that token`,
      aim: '≤ 0.3 s',
    },
  ];
}

/** Requests to the model that the caches save: of the same message in a new session, and of the same in another mode. */
async function measureCachedCalls(
  world: AnswerWorld,
  endpoint: StreamingEndpoint,
  signal: AbortSignal,
): Promise<Figure[]> {
  const scope = scopeOf({ corpusDirectories: [world.cli.documents] });
  const stepsOf = async (message: string, mode: 'quick' | 'deep'): Promise<string[]> => {
    const before = endpoint.log.length;
    await world.ask({ message, mode, scope, signal });
    return endpoint.log.slice(before).map(({ step }) => step);
  };
  const message = 'When is the wick of the harbour lamp replaced?';
  const first = await stepsOf(message, 'quick');
  const again = await stepsOf(message, 'quick');
  const planned = await stepsOf(message, 'deep');
  const unplanned = await stepsOf('When does the keeper fill the harbour lamp?', 'deep');
  return [
    figure('answer-cache hit', again, first, '0'),
    figure('plan-cache hit, mode deep', planned, unplanned, 'without those of the plan'),
  ];
}

function figure(name: string, found: readonly string[], without: readonly string[], aim: string): Figure {
  return {
    name: `${name}: requests to the model`,
    value: list(found),
    baseline: `${list(without)} without a hit`,
    aim,
  };
}

const list = (steps: readonly string[]): string => (steps.length === 0 ? '0' : `${steps.length} (${steps.join(', ')})`);

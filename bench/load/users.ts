import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jsonRequest } from '../../test/support/builders/api-world.ts';
import { type CliWorld, createCliWorld } from '../../test/support/processes/cli.ts';
import { type ServedApi, serveApi } from '../../test/support/processes/served-api.ts';
import { type Figure, seconds, spread, timed } from '../figure.ts';
import { LATENCIES, modelVariables } from './model-latencies.ts';
import { startPacedEndpoint } from './paced-endpoint.ts';

const DOCUMENTS = fileURLToPath(new URL('../../node_modules/undici/docs', import.meta.url));
const MESSAGES = 60;
const RUNS = 20;
/** Of the other user: alone, and beside the many. */
const ALONE = 5;
const BESIDE = 8;
const PAUSE_MS = 1_000;
const AIM = '≤ 3 s';
const TOKENS = { anna: 'token-of-anna-0123456789', bert: 'token-of-bert-0123456789' } as const;
type User = keyof typeof TOKENS;
const TOPICS = ['connect timeout', 'keep-alive', 'retry', 'headers timeout', 'proxy', 'pool', 'cache', 'interceptor'];

/** How long one user waits for an answer while another one has asked much, with `serve`, a worker and the embedded server. */
export async function measureUsers(): Promise<Figure[]> {
  const endpoint = await startPacedEndpoint(LATENCIES);
  try {
    return [
      ...(await measureIn('without a model', {})),
      ...(await measureIn('with a model', modelVariables(endpoint))),
    ];
  } finally {
    await endpoint.close();
  }
}

async function measureIn(name: string, variables: Readonly<Record<string, string>>): Promise<Figure[]> {
  const world = await createCliWorld({});
  const gone = new AbortController();
  try {
    const api = await startApi(world, variables);
    let turn = 0;
    /** A question that no cache knows. */
    const ask = (user: User, signal?: AbortSignal): Promise<unknown> => {
      turn++;
      const message = `What is the ${TOPICS[turn % TOPICS.length]} of a client, in case ${1_000 + turn}?`;
      return post(api, user, '/api/query', { message }, signal);
    };
    const askOften = async (count: number): Promise<readonly number[]> => {
      const times: number[] = [];
      for (let time = 0; time < count; time++) {
        times.push((await timed(() => ask('anna'))).ms);
        await delay(PAUSE_MS);
      }
      process.stderr.write(`  ${name}: ${times.map(seconds).join(', ')}\n`);
      return times;
    };
    await Promise.all([ask('anna'), ask('bert')]);
    const alone = await askOften(ALONE);
    const messages = Array.from({ length: MESSAGES }, () => ask('bert', gone.signal));
    const besideMessages = await askOften(BESIDE);
    gone.abort();
    const answered = (await Promise.allSettled(messages)).filter(({ status }) => status === 'fulfilled').length;
    const again = await askOften(ALONE);
    const start = (run: number) => {
      const question = `How does the ${TOPICS[run % TOPICS.length]} work, in case ${run}?`;
      return post(api, 'bert', '/api/runs', { question });
    };
    await Promise.all(Array.from({ length: RUNS }, (_, run) => start(1_001 + run)));
    const besideRuns = await askOften(BESIDE);
    return [
      toFigure(`${MESSAGES} messages (${answered} answered meanwhile)`, name, besideMessages, alone),
      toFigure(`${RUNS} runs`, name, besideRuns, again),
    ];
  } finally {
    gone.abort();
    await world.close();
  }
}

async function startApi(world: CliWorld, variables: Readonly<Record<string, string>>): Promise<ServedApi> {
  const tokens = join(dirname(world.documents), 'tokens');
  await writeFile(
    tokens,
    Object.entries(TOKENS)
      .map((line) => line.join(' '))
      .join('\n'),
  );
  const { run, start } = world.with(variables);
  const { code, stderr } = await run('up');
  if (code !== 0) throw new Error(`the server does not start:\n${stderr}`);
  return serveApi({ start, documents: DOCUMENTS }, { options: ['--token-file', tokens, '--rate-limit', '100000'] });
}

async function post(api: ServedApi, user: User, path: string, body: object, signal?: AbortSignal): Promise<void> {
  const request = jsonRequest(body, { authorization: `Bearer ${TOKENS[user]}` });
  const response = await fetch(`${api.address}${path}`, { ...request, ...(signal !== undefined && { signal }) });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

function toFigure(many: string, name: string, beside: readonly number[], alone: readonly number[]): Figure {
  return {
    name: `an answer beside ${many} of another user, ${name}`,
    value: spread(beside),
    baseline: `alone ${spread(alone)}`,
    aim: AIM,
  };
}

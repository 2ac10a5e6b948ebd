import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ResearchResult } from '@plumbline/contracts/report/progress';
import { type ResearchRecord, researchRecordSchema } from '@plumbline/contracts/report/report';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import { type Figure, median, seconds } from '../figure.ts';
import { LAMP_PLAN, LAMP_QUESTION, writeLampCorpus } from './lamp-corpus.ts';
import { INSTALL_LANGGRAPH, isLangGraphInstalled } from './langgraph.ts';
import { LATENCIES, modelVariables } from './model-latencies.ts';
import { type LoggedRequest, type PacedEndpoint, startPacedEndpoint } from './paced-endpoint.ts';
import { PIPELINE_SETTINGS } from './pipeline.ts';
import { connectStarter, workerConfigOf } from './research-world.ts';
import { type LoadProcess, startProcess, startWorkerProcess } from './worker-process.ts';

const PIPELINE = fileURLToPath(new URL('./pipeline-process.ts', import.meta.url));

/** From an answer to the kill: enough to keep the answer, too little to go far. */
const KILL_DELAY_MS = 20;

const LANGGRAPH = 'LangGraph with SQLite checkpoints';
const LANGGRAPH_IS_MISSING: Figure = {
  name: LANGGRAPH,
  value: `not measured, because it is not installed: ${INSTALL_LANGGRAPH}`,
  baseline: '',
  aim: '',
};

/** One way to run the same pipeline: processes that may be killed, and at the end the hash of the report's record. */
interface Contestant {
  readonly name: string;
  /** Begins, or goes on with what an earlier process of the same home left. */
  begin(home: string): Promise<{ readonly process: LoadProcess; readonly record: Promise<string> }>;
}

interface FinishedRun {
  readonly ms: number;
  /** Of this run alone. */
  readonly requests: readonly LoggedRequest[];
  readonly findings: readonly string[];
}

interface KilledRun extends FinishedRun {
  /** Answers that had arrived when the process was killed. */
  readonly answered: number;
  readonly repeated: number;
  readonly extractionsRepeated: number;
  /** From the kill until something was asked that had not been asked before. */
  readonly resumedAfterMs: number;
}

/** The cost of durability and of a kill: the product, the same pipeline as plain functions, and as a graph. */
export async function measureComparison({ killShares }: { readonly killShares: readonly number[] }): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const documents = join(folder, 'documents');
  await writeLampCorpus(documents);
  const endpoint = await startPacedEndpoint(LATENCIES, { 'plan-research': LAMP_PLAN });
  const server = await startTestServer();
  try {
    const figures: Figure[] = isLangGraphInstalled() ? [] : [LANGGRAPH_IS_MISSING];
    const contestants = [
      pipelineContestant('plain functions', 'plain', documents, endpoint),
      ...(isLangGraphInstalled() ? [pipelineContestant(LANGGRAPH, 'graph', documents, endpoint)] : []),
      workflowContestant(server.address, documents, endpoint),
    ];
    let plain: FinishedRun | undefined;
    for (const [place, contestant] of contestants.entries()) {
      const homeOf = (run: string): string => join(folder, `home-${place}-${run}`);
      const undisturbed = await runWhole(contestant, homeOf('whole'), endpoint);
      plain ??= undisturbed;
      const killed: KilledRun[] = [];
      for (const share of killShares) {
        killed.push(await runKilled(contestant, homeOf(`killed-${share}`), endpoint, undisturbed, share));
      }
      figures.push(...toFigures(contestant.name, undisturbed, plain, killed));
    }
    return figures;
  } finally {
    await server.stop();
    await endpoint.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function pipelineContestant(
  name: string,
  kind: 'plain' | 'graph',
  documents: string,
  { baseURL }: PacedEndpoint,
): Contestant {
  return {
    name,
    async begin(home) {
      const process = startProcess(PIPELINE, [kind, home, documents, baseURL], {});
      await process.prints('process ready');
      return { process, record: process.printedAfter('published ') };
    },
  };
}

/** The worker is the process that is killed; server and client stay, as they do under a supervisor. */
function workflowContestant(address: string, documents: string, endpoint: PacedEndpoint): Contestant {
  const begun = new Map<string, Promise<string>>();
  return {
    name: 'Plumbline (Temporal)',
    async begin(home) {
      const { taskQueue } = workerConfigOf(home, address);
      const process = await startWorkerProcess({
        PLUMBLINE_HOME: home,
        TEMPORAL_ADDRESS: address,
        ...modelVariables(endpoint),
      });
      const research = async (): Promise<string> => {
        const starter = await connectStarter(address, taskQueue, documents);
        try {
          const result = await (await starter.start({ question: LAMP_QUESTION, settings: PIPELINE_SETTINGS })).result();
          return (result as Pick<ResearchResult, 'record'>).record.sha256;
        } finally {
          await starter.close();
        }
      };
      const record = begun.get(home) ?? research();
      begun.set(home, record);
      return { process, record };
    },
  };
}

async function runWhole(contestant: Contestant, home: string, endpoint: PacedEndpoint): Promise<FinishedRun> {
  const before = endpoint.log.length;
  const { process, record } = await contestant.begin(home);
  const startedAt = performance.now();
  const sha256 = await record;
  const ms = performance.now() - startedAt;
  await process.kill('SIGKILL');
  return { ms, requests: endpoint.log.slice(before), findings: findingsIn(await readRecord(home, sha256)) };
}

async function runKilled(
  contestant: Contestant,
  home: string,
  endpoint: PacedEndpoint,
  undisturbed: FinishedRun,
  share: number,
): Promise<KilledRun> {
  const before = endpoint.log.length;
  // Fewer than requests: those of processes that were killed meanwhile stay without an answer.
  const answeredBefore = endpoint.log.filter(({ answeredAt }) => answeredAt !== null).length;
  const startedAt = performance.now();
  const first = await contestant.begin(home);
  // Without another process it never comes.
  first.record.catch(() => undefined);
  await endpoint.answered(answeredBefore + Math.round(undisturbed.requests.length * share));
  await delay(KILL_DELAY_MS);
  const killedAt = performance.now();
  await first.process.kill('SIGKILL');
  const asked = endpoint.log.slice(before);
  const second = await contestant.begin(home);
  const sha256 = await second.record;
  const ms = performance.now() - startedAt;
  await second.process.kill('SIGKILL');
  const requests = endpoint.log.slice(before);
  const answered = asked.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= killedAt);
  const repeated = repeatsOf(answered, requests, undisturbed.requests);
  const known = new Set(asked.map(({ bodyHash }) => bodyHash));
  const fresh = requests.slice(asked.length).find(({ bodyHash }) => !known.has(bodyHash));
  return {
    ms,
    requests,
    findings: findingsIn(await readRecord(home, sha256)),
    answered: answered.length,
    repeated: repeated.length,
    extractionsRepeated: repeated.filter(({ step }) => step === 'extract-findings').length,
    resumedAfterMs: (fresh?.arrivedAt ?? performance.now()) - killedAt,
  };
}

/** Answered requests that were sent once more than in the undisturbed run. */
function repeatsOf(
  answered: readonly LoggedRequest[],
  all: readonly LoggedRequest[],
  undisturbed: readonly LoggedRequest[],
): readonly LoggedRequest[] {
  const count = (requests: readonly LoggedRequest[], hash: string): number =>
    requests.filter(({ bodyHash }) => bodyHash === hash).length;
  return answered.filter(({ bodyHash }) => count(all, bodyHash) > count(undisturbed, bodyHash));
}

async function readRecord(home: string, sha256: string): Promise<ResearchRecord> {
  return researchRecordSchema.parse(JSON.parse(await createFileBlobStore(home).getText({ sha256 })));
}

function findingsIn({ findings }: ResearchRecord): string[] {
  return findings.map(({ passageId, quotes }) => [passageId, ...quotes.map(({ text }) => text)].join('\n'));
}

function toFigures(name: string, undisturbed: FinishedRun, plain: FinishedRun, killed: readonly KilledRun[]): Figure[] {
  const of = (value: (run: KilledRun) => number): number => median(killed.map(value));
  const sum = (value: (run: KilledRun) => number): number => killed.reduce((total, run) => total + value(run), 0);
  const lost = (run: KilledRun): number => undisturbed.findings.filter((key) => !run.findings.includes(key)).length;
  return [
    {
      name: `${name}: a run of ${undisturbed.requests.length} model calls, ${undisturbed.findings.length} findings`,
      value: seconds(undisturbed.ms),
      baseline: `${seconds(plain.ms)} as plain functions (${plain.requests.length} calls): ${(undisturbed.ms / plain.ms).toFixed(2)}`,
      aim: '',
    },
    {
      name: `${name}: killed when ${killed.map(({ answered }) => answered).join(', ')} answers had arrived`,
      value: `${sum(({ repeated }) => repeated)} of them asked again (${sum((run) => run.extractionsRepeated)} readings of passages), ${sum(lost)} findings lost, goes on after ${seconds(of((run) => run.resumedAfterMs))}`,
      baseline: `${seconds(of(({ ms }) => ms))} in all; ${seconds(undisturbed.ms)} undisturbed`,
      aim: name.startsWith('Plumbline') ? '0 again, 0 lost' : '',
    },
  ];
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../test/support/builders/corpus-fixtures.ts';
import { LAMP_DOCUMENTS } from '../../test/support/processes/cli.ts';
import { type Figure, percentile, seconds } from '../figure.ts';
import { startPacedEndpoint } from '../load/paced-endpoint.ts';
import { createRandom } from '../load/random.ts';
import { measureKills, type Recovery } from './kill-series.ts';
import { createHostByHand, createSupervisedHost, type WorkerHost } from './worker-hosts.ts';

const LATENCIES = { small: 300, main: 300 };

/** Enough to keep a worker busy for some seconds. */
const TASKS = ['burn', 'hold', 'weigh', 'shine', 'last', 'cost'].map((verb) => ({
  text: `How long or how much does the harbour lamp ${verb}?`,
  rationale: 'a part of the question',
}));

/** The kills come at the same instants in every measurement. */
const SEED = 6;

export interface HostRecovery {
  readonly host: string;
  readonly aimMs: number;
  readonly recoveries: readonly Recovery[];
}

const HOSTS: readonly {
  readonly aimMs: number;
  readonly create: (home: string, environment: NodeJS.ProcessEnv) => WorkerHost;
}[] = [
  { aimMs: 3_000, create: createSupervisedHost },
  { aimMs: 8_000, create: createHostByHand },
];

/** How long runs stand still when their worker is killed, with the supervisor and without. @param kills for each of the two */
export async function measureRecovery(kills: number, signal: AbortSignal): Promise<readonly HostRecovery[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-recovery-'));
  const model = await startPacedEndpoint(LATENCIES, { 'plan-research': { tasks: TASKS } });
  const documents = join(folder, 'documents');
  try {
    await writeFiles(documents, LAMP_DOCUMENTS);
    const measured: HostRecovery[] = [];
    for (const [index, { aimMs, create }] of HOSTS.entries()) {
      const home = join(folder, `home-${index}`);
      const host = create(home, environmentOf(home, model.baseURL));
      process.stderr.write(`killing ${kills} workers, ${host.name}\n`);
      const recoveries = await measureKills({
        home,
        documents,
        model,
        host,
        kills,
        random: createRandom(SEED),
        signal,
      });
      measured.push({ host: host.name, aimMs, recoveries });
    }
    return measured;
  } finally {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export function figuresOf(measured: readonly HostRecovery[]): Figure[] {
  return measured.map(({ host, aimMs, recoveries }) => {
    const first = recoveries.map(({ firstMs }) => firstMs);
    const all = recoveries.map(({ allMs }) => allMs);
    return {
      name: `recovery ${host}: SIGKILL of the worker to the next answer, p50 / max of ${recoveries.length}`,
      value: `${seconds(percentile(first, 0.5))} / ${seconds(Math.max(...first))}`,
      baseline: `${seconds(percentile(all, 0.5))} / ${seconds(Math.max(...all))} until all interrupted calls were answered`,
      aim: `≤ ${aimMs / 1_000} s`,
    };
  });
}

/** The tester's own settings would lead the processes elsewhere. */
function environmentOf(home: string, baseURL: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PLUMBLINE_|OPENAI_|WORKER_|TEMPORAL_(?!CLI_PATH))/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    PLUMBLINE_HOME: home,
    PLUMBLINE_TEMPORAL_PORT: '0',
    PLUMBLINE_MODEL: 'scripted',
    OPENAI_BASE_URL: baseURL,
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../test/support/builders/corpus-fixtures.ts';
import { LAMP_DOCUMENTS } from '../../test/support/processes/cli.ts';
import { type Figure, percentile, seconds } from '../figure.ts';
import { createRandom } from '../load/random.ts';
import { measureKills, type Recovery } from './kill-series.ts';
import { startSlowModel } from './slow-model.ts';
import { createStageByHand, createSupervisedStage, type WorkerStage } from './worker-stages.ts';

/** The kills come at the same instants in every measurement. */
const SEED = 6;

export interface StageRecovery {
  readonly stage: string;
  readonly aimMs: number;
  readonly recoveries: readonly Recovery[];
}

const STAGES: readonly {
  readonly aimMs: number;
  readonly create: (home: string, environment: NodeJS.ProcessEnv) => WorkerStage;
}[] = [
  { aimMs: 5_000, create: createSupervisedStage },
  { aimMs: 8_000, create: createStageByHand },
];

/** How long runs stand still when their worker is killed, with the supervisor and without. @param kills for each of the two */
export async function measureRecovery(kills: number, signal: AbortSignal): Promise<readonly StageRecovery[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-recovery-'));
  const model = await startSlowModel();
  const documents = join(folder, 'documents');
  try {
    await writeFiles(documents, LAMP_DOCUMENTS);
    const measured: StageRecovery[] = [];
    for (const [index, { aimMs, create }] of STAGES.entries()) {
      const home = join(folder, `home-${index}`);
      const stage = create(home, environmentOf(home, model.baseURL));
      process.stderr.write(`killing ${kills} workers, ${stage.name}\n`);
      const recoveries = await measureKills({
        home,
        documents,
        model,
        stage,
        kills,
        random: createRandom(SEED),
        signal,
      });
      measured.push({ stage: stage.name, aimMs, recoveries });
    }
    return measured;
  } finally {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export function figuresOf(measured: readonly StageRecovery[]): Figure[] {
  return measured.map(({ stage, aimMs, recoveries }) => {
    const first = recoveries.map(({ firstMs }) => firstMs);
    const all = recoveries.map(({ allMs }) => allMs);
    return {
      name: `recovery ${stage}: SIGKILL of the worker to the next answer, p50 / max of ${recoveries.length}`,
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
    PLUMBLINE_MODEL: 'played',
    OPENAI_BASE_URL: baseURL,
  };
}

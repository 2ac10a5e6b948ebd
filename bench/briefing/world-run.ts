import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import { type CliResult, type CliWorld, createCliWorld } from '../../test/support/processes/cli.ts';
import { loadRecordedState } from '../../workers/home/home-folder.ts';
import { signalOwn } from '../chaos/own-processes.ts';
import { writeWorldFolder } from './world-folder.ts';
import { startWorldModel, type WorldModel } from './world-model.ts';
import { dateOf } from './world-places.ts';
import { startWorldServer, type WorldServer } from './world-server.ts';

/** The world with its briefing, run by the commands as a person would. */
export interface WorldRun {
  readonly folder: string;
  readonly server: WorldServer;
  /** Judges the news; null: nobody does. */
  readonly model: WorldModel | null;
  /** Runs the daily briefing of a day. */
  runDay(day: number): Promise<BriefingOutcome>;
  /** The same while its worker is killed. */
  runDayWithKills(day: number, kills: number): Promise<BriefingOutcome>;
  runWeekly(day: number): Promise<BriefingOutcome>;
  backfill(day: number): Promise<void>;
  loseThemes(): Promise<void>;
  refreshState(): Promise<void>;
  close(): Promise<void>;
}

/** The slot begins an hour after the day's news. */
const slotOfDay = (day: number): string => `${dateOf(day)}T06:00:00Z`;

export async function openWorldRun(isJudged: boolean): Promise<WorldRun> {
  const server = await startWorldServer();
  const world = await createCliWorld({});
  const model = isJudged ? await startWorldModel() : null;
  const { start, run } = world.with({ ...server.environment, ...model?.environment });
  const folder = join(world.documents, 'watch');
  await writeWorldFolder(folder);
  await succeed(run('up'));

  const briefingRun = (kind: string, day: number): Promise<CliResult> =>
    start('briefing', 'run', folder, '--kind', kind, '--slot', slotOfDay(day), '--json').ended;
  return {
    folder,
    server,
    model,
    runDay: async (day) => outcomeOf(await briefingRun('daily', day)),
    runWeekly: async (day) => outcomeOf(await briefingRun('weekly', day)),
    async runDayWithKills(day, kills) {
      const running = briefingRun('daily', day);
      for (let count = 0; count < kills; count += 1) await killWorker(world, server);
      return outcomeOf(await running);
    },
    async backfill(day) {
      await succeed(run('briefing', 'run', folder, '--again', dateOf(day), '--json'));
    },
    loseThemes: () => rm(join(folder, 'state/active_themes.yml')),
    async refreshState() {
      await succeed(run('briefing', 'themes', folder, '--yes'));
    },
    async close() {
      await world.close();
      await model?.close();
      await server.close();
    },
  };
}

/** Kills the worker as soon as it has sent another query. */
async function killWorker(world: CliWorld, server: WorldServer): Promise<void> {
  const asked = server.queries.length;
  while (server.queries.length === asked) await new Promise((resolve) => setTimeout(resolve, 20));
  signalOwn(world.home, loadRecordedState(world.home)?.workerPid ?? 0, 'SIGKILL');
}

function outcomeOf({ stdout, stderr }: CliResult): BriefingOutcome {
  try {
    return JSON.parse(stdout) as BriefingOutcome;
  } catch (error) {
    throw new Error(`the command printed no outcome: ${stdout}\n${stderr}`, { cause: error });
  }
}

async function succeed(command: Promise<CliResult>): Promise<void> {
  const { code, stdout, stderr } = await command;
  if (code !== 0) throw new Error(`a command ended with ${code}: ${stdout}\n${stderr}`);
}

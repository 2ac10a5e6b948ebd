import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { confirmState } from '../../../activities/briefings/folder/state-files.ts';
import { writeWorldFolder } from '../../../bench/briefing/world-folder.ts';
import { startWorldModel } from '../../../bench/briefing/world-model.ts';
import { dateOf } from '../../../bench/briefing/world-places.ts';
import type { WorldRun } from '../../../bench/briefing/world-run.ts';
import { startWorldServer } from '../../../bench/briefing/world-server.ts';
import { createDependencies } from '../../../workers/assembly/dependencies.ts';
import { loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { BRIEFING, briefingIdOf, slotOf } from '../../../workflows/briefing/messages.ts';
import { recordCalls } from '../builders/scripted-activities.ts';
import { createWorkflowWorld } from './workflow-world.ts';

/**
 * The days of the world with the worker's own activities, without its processes: nothing can be killed.
 *
 * @param isJudged a scripted model reads the pages and judges the news; else there is none
 */
export async function openBriefingDays(temporalAddress: string, isJudged: boolean): Promise<WorldRun> {
  const server = await startWorldServer();
  const place = await mkdtemp(join(tmpdir(), 'plumbline-days-'));
  const folder = join(place, 'watch');
  await writeWorldFolder(folder);
  const model = isJudged ? await startWorldModel() : null;
  const environment = { ...server.environment, ...model?.environment, PLUMBLINE_HOME: join(place, 'home') };
  // The search service of the world needs no pauses between requests.
  const clock = { now: () => 0, sleep: async () => {} };
  const dependencies = createDependencies(loadWorkerConfig(environment), async () => temporalAddress, { clock });
  const world = await createWorkflowWorld(temporalAddress);
  const ending = Promise.withResolvers<void>();
  const working = world.withWorkers(recordCalls(dependencies.activities), () => ending.promise);
  const run = (kind: BriefingKind, day: number, isBackfill = false): Promise<BriefingOutcome> => {
    const slot = slotOf(kind, `${dateOf(day)}T06:00:00Z`, 'UTC');
    const { time, timezone } = slot;
    const start = {
      taskQueue: world.taskQueue,
      workflowId: briefingIdOf('storage-watch', slot, isBackfill),
      args: [{ folder, kind, time, timezone, isBackfill, themeIds: null }],
    };
    return world.client.workflow.execute(BRIEFING, start);
  };
  return {
    folder,
    server,
    model,
    runDay: (day) => run('daily', day),
    runDayWithKills: (day) => run('daily', day),
    runWeekly: (day) => run('weekly', day),
    backfill: async (day) => void (await run('daily', day, true)),
    loseThemes: () => rm(join(folder, 'state/active_themes.yml')),
    async refreshState() {
      await confirmState(folder, { now: new Date().toISOString(), changes: {} });
    },
    async close() {
      ending.resolve();
      await working;
      await world.close();
      await dependencies.close();
      await model?.close();
      await server.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}

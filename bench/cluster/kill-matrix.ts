import { setTimeout as delay } from 'node:timers/promises';
import { parseIdentity } from '../../workers/temporal/worker-identity.ts';
import type { Figure } from '../figure.ts';
import { connectStarter, type ResearchHandle } from '../load/research-world.ts';
import { countDifferent, onScriptedBed, QUESTION, repeatsIn, type ScriptedBed } from './kill-series.ts';
import { FIRST_NUMBER, outcomeOf, SMALL_RUN } from './load.ts';

const LOOK_EVERY_MS = 3;
const ATTEMPTS = 3;
/** Of Temporal's `PendingActivityState`. */
const STARTED = 2;

/**
 * Kills the worker that has begun an activity, once for each activity of a run, while another worker with a home of its own
 * goes on.
 */
export function measureKillMatrix({ signal }: { readonly signal: AbortSignal }): Promise<Figure[]> {
  return onScriptedBed(2, signal, async (scripted) => {
    const starter = await connectStarter(scripted.bed.address, scripted.bed.taskQueue, scripted.corpus);
    const ids: string[] = [];
    const start = async (): Promise<ResearchHandle> => {
      const handle = await starter.start({
        question: `${QUESTION} (${FIRST_NUMBER + ids.length})`,
        settings: SMALL_RUN,
      });
      ids.push(handle.workflowId);
      return handle;
    };
    const alone = await start();
    const lost = [await outcomeOf(alone)];
    const activities = await activitiesOf(alone);
    const missed: string[] = [];
    for (const activity of activities) {
      let isKilled = false;
      for (let attempt = 0; attempt < ATTEMPTS && !isKilled; attempt += 1) {
        signal.throwIfAborted();
        const handle = await start();
        isKilled = await killAt(handle, activity, scripted);
        lost.push(await outcomeOf(handle));
      }
      if (!isKilled) missed.push(activity);
    }
    const different = await countDifferent(scripted.bed, ids);
    await starter.close();
    const { requests, bed } = scripted;
    const caught = activities.length - missed.length;
    return [
      {
        name: `two workers with a home each (${bed.name}): the one that has begun an activity is killed, for each of ${activities.length} activities`,
        value: `${caught} kills, ${lost.filter((reason) => reason !== null).length} of ${ids.length} runs lost, ${repeatsIn(requests).length} of ${requests.length} requests answered twice, ${different} reports differ${missed.length === 0 ? '' : `; too quick to be caught: ${missed.join(', ')}`}`,
        baseline: 'the first run, undisturbed',
        aim: '0 lost, 0 paid twice, equal records',
      },
    ];
  });
}

async function activitiesOf(handle: ResearchHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  const names = (events ?? []).map((event) => event.activityTaskScheduledEventAttributes?.activityType?.name);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/** @returns false: the run ended before the activity was seen */
async function killAt(
  handle: ResearchHandle,
  activity: string,
  { workers, startWorker }: ScriptedBed,
): Promise<boolean> {
  for (;;) {
    const { raw, status } = await handle.describe();
    if (status.name !== 'RUNNING') return false;
    const begun = raw.pendingActivities?.find(
      ({ activityType, state }) => activityType?.name === activity && state === STARTED,
    );
    const pid = parseIdentity(begun?.lastWorkerIdentity ?? '')?.pid;
    const place = workers.findIndex((worker) => worker.pid === pid);
    if (place !== -1) {
      await workers[place]?.stop('SIGKILL');
      workers[place] = await startWorker(place);
      return true;
    }
    await delay(LOOK_EVERY_MS);
  }
}

import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { createActivities } from '../../activities/index.ts';
import type { Cell } from './cell.ts';
import { INSTANTS } from './point.ts';
import type { Victim } from './run-world.ts';

export const VICTIMS: readonly Victim[] = ['worker', 'server', 'both', 'everything'];

/** Time limit of a cell on a machine with other work. */
const LIMIT_SECONDS = 180;

/** Names of all activities: a new one gets its cells automatically. */
export function activityNames(): readonly string[] {
  // Nothing is called, so nothing is needed.
  return Object.keys(createActivities({} as ActivityDependencies));
}

/**
 * Every activity at every instant, for every victim. Only those that ask other servers can be caught in flight.
 *
 * @param reached points of the undisturbed run, as `activity/instant`
 */
export function matrixCells(reached: ReadonlySet<string>): readonly Cell[] {
  const asks = (activity: string): boolean => reached.has(`${activity}/in flight`);
  return VICTIMS.flatMap((target) =>
    activityNames().flatMap((activity) =>
      INSTANTS.filter((instant) => instant !== 'in flight' || asks(activity)).map(
        (instant): Cell => ({
          target,
          activity,
          instant,
          ending: 'as usual',
          limitSeconds: LIMIT_SECONDS,
          run(world) {
            world.arm({ activity, instant, onHit: (point) => world.kill(target, point) });
            return world.run();
          },
        }),
      ),
    ),
  );
}

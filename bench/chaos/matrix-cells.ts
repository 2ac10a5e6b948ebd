import type { ActivityDependencies } from '../../activities/entries/dependencies.ts';
import { createActivities } from '../../activities/registry.ts';
import type { Cell, Undisturbed } from './cell.ts';
import { INSTANTS } from './point.ts';
import type { Victim } from './run-world.ts';

export const VICTIMS: readonly Victim[] = ['worker', 'server', 'both', 'everything'];

/** Time limit of a cell on a machine with other work. */
const LIMIT_SECONDS = 240;

/** Names of all activities: a new one gets its cells automatically. */
export function activityNames(): readonly string[] {
  // Nothing is called, so nothing is needed.
  return Object.keys(createActivities({} as ActivityDependencies));
}

/**
 * Every activity at every instant, for every victim, in the first scenario that reaches the activity. Only those that
 * ask other servers can be caught in flight.
 */
export function matrixCells(undisturbed: readonly Undisturbed[]): readonly Cell[] {
  const places = activityNames().flatMap((activity) => {
    const usual = undisturbed.find(({ reached }) => reached.has(`${activity}/after`)) ?? undisturbed[0];
    if (usual === undefined) return [];
    const asks = usual.reached.has(`${activity}/in flight`);
    const instants = INSTANTS.filter((instant) => instant !== 'in flight' || asks);
    return instants.map((instant) => ({ activity, instant, scenario: usual.scenario }));
  });
  return VICTIMS.flatMap((target) =>
    places.map((place): Cell => ({
      ...place,
      target,
      ending: 'as usual',
      limitSeconds: LIMIT_SECONDS,
      run(world) {
        world.arm({ ...place, onHit: (point) => world.kill(target, point) });
        return place.scenario.run(world);
      },
    })),
  );
}

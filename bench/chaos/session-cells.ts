import type { Cell } from './cell.ts';
import { VICTIMS } from './matrix-cells.ts';
import type { Point } from './point.ts';
import { abandonFirst, runSession, SESSION } from './session-scenario.ts';
import { special } from './special-cells.ts';

/** Disturbances of sessions at moments that belong to no single activity. */
export function sessionCells(): readonly Cell[] {
  return [
    ofSession('everything killed in the middle of an answer, then the session opened again', (world) => {
      world.arm({ activity: 'composeAnswer', instant: 'in flight', onHit: (point) => world.kill('everything', point) });
      return runSession(world, abandonFirst);
    }),
    ...VICTIMS.map((victim) =>
      ofSession(`${victim} killed after the text of an answer was streamed`, (world) => {
        const onHit = (point: Point): void => world.kill(victim, point);
        // Stages are told of the streamed message alone.
        const arm = (): void => world.arm({ activity: 'composeAnswer', instant: 'after', onHit });
        world.arm({ activity: 'noteStage', instant: 'before', onHit: arm });
        return runSession(world);
      }),
    ),
    ofSession('worker killed, later worker and server, in one answer', (world) => {
      world.arm(
        { activity: 'understandMessage', instant: 'after', onHit: (point) => world.kill('worker', point) },
        { activity: 'composeAnswer', instant: 'in flight', onHit: (point) => world.kill('both', point) },
      );
      return runSession(world);
    }),
  ];
}

function ofSession(activity: string, run: Cell['run']): Cell {
  return special(activity, run, { scenario: SESSION });
}

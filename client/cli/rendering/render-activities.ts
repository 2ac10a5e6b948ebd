import type { RunView } from '../../runs/run-view.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

/** Time and amount at the end of what an activity says of itself. */
const HOW_LONG = /, \d+ s$| for \d+ s(?:, \d+ tokens? so far)?$/;

/** One line per activity in progress, oldest first; equal ones share a line. */
export function describeActivities(activities: RunView['activities']): string[] {
  const bySubject = Map.groupBy(
    activities.flatMap(({ doing }) => (doing === null ? [] : [toPlainLine(doing)])),
    (doing) => doing.replace(HOW_LONG, ''),
  );
  return [...bySubject.values()].map((same) => `${same[0]}${same.length === 1 ? '' : ` (${same.length} at once)`}`);
}

import type { CriticalPath, RecordedActivity } from './critical-path.ts';

/** What a stretch of the line stands for, in the order in which they follow each other. */
const MARKS = { workflow: '·', dispatch: '-', latency: '█', work: '▒' } as const;

const COLUMNS = 60;
const NAME_COLUMNS = 22;

const LEGEND = `${MARKS.workflow} workflow task, ${MARKS.dispatch} dispatch, ${MARKS.latency} waiting for a model or a search, ${MARKS.work} own work`;

/** Draws the chain that decided when a run was over: one line for each activity, from the end of the one before. */
export function drawTimeline(
  { chain, startedAt, wallMs }: CriticalPath,
  latencyOf: (activity: RecordedActivity) => number,
): string {
  const column = (at: number): number => Math.round(((at - startedAt) / wallMs) * COLUMNS);
  let endedBefore = startedAt;
  const rows = chain.map((activity) => {
    const { name, scheduledAt, startedAt: begun, endedAt } = activity;
    const latencyMs = Math.min(latencyOf(activity), endedAt - begun);
    const bounds = [endedBefore, scheduledAt, begun, begun + latencyMs, endedAt].map(column);
    const [from = 0, ...ends] = bounds;
    const stretches = Object.values(MARKS).map((mark, index) =>
      mark.repeat(Math.max(0, (ends[index] ?? 0) - (bounds[index] ?? 0))),
    );
    const parts = [scheduledAt - endedBefore, begun - scheduledAt, latencyMs, endedAt - begun - latencyMs];
    endedBefore = endedAt;
    const line = `${' '.repeat(from)}${stretches.join('')}`.padEnd(COLUMNS);
    return `${name.padEnd(NAME_COLUMNS)} |${line}| ${parts.map((ms) => String(Math.round(ms)).padStart(5)).join(' ')}`;
  });
  const end = String(Math.round(startedAt + wallMs - endedBefore));
  const heads = ['task', 'disp', 'wait', 'work'].map((head) => head.padStart(5)).join(' ');
  return [
    `${' '.repeat(NAME_COLUMNS)}  ${LEGEND.padEnd(COLUMNS)}  ${heads} ms`,
    ...rows,
    `${'end'.padEnd(NAME_COLUMNS)} |${' '.repeat(COLUMNS)}| ${end.padStart(5)}`,
  ].join('\n');
}

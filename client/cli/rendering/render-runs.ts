import type { RunRow } from '../../runs/merge-runs.ts';
import { renderAge } from '../terminal/duration.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { displayWidth, layoutTable, truncate } from '../terminal/text-layout.ts';

/** With less space for questions the table becomes a list. */
const MIN_QUESTION_WIDTH = 20;

/** The table of `list`; in a narrow terminal two lines per run. */
export function renderRuns(
  runs: readonly (RunRow & { readonly name?: string | null })[],
  { columns, now }: { readonly columns: number; readonly now: number },
): string {
  const rows = runs.map((run) => ({
    state: [run.stage ?? '?', renderAge(now - Date.parse(run.startedAt)), run.awaitingInput ? 'yes' : ''],
    researchId: run.researchId,
    question: toPlainLine(run.name ?? run.question),
  }));
  const table = [
    ['ID', 'STAGE', 'AGE', 'AWAITING', 'QUESTION'],
    ...rows.map(({ researchId, state, question }) => [researchId, ...state, question]),
  ];
  const withoutQuestions = layoutTable(
    table.map((cells) => cells.slice(0, -1)),
    Number.POSITIVE_INFINITY,
  );
  if (Math.max(...withoutQuestions.map(displayWidth)) + MIN_QUESTION_WIDTH <= columns) {
    return layoutTable(table, columns).join('\n');
  }
  return rows
    .flatMap(({ researchId, state: [stage, age, awaiting], question }) => [
      researchId,
      truncate(`  ${stage}, ${age}${awaiting === '' ? '' : ', waiting'}: ${question}`, columns),
    ])
    .join('\n');
}

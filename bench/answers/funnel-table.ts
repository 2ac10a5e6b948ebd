import { renderTable } from './figure-table.ts';
import type { FunnelFigures, LostQuestions } from './funnel-figures.ts';
import { lossOf, STAGES } from './funnel.ts';

/** One column for each group of questions; each stage with its share of the expected passages and what was lost before it. */
export function renderFunnel(groups: Readonly<Record<string, FunnelFigures>>): string {
  const columns = Object.values(groups);
  const stages = STAGES.flatMap((stage, index) => {
    const before = STAGES[index - 1];
    const row = [stage, ...columns.map(({ stages }) => showShareOf(stages[stage], stages.expected))];
    if (before === undefined) return [row];
    const loss = [`  lost: ${lossOf({ reached: before })}`];
    return [[...loss, ...columns.map(({ stages }) => showLoss(stages[before] - stages[stage]))], row];
  });
  const side = [
    [
      'found among the first five',
      ...columns.map(({ foundFirst, stages }) => showShareOf(foundFirst, stages.expected)),
    ],
    ['  lost by the threshold alone (aim 0)', ...columns.map(({ firstBelowThreshold }) => String(firstBelowThreshold))],
  ];
  return renderTable(['expected passages', ...Object.keys(groups)], [...stages, ...side]);
}

export function renderLosses(lost: LostQuestions): string {
  return Object.entries(lost)
    .map(([loss, ids]) => `${loss}: ${ids.join(', ')}`)
    .join('\n');
}

export function renderUnquoted(ids: readonly string[]): string {
  return `questions with an expected passage that is not quoted (${ids.length}): ${ids.join(', ') || 'none'}`;
}

function showShareOf(count: number, n: number): string {
  return n === 0 ? '–' : `${count} (${(count / n).toFixed(2)})`;
}

function showLoss(count: number): string {
  return count === 0 ? '' : `−${count}`;
}

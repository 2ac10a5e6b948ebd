import { renderTable, showCount } from '../answers/figure-table.ts';
import { type Count, countOf } from '../answers/share.ts';
import type { Grade } from './grades.ts';

/** Borders of the shares in the tables of what was considered. */
const BORDERS = [0, 0.4, 0.5, 0.65, 0.8, 1.01];

/** Counts of one corpus, or of all. */
interface AskedFigures {
  readonly statedRight: Count;
  readonly stated: Count;
  readonly found: Count;
  readonly shown: Count;
  readonly wronglyRefused: Count;
  readonly absentNotStated: Count;
}

const ROWS: readonly (readonly [keyof AskedFigures, string, string])[] = [
  ['statedRight', 'right of what is stated', '≥ 0.90'],
  ['stated', 'stated, of answerable', '≥ 0.25'],
  ['found', 'expected passage found among five', '≥ 0.90'],
  ['shown', 'expected passage shown among five', '≥ 0.88'],
  ['wronglyRefused', 'wrongly refused', '≤ 0.03'],
  ['absentNotStated', 'absent, and not stated', '≥ 0.85'],
];

/** Prints the figures of all and of each corpus, beside another version, and what the statements were chosen by. */
export function measureAsked(
  grades: readonly Grade[],
  baseline: readonly Grade[] | null,
  print: (text: string) => void,
): object {
  const total = figuresOf(grades);
  const before = baseline === null ? null : figuresOf(baseline);
  const corpora = [...new Set(grades.map(({ question }) => question.corpus))];
  const byCorpus = Object.fromEntries(
    corpora.map((corpus) => [corpus, figuresOf(grades.filter(({ question }) => question.corpus === corpus))]),
  );
  print(
    renderTable(
      [`${grades.length} questions`, 'all', ...(before === null ? [] : ['baseline']), 'aim', ...corpora],
      ROWS.map(([name, label, aim]) => [
        label,
        showShareOf(total[name]),
        // The search of another version did not run.
        ...(before === null ? [] : [name === 'found' ? '–' : showShareOf(before[name])]),
        aim,
        ...Object.values(byCorpus).map((figures) => showCount(figures[name])),
      ]),
    ),
  );
  print('\nRight of what is stated, by the share of the question that the statement has\n');
  print(renderTable(['coverage', 'right of stated'], reliabilityOf(grades)));
  printCases(grades, print);
  return { total, byCorpus, ...(before !== null && { baseline: before }) };
}

function figuresOf(grades: readonly Grade[]): AskedFigures {
  const isNone = ({ outcome }: Grade): boolean => outcome === 'refused' || outcome === 'asked back';
  const answerable = grades.filter(({ question }) => question.answerable);
  const absent = grades.filter(({ question }) => !question.answerable);
  const isStated = ({ outcome }: Grade): boolean => outcome === 'stated';
  return {
    statedRight: countOf(grades.filter(isStated), ({ isRight }) => isRight),
    stated: countOf(answerable, isStated),
    found: countOf(answerable, ({ isFound }) => isFound),
    shown: countOf(answerable, ({ isShown }) => isShown),
    wronglyRefused: countOf(answerable, (grade) => isNone(grade) && !grade.question.refusable),
    absentNotStated: countOf(absent, (grade) => !isStated(grade) || grade.isRight),
  };
}

function reliabilityOf(grades: readonly Grade[]): string[][] {
  const stated = grades.filter(({ outcome, certainty }) => outcome === 'stated' && certainty !== null);
  return BORDERS.slice(1).map((to, index) => {
    const from = BORDERS[index] ?? 0;
    const within = stated.filter(({ certainty }) => {
      const coverage = certainty?.coverage ?? 0;
      return coverage >= from && coverage < to;
    });
    return [`${from} to ${Math.min(1, to)}`, showCount(countOf(within, ({ isRight }) => isRight))];
  });
}

/** To be read: figures check words, not sense. */
function printCases(grades: readonly Grade[], print: (text: string) => void): void {
  const lines = grades.flatMap(({ question, outcome, stated, isRight, isShown, isFound }) => {
    const title = `  ${question.id} [${question.corpus}] ${question.question.slice(-120)}`;
    if (outcome === 'stated') return [`${title}\n      ${isRight ? 'right' : 'WRONG'}: ${stated.slice(0, 200)}`];
    if (!question.answerable || isShown) return [];
    return [`${title}\n      ${outcome}; ${isFound ? 'found, but not shown' : 'not found'}`];
  });
  print(`\nStated, and not shown\n${lines.join('\n')}`);
}

function showShareOf(count: Count): string {
  return count.n === 0 ? '–' : `${(count.count / count.n).toFixed(2)} (${showCount(count)})`;
}

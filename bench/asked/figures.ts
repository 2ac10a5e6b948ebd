import { renderTable, showCount } from '../answers/figure-table.ts';
import { type Count, countOf } from '../answers/share.ts';
import type { Grade } from './grades.ts';

/** Counts of one corpus, or of all. */
interface AskedFigures {
  readonly stated: Count;
  readonly seen: Count;
  readonly found: Count;
  readonly shown: Count;
  readonly wronglyRefused: Count;
  readonly absentNotStated: Count;
  readonly counted: Count;
}

const ROWS: readonly (readonly [keyof AskedFigures, string, string])[] = [
  ['stated', 'stated by a rule', '0'],
  ['found', 'expected passage found among five', '≥ 0.90'],
  ['shown', 'expected passage shown among five', '≥ 0.88'],
  ['seen', 'expected phrase on the first screen', '≥ 0.80'],
  ['wronglyRefused', 'wrongly refused', '≤ 0.03'],
  ['absentNotStated', 'absent, and not stated', '≥ 0.85'],
  ['counted', 'many match: the rest counted', '1'],
];

/** Prints the figures of all and of each corpus, beside another version. */
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
  printCases(grades, print);
  return { total, byCorpus, ...(before !== null && { baseline: before }) };
}

function figuresOf(grades: readonly Grade[]): AskedFigures {
  const isNone = ({ outcome }: Grade): boolean => outcome === 'refused' || outcome === 'asked back';
  const answerable = grades.filter(({ question }) => question.answerable);
  const many = grades.filter(({ question }) => question.many);
  const absent = grades.filter(({ question }) => !question.answerable && !question.many);
  const isStated = ({ outcome }: Grade): boolean => outcome === 'stated';
  return {
    stated: countOf(grades, isStated),
    seen: countOf(answerable, ({ isSeen }) => isSeen),
    found: countOf(answerable, ({ isFound }) => isFound),
    shown: countOf(answerable, ({ isShown }) => isShown),
    wronglyRefused: countOf(answerable, (grade) => isNone(grade) && !grade.question.refusable),
    counted: countOf(many, ({ isCounted }) => isCounted),
    absentNotStated: countOf(absent, (grade) => !isStated(grade) || grade.isRight),
  };
}

/** To be read: figures check words, not sense. */
function printCases(grades: readonly Grade[], print: (text: string) => void): void {
  const lines = grades.flatMap(({ question, outcome, stated, isRight, isShown, isSeen, isFound, isCounted }) => {
    const title = `  ${question.id} [${question.corpus}] ${question.question.slice(-120)}`;
    if (outcome === 'stated') return [`${title}\n      ${isRight ? 'right' : 'WRONG'}: ${stated.slice(0, 200)}`];
    if (question.many && !isCounted) return [`${title}\n      ${outcome}; the rest is not counted`];
    if (!question.answerable || isSeen) return [];
    const what = isShown ? 'shown, but not seen' : isFound ? 'found, but not shown' : 'not found';
    return [`${title}\n      ${outcome}; ${what}`];
  });
  print(`\nStated, and not seen\n${lines.join('\n')}`);
}

function showShareOf(count: Count): string {
  return count.n === 0 ? '–' : `${(count.count / count.n).toFixed(2)} (${showCount(count)})`;
}

import { OPERATING_POINT } from '../../activities/offline-engine/passages/passage-relevance.ts';
import { renderTable, showShare } from '../answers/figure-table.ts';
import {
  describeCalls,
  describeFolds,
  measureBands,
  measureCalls,
  measureFolds,
  renderBands,
  renderCalls,
} from './calibration-table.ts';
import type { JudgedQuery } from './judged-query.ts';
import { FITTING_PLANS, fitModel } from './weight-fitting.ts';

/** Fewer queries tell nothing when they are fitted to four fifths of themselves. */
const FEWEST_FOR_FOLDS = 50;

/** Measures the scores of judged queries and prints the tables. @returns what the JSON holds */
export function measureRelevance(queries: readonly JudgedQuery[], print: (text: string) => void): object {
  const total = measureCalls(queries);
  const languages = [...new Set(queries.map(({ language }) => language))].sort();
  const byLanguage = languages.map(
    (name) => [name, measureCalls(queries.filter(({ language }) => language === name))] as const,
  );
  const folds = queries.length < FEWEST_FOR_FOLDS ? [] : measureFolds(queries);
  const bands = measureBands(queries);
  const crossed = describeFolds(folds);
  const rows = [
    renderCalls('weights of the project', total),
    ...(languages.length > 1 ? byLanguage.map(([name, calls]) => renderCalls(name, calls)) : []),
    ...folds.map((fold, index) => renderCalls(`fold ${index + 1}, fitted to the others`, fold)),
    ...(folds.length > 0 ? [renderCalls('all folds together', crossed.together)] : []),
  ];
  print(`\n${queries.length} queries; a hit is called relevant from ${OPERATING_POINT} on\n`);
  print(renderTable(['', 'called and relevant', 'relevant and called'], rows));
  if (folds.length > 0)
    print(`mean of the folds: precision ${showShare(crossed.meanPrecision)}, recall ${showShare(crossed.meanRecall)}`);
  print(`\n${renderBands(bands)}`);
  return {
    total: describeCalls(total),
    byLanguage: Object.fromEntries(byLanguage.map(([name, calls]) => [name, describeCalls(calls)])),
    folds: folds.map(describeCalls),
    crossValidated: { precision: crossed.meanPrecision, recall: crossed.meanRecall },
    bands: bands.map(({ from, to, relevant }) => ({ from, to, hits: relevant.n, relevant: relevant.count })),
  };
}

/** The weights that the queries give, as the file of the project has them. */
export function fitRelevance(queries: readonly JudgedQuery[], print: (text: string) => void): void {
  const claims = queries.filter(({ isAssertion }) => isAssertion);
  const questions = queries.filter(({ isAssertion }) => !isAssertion);
  for (const [name, kind] of [
    ['ASSERTION_MODEL', 'claims'],
    ['QUESTION_MODEL', 'questions'],
  ] as const) {
    const chosen = kind === 'claims' ? claims : questions;
    if (!chosen.some(({ hits }) => hits.some(({ isRelevant }) => isRelevant))) continue;
    print(
      `\nexport const ${name}: RelevanceModel = ${JSON.stringify(fitModel(chosen, FITTING_PLANS[kind]), null, 2)};`,
    );
  }
}

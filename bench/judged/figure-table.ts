import { renderTable, showCount } from '../answers/figure-table.ts';
import type { MeasuredReport } from './measured-report.ts';
import type { RecordFigures } from './record-figures.ts';

/** A question's report, and another author's. */
export interface MeasuredPair {
  readonly id: string;
  /** Null: there is none. */
  readonly ours: MeasuredReport | null;
  readonly second: MeasuredReport | null;
}

type Figures = MeasuredReport['figures'];

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'NO');
const amount = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : `${value}`);
const share = (one: RecordFigures['adherence'] | undefined): string =>
  one === null || one === undefined ? '–' : showCount({ count: one.count, n: one.of });

const ROWS: readonly (readonly [name: string, show: (figures: Figures) => string])[] = [
  ['run ended', ({ run }) => (run === null ? '–' : yesOrNo(run.hasEnded))],
  ['kills of the worker', ({ run }) => amount(run?.kills)],
  ['model calls', ({ record }) => amount(record?.modelCalls)],
  ['of them in the longest chain', ({ run }) => amount(run?.chain)],
  ['prompt tokens', ({ record }) => amount(record?.promptTokens)],
  ['completion tokens', ({ record }) => amount(record?.completionTokens)],
  ['seconds worked', ({ record }) => amount(record?.workedSeconds)],
  ['words of the body', ({ text }) => amount(text.bodyWords)],
  ['words of sources and appendix', ({ text }) => amount(text.appendixWords)],
  ['sources', ({ text }) => amount(text.sources)],
  ['documents', ({ text }) => amount(text.documents)],
  ['citations', ({ text }) => amount(text.citations)],
  ['citations without a source', ({ text }) => amount(text.citationsWithoutSource)],
  ['cited sentences', ({ text }) => showCount(text.citedSentences)],
  ['quotations found in their document', ({ text }) => showCount(text.quotesFound)],
  ['repeated facts', ({ text }) => amount(text.repeatedFacts.length)],
  ['empty cells of tables', ({ text }) => showCount(text.emptyCells)],
  ['orphan fragments', ({ text }) => amount(text.fragments.length)],
  ['first paragraph cites', ({ text }) => yesOrNo(text.firstParagraphCites)],
  ['statements refused', ({ record }) => amount(record?.refused)],
  ['of them mended / left out', ({ record }) => (record === null ? '–' : `${record.mended} / ${record.leftOut}`)],
  ['statements that serve the question (aim ≥ 0.95)', ({ record }) => share(record?.adherence)],
  ['answers of the person used (aim ≥ 0.8)', ({ record }) => share(record?.clarificationUse)],
];

/** A column for each question: ours, and the second behind a double bar where there is one. */
export function renderFigureTable(pairs: readonly MeasuredPair[]): string {
  const cell = (show: (figures: Figures) => string, { ours, second }: MeasuredPair): string => {
    const shown = ours === null ? '–' : show(ours.figures);
    return second === null ? shown : `${shown} ‖ ${show(second.figures)}`;
  };
  const rows = ROWS.map(([name, show]) => [name, ...pairs.map((pair) => cell(show, pair))]);
  return renderTable(['figure', ...pairs.map(({ id }) => id)], rows);
}

/** One line for a run, as soon as it is measured. */
export function renderRun(id: string, { figures: { run, record, text } }: MeasuredReport): string {
  const end = run?.hasEnded === false ? `DID NOT END: ${run.failure ?? 'without a reason'}` : `${text.bodyWords} words`;
  const calls = record === null ? [] : [`${record.modelCalls} model calls`, `${record.promptTokens} prompt tokens`];
  return [id, end, ...calls].join('  ');
}

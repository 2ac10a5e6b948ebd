import { createCorpusQuotes } from './corpus-quotes.ts';
import { type KeptReport, readText } from './kept-reports.ts';
import type { JudgedQuestion } from './questions.ts';
import { readReport, type ReadReport } from './read-report.ts';
import { measureRecord, parseRecord, type RecordFigures, sourcesOfRecord } from './record-figures.ts';
import type { RunFigures } from './report-runs.ts';
import type { ListedSource } from './source-list.ts';
import { measureText, type TextFigures } from './text-figures.ts';

/** A report with everything that needs no judge. */
export interface MeasuredReport {
  readonly read: ReadReport;
  /** What its citations quote. */
  readonly sources: readonly ListedSource[];
  readonly researchId: string | null;
  readonly figures: {
    readonly text: TextFigures;
    /** Null: there is no record. */
    readonly record: RecordFigures | null;
    /** Null: it was not run here. */
    readonly run: RunFigures | null;
  };
}

export async function measureReport(
  { markdown, record, run }: KeptReport,
  { corpus, language }: Pick<JudgedQuestion, 'corpus' | 'language'>,
): Promise<MeasuredReport> {
  const read = readReport(markdown, language);
  const parsed = record === null ? null : parseRecord(record);
  const quotes = createCorpusQuotes(corpus);
  const listed = parsed === null ? read.sources : sourcesOfRecord(parsed, read.sources);
  const sources = await Promise.all(
    listed.map(async (source) => ({
      ...source,
      place: source.place === null ? null : await quotes.pathOf(source.place),
    })),
  );
  const text = await measureText(read, { sources, language, quotes });
  const figures = { text, record: parsed === null ? null : measureRecord(parsed), run };
  return { read, sources, researchId: parsed?.researchId ?? null, figures };
}

/** The other author's report; null: there is none yet. */
export async function measureSecond(question: JudgedQuestion): Promise<MeasuredReport | null> {
  const markdown = question.second === undefined ? null : await readText(question.second);
  return markdown === null ? null : measureReport({ markdown, record: null, run: null }, question);
}

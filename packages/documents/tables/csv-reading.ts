import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { NO_PAGES, type ReadText } from '../text/file-format.ts';
import { cellOf, sheetParts } from './grid-tables.ts';
import { writeTableParts } from './table-text.ts';

/** Commas last: they also divide decimals. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
const SAMPLE_LENGTH = 20_000;
const MOST_CELLS = 1_000_000;

/** A table of separated values as a Markdown table with the values as they are written. */
export function readSeparatedValues(text: string): ReadText {
  const content = text.replace(/^\uFEFF?(?:sep=(.)\r?\n)?/i, '');
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)?.[1];
  const records = recordsOf(content, named ?? delimiterOf(content));
  const kept = recordsWithin(records);
  const rows = kept.map((record) => record.map((cell, column) => cellOf(wordsOf(cell, column))));
  const last = records.length - kept.length;
  return {
    ...NO_PAGES,
    text: writeTableParts(sheetParts(rows, true)).toWellFormed(),
    title: null,
    publishedAt: null,
    problem:
      last === 0
        ? null
        : `rows ${kept.length + 1} to ${records.length} were not read: at most ${MOST_CELLS} cells are read`,
  };
}

/** Without the mark of a comment, which is a heading in Markdown. */
function wordsOf(cell: string, column: number): string {
  const words = cell.replaceAll('\r\n', '\n').trim();
  return column === 0 ? words.replace(/^#{1,6}\s+/, '') : words;
}

function recordsWithin(records: readonly string[][]): readonly string[][] {
  let cells = 0;
  const end = records.findIndex((record) => (cells += record.length) > MOST_CELLS);
  return end === -1 ? records : records.slice(0, end);
}

/** A quotation mark that is never closed is an ordinary character. */
function recordsOf(text: string, delimiter: string, isQuoted = true): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      quote: isQuoted ? '"' : null,
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (!isQuoted || !(error instanceof CsvError)) throw error;
    return recordsOf(text, delimiter, false);
  }
}

/** The delimiter that divides most lines into equally many values. */
function delimiterOf(text: string): string {
  const end = text.lastIndexOf('\n', SAMPLE_LENGTH);
  const sample = text.length <= SAMPLE_LENGTH || end < 1 ? text.slice(0, SAMPLE_LENGTH) : text.slice(0, end);
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, ...fitOf(recordsOf(sample, delimiter)) }));
  return fits.reduce((best, other) => (other.fit > best.fit ? other : best)).delimiter;
}

/** How many of the records have the most frequent number of values, 0..1; 0 if that is one. */
function fitOf(records: readonly string[][]): { fit: number } {
  const lengths = records.filter((record) => record.some((cell) => cell.trim() !== '')).map(({ length }) => length);
  const counts = new Map<number, number>();
  for (const length of lengths) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return { fit: Math.max(0, ...counts.values()) / Math.max(1, lengths.length) };
}

import { MAX_TEXT_WINDOW, type SourceText } from '../../workflows/contracts/report-reading.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';

/** A part of a stored text; offsets are UTF-16 code units. */
export interface TextWindow {
  readonly sourceId: string;
  /** Null: the text of the source as the report knows it last. */
  readonly textHash: string | null;
  readonly start: number;
  readonly end: number;
}

/**
 * A part of a text that a report rests on, cut to the longest window.
 *
 * @returns null where the record names no such text of this source, or the store has lost it
 */
export async function readSourceText(
  record: ResearchRecord,
  { sourceId, textHash, start, end }: TextWindow,
  texts: StoredTexts,
): Promise<SourceText | null> {
  const source = record.sources.find((candidate) => candidate.sourceId === sourceId);
  const hash = textHash ?? source?.text.sha256;
  if (source === undefined || hash === undefined || !hashesOf(record, sourceId).has(hash)) return null;
  const { text } = await texts.read(hash);
  if (text === null) return null;
  const from = Math.min(start, text.length);
  const to = Math.max(from, Math.min(end, text.length, from + MAX_TEXT_WINDOW));
  return { sourceId, textHash: hash, length: text.length, start: from, end: to, text: text.slice(from, to) };
}

/** The texts of a source that the record names: the last one, and those of its quotations. */
function hashesOf({ sources, findings, report }: ResearchRecord, sourceId: string): ReadonlySet<string> {
  const quotes = [...findings.flatMap((finding) => finding.quotes), ...report.citations.map(({ quote }) => quote)];
  return new Set([
    ...sources.filter((source) => source.sourceId === sourceId).map(({ text }) => text.sha256),
    ...quotes.filter((quote) => quote.sourceId === sourceId).map(({ textHash }) => textHash),
  ]);
}

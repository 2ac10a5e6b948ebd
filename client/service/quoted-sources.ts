import type { CorpusOfRequest } from '@plumbline/contracts/common/file-selection';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import { type SourceText, textWindow } from '@plumbline/contracts/report/report-reading';
import { ConflictError, RunFailedError } from '../errors/failures.ts';
import type { ApiContext } from './api-context.ts';
import { RequestProblem } from './problem.ts';

type SourceOriginal = Awaited<ReturnType<ApiContext['tools']['readOriginal']>>;

export const PDF = 'application/pdf';
/** A browser must never show a document as a page of this server, whatever its type. */
export const BYTES = 'application/octet-stream';

type QuotedText = Pick<Quote, 'sourceId' | 'textHash'>;

/** A part of the stored text that a quotation is from: a hash alone opens nothing. @throws {RequestProblem} */
export async function readQuotedText(
  tools: Pick<ApiContext['tools'], 'readStoredText'>,
  quote: QuotedText | undefined,
  { start, end }: Pick<Quote, 'start' | 'end'>,
): Promise<SourceText> {
  const text = quote === undefined ? null : await tools.readStoredText(quote.textHash);
  if (quote === undefined || text === null) {
    throw new RequestProblem(404, 'nothing here quotes this text, or the store has lost it');
  }
  return textWindow(text, { sourceId: quote.sourceId, textHash: quote.textHash, start, end });
}

/**
 * What a run without a report has quoted so far from a text.
 *
 * @param refusal why it has no report; what is no such reason is thrown again
 */
export async function findQuote(
  { research }: Pick<ApiContext['access'], 'research'>,
  researchId: string,
  { sourceId, hash }: { readonly sourceId: string; readonly hash: string | null },
  refusal: unknown,
): Promise<Quote | undefined> {
  if (!(refusal instanceof ConflictError || refusal instanceof RunFailedError) || hash === null) throw refusal;
  const { findings } = await research.partialReport(researchId);
  return findings
    .flatMap(({ quotes }) => quotes)
    .find((quote) => quote.sourceId === sourceId && quote.textHash === hash);
}

/** The bytes of the document that a quotation is from. @param from.corpus null, undefined: it is not on record */
export async function originalOf(
  tools: Pick<ApiContext['tools'], 'readQuotedOriginal'>,
  { corpus, readBy }: { readonly corpus: CorpusOfRequest | null | undefined; readonly readBy: string },
  quote: QuotedText | undefined,
  figure?: number,
): Promise<SourceOriginal> {
  if (quote === undefined) return { state: 'uncited' };
  return corpus ? tools.readQuotedOriginal({ corpus, readBy }, quote, figure) : { state: 'missing' };
}

/** The bytes of a document for a response. @throws {RequestProblem} where they are not those that were read */
export function sendOriginal(found: SourceOriginal) {
  if (found.state !== 'found') throw new RequestProblem(404, ABSENCES[found.state], INSTEAD);
  const type: typeof PDF | typeof BYTES = found.mediaType === PDF ? PDF : BYTES;
  return [
    new Uint8Array(found.bytes),
    200 as const,
    { 'content-type': type, 'content-disposition': 'attachment' },
  ] as const;
}

const INSTEAD = 'Its text as it was read is at …/text.';
const ABSENCES = {
  uncited: 'nothing here cites such a source',
  changed: 'the document has changed since it was read',
  missing: 'the document is no longer where it was read',
} as const;

import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { ReadSource } from '@plumbline/contracts/report/report-reading';
import { type Evidence, isReadByModel } from './evidence.ts';

/** A claim with its citation as plain text, to be pasted anywhere. @param claim null: the quotation alone */
export function claimWithCitation(
  claim: string | null,
  citation: Evidence['citation'],
  source: ReadSource | null,
  pageWord: (page: number, label: string | null, recognised?: number) => string,
): string {
  const { quote, title, locator, page, pageLabel, headingPath } = citation;
  const place = page === null ? (headingPath.at(-1) ?? '') : pageWord(page, pageLabel ?? null, quote.recognised);
  const date = source?.publishedAt?.slice(0, 10) ?? '';
  const origin = [title, locator === title ? '' : locator, place, date].filter((part) => part !== '').join(', ');
  const words = isReadByModel(quote.text) ? quote.text : `“${quote.text}”`;
  return `${claim === null ? '' : `${claim}\n\n`}${words}\n— ${origin}\n`;
}

/** An answer with its citations, as it is written: Markdown, which other programs read. */
export function copiedAnswer({ summary, citations }: Pick<AnswerResult, 'summary' | 'citations'>): string {
  const origins = citations.map(({ number, title, locator, headingPath }) => {
    const places = [title, locator === title ? '' : locator, headingPath.at(-1) ?? ''];
    return `[${number}] ${places.filter((part) => part !== '').join(', ')}`;
  });
  return [summary, ...(origins.length === 0 ? [] : [origins.join('\n')])].join('\n\n');
}

import { decodeEntities } from '@plumbline/text/html-entities';
import type { WebResult } from './search-provider.ts';

/** Tags that separate words; any other tag may be inside a word ("CO<sub>2</sub>"). */
const BREAKING_TAG = /<\/?(?:\w+:)?(?:p|br|div|li|ul|ol|h\d|title|sec|table|tr|td|th|list|list-item)\b[^<>]*>/gi;
/** An unclosed comment goes on to the end: looked for again from each `<!--`, its end would be work with the square of a text. */
const OTHER_TAG = /<(?:\/?[a-z][^<>]*>|!--[^]*?(?:-->|$))/gi;

const ISO_DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)/;

/** Longer titles are cut. */
const MAX_TITLE_LENGTH = 300;
/** Long enough for an abstract. */
const MAX_SNIPPET_LENGTH = 2_000;

/** A result as the provider sent it, with markup. */
export interface RawResult {
  readonly url: string | null | undefined;
  readonly title: string | null | undefined;
  readonly snippet: string | null | undefined;
  readonly publishedAt: string | null;
}

/** The first `topK` results that have an address, as plain text. */
export function toWebResults(results: readonly RawResult[], topK: number): WebResult[] {
  return results
    .flatMap(({ url, title, snippet, publishedAt }) => {
      const address = url?.trim() ?? '';
      if (address === '') return [];
      return {
        url: address,
        title: withoutMarkup(title ?? '', MAX_TITLE_LENGTH) || address,
        snippet: withoutMarkup(snippet ?? '', MAX_SNIPPET_LENGTH),
        publishedAt,
      };
    })
    .slice(0, topK);
}

/** An ISO date (`2026-05-04`, or as much of it as is known) from a provider's text; null when it is not a date. */
export function toPublicationDate(written: string | null | undefined): string | null {
  const text = written?.trim() ?? '';
  const [date] = ISO_DATE.exec(text) ?? [];
  if (date !== undefined) return date;
  // Without a year JavaScript would take 2001.
  if (!/\d{4}/.test(text)) return null;
  // Days without a time zone are the same everywhere.
  const time = [`${text} UTC`, text].map((form) => Date.parse(form)).find((value) => !Number.isNaN(value));
  return time === undefined ? null : new Date(time).toISOString().slice(0, 10);
}

/** Whether a date is certainly before `since`, compared at the precision of the less precise one. */
export function isOlder(publishedAt: string, since: string): boolean {
  const length = Math.min(publishedAt.length, since.length);
  return publishedAt.slice(0, length) < since.slice(0, length);
}

/** One line of text without markup (HTML, JATS) and entities, cut at a word to at most `maxLength` characters. */
export function withoutMarkup(markup: string, maxLength: number): string {
  // Some publishers escape their markup twice, so decoding entities reveals more tags.
  const text = removeTags(decodeEntities(removeTags(markup)));
  return cutAtWord(
    text
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .toWellFormed(),
    maxLength,
  );
}

/** The text up to its last whole word that fits, including the ellipsis. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf(' ', maxLength - 1);
  // A single very long word is cut anywhere.
  return `${text
    .slice(0, end > maxLength / 2 ? end : maxLength - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

function removeTags(text: string): string {
  return text.replaceAll(BREAKING_TAG, ' ').replaceAll(OTHER_TAG, '');
}

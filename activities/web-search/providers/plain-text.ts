import { decodeEntities } from '../../text/html-entities.ts';

/** Tags that separate words; any other tag may be inside a word ("CO<sub>2</sub>"). */
const BREAKING_TAG = /<\/?(?:\w+:)?(?:p|br|div|li|ul|ol|h\d|title|sec|table|tr|td|th|list|list-item)\b[^<>]*>/gi;
const OTHER_TAG = /<(?:\/?[a-z][^<>]*|!--[^]*?--)>/gi;

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

import { decodeEntities } from './html-entities.ts';
import { readPowers, withoutNoteMarks } from './powers.ts';
import { withoutUnsaid } from './unsaid-words.ts';

/** An HTML tag inside a text. Offsets are UTF-16 code units, `end` exclusive. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly isClosing: boolean;
  readonly start: number;
  readonly end: number;
}

/** Block elements (CommonMark 4.6, kind 6, without those that make up the page around the content). */
const BLOCK_ELEMENTS =
  'address|article|aside|blockquote|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul';
const INLINE_ELEMENTS =
  'a|abbr|b|bdi|bdo|br|cite|code|col|colgroup|data|del|dfn|em|font|i|img|input|ins|kbd|label|mark|picture|q|s|samp|small|source|span|strike|strong|sub|sup|time|tt|u|var|video|wbr';

const TAG = new RegExp(`<(/?)(${BLOCK_ELEMENTS}|${INLINE_ELEMENTS})(?=[\\s/>])[^<>]*>`, 'gi');
const IS_BLOCK = new RegExp(`^(?:${BLOCK_ELEMENTS})$`);
const OPENS_BLOCK = new RegExp(`^ {0,3}</?(?:${BLOCK_ELEMENTS})(?=[\\s/>]|$)`, 'i');

/** All tags of known elements, in order; `Map<string>` and `<https://…>` are not tags. */
export function tagsIn(text: string): HtmlTag[] {
  return [...text.matchAll(TAG)].map((match) => ({
    name: (match[2] ?? '').toLowerCase(),
    isClosing: match[1] === '/',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function isBlockElement(name: string): boolean {
  return IS_BLOCK.test(name);
}

/** Whether a line of Markdown starts an HTML block. */
export function opensHtml(line: string): boolean {
  return OPENS_BLOCK.test(line);
}

// Bounded, so that a text made only of opening marks is read in linear time.
const COMMENT = /<!--[\s\S]{0,2000}?-->/g;
const FOOTNOTE_MARK = /\[\^[^\]\s]{1,80}\](?!:)/g;
const PICTURE = String.raw`!\[[^\]]{0,500}\](?:\([^)]{0,1000}\)|\[[^\]]{0,200}\])`;
const IMAGE = new RegExp(String.raw`\[${PICTURE}\](?:\([^)]{0,1000}\)|\[[^\]]{0,200}\])|${PICTURE}`, 'g');

/** Replaces what is not read as words (images, footnote marks, tags) by spaces of the same length. */
export function withoutMarkup(text: string): string {
  const blanks = (part: string): string => ' '.repeat(part.length);
  return withoutNoteMarks(text)
    .replace(COMMENT, blanks)
    .replace(IMAGE, blanks)
    .replace(FOOTNOTE_MARK, blanks)
    .replace(TAG, blanks);
}

const CODE_SPAN = /(`+[^`]*`+)/;
/** A tag of no known element: it closes, or has a quoted attribute. `Map<string>` and `<name>` have neither. Code goes first. */
const OTHER_TAG =
  /(`+[^`]*`+)|<\/[a-z][\w.:-]{0,60}\s{0,9}>|<[a-z][\w.:-]{0,60}(?=[^=<>]{1,100}=["'])(?:\s{1,9}[\w:-]{1,60}(?:=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s"'<>]{1,100}))?)+\s{0,9}\/?>/gi;

/**
 * The words of a text as a reader sees them: without images, struck or hidden words and tags (a space separates two blocks),
 * and with powers and entities as characters. Code is unchanged.
 */
export function readMarkup(text: string): string {
  return withoutOtherTags(readPowers(withoutUnsaid(text)))
    .split(CODE_SPAN)
    .map((part, index) => (index % 2 === 1 ? part : decodeEntities(withoutTags(withoutPictures(part)))))
    .join('');
}

function withoutOtherTags(text: string): string {
  return text.replace(OTHER_TAG, (tag, code?: string) => code ?? (new RegExp(TAG.source, 'i').test(tag) ? tag : ''));
}

function withoutPictures(text: string): string {
  return text.replace(COMMENT, ' ').replace(IMAGE, ' ');
}

function withoutTags(text: string): string {
  return text.replace(TAG, (_, __, name: string) =>
    /^br$/i.test(name) || isBlockElement(name.toLowerCase()) ? ' ' : '',
  );
}

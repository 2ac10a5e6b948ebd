import type { DocumentNote } from '../api/api-types.ts';
import { ANCHOR, answerBlocks, type TextBlock, type TextSpan, withoutLinks } from './answer-text.ts';
import { markedPieces, type TextPiece } from './text-marks.ts';

type Range = Parameters<typeof markedPieces>[1];

/** In the text, everything behind one of these is marked so, up to the next. No document needs these characters. */
const SIGNS = { none: '\uE000', quote: '\uE001', deciding: '\uE002' } as const;
const SIGN = /[\uE000-\uE002]/;
const EVERY_SIGN = /[\uE000-\uE002]/g;

/**
 * A part of a document as it reads, with the quoted words marked. Markup that is no Markdown stays the text that it is, and
 * of a link only its words are shown.
 *
 * @param isMarkdown false: its lines are shown as they are
 */
export function documentBlocks(
  window: { readonly text: string; readonly start: number },
  quote: Range,
  deciding: Range | null,
  isMarkdown: boolean,
): TextBlock[] {
  const pieces = markedPieces(window, quote, deciding).map(({ text, mark }) => ({
    text: text.replaceAll(EVERY_SIGN, '\uFFFD'),
    mark,
  }));
  if (!isMarkdown) return [{ kind: 'lines', spans: pieces.map(toSpan) }];
  const signed = pieces.map(({ text, mark }) => `${SIGNS[mark]}${text}`).join('');
  return withMarks(answerBlocks(tidied(movedSigns(signed))));
}

/** A passage as a report repeats it: entries begin with a dot, lines of code are code each, and what decides is bold. */
export function passageBlocks(pieces: readonly { readonly text: string; readonly isBold: boolean }[]): TextBlock[] {
  const signed = pieces.map(
    ({ text, isBold }) => `${isBold ? SIGNS.deciding : SIGNS.none}${text.replaceAll(EVERY_SIGN, '')}`,
  );
  return withMarks(answerBlocks(movedSigns(withCodeAndEntries(signed.join('')))));
}

const CODE_LINE = /^[ \t]*(?:`([^`]+)`|`` ?(.+?) ?``)$/;

function withCodeAndEntries(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => ({ code: CODE_LINE.exec(line), line: line.replace(/^([\uE000-\uE002]?[ \t]*)• /, '$1* ') }));
  return lines
    .map(({ code, line }, index) => {
      if (code === null) return line;
      const begins = (lines[index - 1]?.code ?? null) === null;
      const ends = (lines[index + 1]?.code ?? null) === null;
      return `${begins ? '\n```\n' : ''}${code[1] ?? code[2] ?? ''}${ends ? '\n```\n' : ''}`;
    })
    .join('\n');
}

/** Whether the stored text of a document is Markdown. @param mediaType of the document; null: only its name tells it */
export function isStoredAsMarkdown(mediaType: string | null, locator: string): boolean {
  if (mediaType !== null) return !/^(?:application\/pdf|text\/(?:plain|csv|x-source|x-data)|image\/)/.test(mediaType);
  return /\.(?:md|markdown|mdx|html?|docx|odt|epub|rtf|pptx|eml)$/i.test(locator) || !/\.\w{1,5}$/.test(locator);
}

function toSpan({ text, mark }: TextPiece): TextSpan {
  return { kind: 'text', text, ...(mark !== 'none' && { mark }) };
}

/** Out of the marks that Markdown is read by, which a sign would hide. */
function movedSigns(text: string): string {
  return text
    .replaceAll(/\n([\uE000-\uE002])(?=\n)/g, '$1\n')
    .replaceAll(/^([\uE000-\uE002])(```[^\n]*\n)/gm, '$2$1')
    .replaceAll(/^(```[^\n\uE000-\uE002]*)([\uE000-\uE002])([^\n]*)\n/gm, '$1$3\n$2')
    .replaceAll(/^([ \t]*)([\uE000-\uE002])((?:#{1,6} |[-*+] +|\d+[.)] +|> ?|\|[ \t]*))/gm, '$1$3$2')
    .replaceAll(/(\|[ \t]*)([\uE000-\uE002])$/gm, '$2$1')
    .replaceAll(/([\\*])([\uE000-\uE002])(?=[*!-/[-`])/g, '$2$1');
}

const FENCED = /(^```[\s\S]*?(?:^```[ \t]*$|(?![\s\S])))/m;
/** What answers have not, but documents do: links, quotations, notes, rules below headings. */
function tidied(text: string): string {
  return text
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : tidiedProse(part)))
    .join('');
}

function tidiedProse(text: string): string {
  return withoutLinks(text, signsIn)
    .replaceAll(ANCHOR, signsIn)
    .replaceAll(/^[ \t]{0,3}> ?/gm, '')
    .replaceAll(/\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, (_, name: string) => `**${nameOf(name)}**`)
    .replaceAll(/^[ \t]*(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '');
}

function nameOf(name: string): string {
  return `${name.charAt(0)}${name.slice(1).toLowerCase()}`;
}

function signsIn(text: string): string {
  return (text.match(EVERY_SIGN) ?? []).join('');
}

/** Takes the signs out again, and marks what is between them. */
function withMarks(blocks: readonly TextBlock[]): TextBlock[] {
  let mark: TextPiece['mark'] = 'none';
  const split = (span: TextSpan): TextSpan[] => {
    // Numbers in brackets are the document's own.
    const whole = span.kind === 'citation' ? ({ kind: 'text', text: `[${span.number}]` } as const) : span;
    return whole.text.split(/(?<=[\uE000-\uE002])|(?=[\uE000-\uE002])/).flatMap((text) => {
      if (!SIGN.test(text)) return text === '' ? [] : [{ ...whole, text, ...(mark !== 'none' && { mark }) }];
      mark = text === SIGNS.quote ? 'quote' : text === SIGNS.deciding ? 'deciding' : 'none';
      return [];
    });
  };
  const splitAll = (spans: readonly TextSpan[]): TextSpan[] => spans.flatMap(split);
  return blocks.map((block): TextBlock => {
    switch (block.kind) {
      case 'list':
        return { ...block, items: block.items.map(splitAll) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(splitAll)) };
      case 'heading':
      case 'paragraph':
      case 'code':
      case 'lines':
        return { ...block, spans: splitAll(block.spans) };
    }
  });
}

/** A place in the text of a document. */
export interface DocumentPlace {
  readonly start: number;
  readonly end: number;
  /** What it is called, or the words around it. */
  readonly label: string;
}

interface Heading extends DocumentPlace {
  /** From 1. */
  readonly level: number;
}

/** Headings of a Markdown text; what looks like one in code is left out. */
export function headingsIn(text: string): Heading[] {
  let at = 0;
  let isCode = false;
  return text.split('\n').flatMap((line) => {
    const lineStart = at;
    at += line.length + 1;
    if (line.startsWith('```')) isCode = !isCode;
    const [signs = ''] = /^#{1,6}(?=[ \t])/.exec(line) ?? [];
    const label = line
      .slice(signs.length)
      .trim()
      .replace(/#{1,6}$/, '')
      .trim();
    if (isCode || signs === '' || label === '') return [];
    const start = lineStart + line.indexOf(label, signs.length);
    return [{ start, end: start + label.length, label: plain(label), level: signs.length }];
  });
}

/** More than anybody looks through. */
const MOST_PLACES = 100;
/** Characters before and after what was found. */
const AROUND = 40;

/** Where a text has the words, in this order. */
export function placesWith(text: string, wanted: string): DocumentPlace[] {
  const pattern = patternOf(wanted.match(/\S+/g) ?? [], '\\s+');
  if (pattern === null) return [];
  return [...text.matchAll(pattern)].slice(0, MOST_PLACES).map(({ 0: found, index: start }) => {
    const end = start + found.length;
    const before =
      text
        .slice(Math.max(0, start - AROUND), start)
        .split('\n')
        .at(-1) ?? '';
    const [after = ''] = text.slice(end, end + AROUND).split('\n');
    // Whole words.
    const [first, last] = [before.length < AROUND ? 0 : before.indexOf(' '), after.lastIndexOf(' ')];
    return {
      start,
      end,
      label: `… ${plain(before.slice(first) + found + (after.length < AROUND ? after : after.slice(0, last)))} …`,
    };
  });
}

const LONGEST_QUOTE = 500;

/**
 * The place that somebody has selected, as it is shown, in the text as it is stored.
 *
 * @param before what is shown before it, from `from` on
 */
export function selectedPlace(
  text: string,
  { selected, before, from }: { readonly selected: string; readonly before: string; readonly from: number },
): DocumentPlace | null {
  const pattern = patternOf(selected.match(/[\p{L}\p{N}]+/gu) ?? [], '[^\\p{L}\\p{N}]+');
  if (pattern === null) return null;
  const earlier = [...before.matchAll(pattern)].length;
  const found = [...text.slice(from).matchAll(pattern)][earlier];
  if (found === undefined) return null;
  const start = from + found.index;
  const end = start + Math.min(found[0].length, LONGEST_QUOTE);
  return { start, end, label: plain(text.slice(start, end)) };
}

/** Where a note is pinned, also after other parts of the document have changed; null: nowhere. */
export function placeOfNote(text: string, { place }: Pick<DocumentNote, 'place'>): DocumentPlace | null {
  if (place === null) return null;
  const { start, quote } = place;
  const isThere = text.startsWith(quote, start);
  const at = isThere ? start : text.indexOf(quote);
  return at === -1 ? null : { start: at, end: at + quote.length, label: plain(quote) };
}

/** Words of notes that begin with #. */
export function tagsOf(notes: readonly Pick<DocumentNote, 'text'>[]): string[] {
  return [...new Set(notes.flatMap(({ text }) => text.match(/(?<=^|\s)#[\p{L}\p{N}_-]+/gu) ?? []))];
}

function patternOf(words: readonly string[], between: string): RegExp | null {
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return escaped.length === 0 ? null : new RegExp(escaped.join(between), 'giu');
}

/** On one line, without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replaceAll(/\*+|__|`|^#+ /gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

import type { Claim, Placement } from '@plumbline/contracts/evidence/claim';
import { lexer, type Token, type Tokens } from 'marked';
import {
  BOLD_END,
  BOLD_START,
  hasMark,
  holdMarks,
  readMarks,
  type ResolveMark,
  takeMarks,
  type UnmarkedText,
} from './written-marks.ts';
import { markedAtEnd, piecesOf, SENTENCE_END, sentencesOf, trimmed } from './written-sentences.ts';
import { cellsOfTable } from './written-table.ts';

/** A part of a text that a model wrote, in the order of reading. */
export type WrittenPart =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string }
  | { readonly kind: 'claims'; readonly claims: readonly WrittenClaim[] };

/** A claim whose citations are still marks. */
interface WrittenClaim extends UnmarkedText {
  readonly placement: Placement;
}

/** A claim of a text, and the addresses in it that there are not. */
export interface ReadClaim {
  readonly claim: Claim;
  readonly unknown: readonly string[];
}

/** A heading is short; what is longer, and only underlined or in bold, is a sentence. */
const LONGEST_HEADING = 120;
/** Held a mark. What ends a statement or a name is no comment: "wait();", "C#". */
const EMPTY_COMMENT = /(?<!\S)(?:#|\/\/|--|;|\/\*\s*\*\/|<!--\s*-->)$/u;

/** @param language ISO 639-1 code of the text */
export function readParts(markdown: string, language: string): WrittenPart[] {
  const { text, held } = holdMarks(markdown);
  const reading: Reading = { parts: [], held, language, block: 0 };
  for (const token of lexer(text)) readToken(reading, token);
  return reading.parts;
}

/**
 * A sentence without a mark connects or concludes; whether it may is checked later. An address that no passage has is a mark, too:
 * the sentence names a source, if an invented one.
 */
export function toClaim(written: WrittenClaim, resolve: ResolveMark): ReadClaim {
  const { words: text, marks, placement } = written;
  const { marked, unknown } = readMarks(
    marks.map(({ mark }) => mark),
    resolve,
  );
  const pieces = placement.form === 'code' ? null : piecesOf(written, resolve);
  const { citations, derivation, absence } = marked;
  const isMarked = citations.length > 0 || derivation !== undefined || absence !== undefined || unknown.length > 0;
  return {
    claim: {
      text,
      ...marked,
      ...(pieces !== null && { pieces }),
      placement,
      ...(!isMarked && { isInference: true as const }),
    },
    unknown,
  };
}

/** What was read so far. */
interface Reading {
  readonly parts: WrittenPart[];
  readonly held: readonly string[];
  readonly language: string;
  /** Number of the next block below its heading. */
  block: number;
}

function add(reading: Reading, claims: readonly WrittenClaim[]): void {
  if (claims.length === 0) return;
  reading.parts.push({ kind: 'claims', claims });
  reading.block += 1;
}

function addHeading(reading: Reading, depth: number, words: string): void {
  const text = takeMarks(words, reading.held)
    .words.trim()
    .replace(/^\d+(?:\.\d+)*[.)]\s+|:$/gu, '')
    .trim();
  if (text !== '') reading.parts.push({ kind: 'heading', depth, text });
  reading.block = 0;
}

function addSentences(reading: Reading, words: string): void {
  const { parts, held, language, block } = reading;
  const unmarked = takeMarks(words, held);
  if (/[\p{L}\p{N}]/u.test(unmarked.words)) {
    const placement = { form: 'paragraph', block } as const;
    add(
      reading,
      sentencesOf(unmarked, language).map((said) => ({ ...said, placement })),
    );
    return;
  }
  const before = parts.at(-1);
  const marks = unmarked.marks.map(({ mark }) => mark);
  if (before?.kind !== 'claims' || marks.length === 0) return;
  parts[parts.length - 1] = { kind: 'claims', claims: withMarks(before.claims, marks) };
}

function addTable(reading: Reading, token: Tokens.Table): void {
  const [head = [], ...rows] = [token.header, ...token.rows].map((cells) =>
    cells.map(({ tokens }) => takeMarks(wordsOf(tokens), reading.held)),
  );
  add(reading, cellsOfTable(head, rows, reading.block));
}

/** Code in an entry is a block of its own, behind which the list goes on. */
function addList(reading: Reading, list: Tokens.List): void {
  let item = -1;
  let open: WrittenClaim[] = [];
  const close = (): void => {
    add(reading, open);
    open = [];
  };
  /** @param outer the entry that the list is nested in; what is nested deeper comes to the same level */
  const read = ({ items, ordered, start }: Tokens.List, outer: number | null, isDeeper: boolean): void => {
    for (const [index, entry] of items.entries()) {
      item += 1;
      const own = item;
      const { text, rest } = openingOf(entry, reading.held);
      const number = ordered && !isDeeper ? { number: Number(start) + index } : {};
      const within = outer === null ? {} : { within: outer };
      const placement = { form: 'list' as const, block: reading.block, item: own, ...number, ...within };
      open.push(...sentencesOf(text, reading.language).map((said) => ({ ...said, placement })));
      for (const token of rest) {
        if (token.type === 'list') {
          read(token as Tokens.List, outer ?? own, outer !== null);
        } else {
          close();
          readToken(reading, token);
        }
      }
    }
  };
  read(list, null, false);
  close();
}

function addCode(reading: Reading, token: Tokens.Code): void {
  const { words, marks } = takeCode(token.text, reading.held);
  if (words.trim() === '') return;
  const [language] = /^[\w+#.-]{1,20}(?=\s|$)/u.exec(token.lang ?? '') ?? [];
  const placement = { form: 'code' as const, block: reading.block, ...(language !== undefined && { language }) };
  const code = { words, marks: [], bold: [], placement };
  add(reading, [markedAtEnd(code, [...marks, ...marksAbove(reading.parts.at(-1))])]);
}

function readToken(reading: Reading, token: Token): void {
  const { tokens = [] } = token as Tokens.Generic;
  switch (token.type) {
    case 'heading':
      if (isUnderlinedSentence(token as Tokens.Heading)) addSentences(reading, wordsOf(tokens));
      else addHeading(reading, (token as Tokens.Heading).depth, wordsOf(tokens));
      break;
    case 'paragraph':
    case 'text':
      if (isBoldHeading(tokens)) addHeading(reading, BOLD_DEPTH, wordsOf(tokens));
      else addSentences(reading, wordsOf(tokens.length > 0 ? tokens : [token]));
      break;
    case 'list':
      addList(reading, token as Tokens.List);
      break;
    case 'table':
      addTable(reading, token as Tokens.Table);
      break;
    case 'code':
      addCode(reading, token as Tokens.Code);
      break;
    case 'blockquote':
      for (const one of tokens) readToken(reading, one);
      break;
    case 'html':
      addSentences(reading, token.raw.replace(/<!--[\s\S]{0,2000}?-->|<[^<>]*>/gu, ' '));
      break;
  }
}

/** Of a line in bold that is a heading: below those with marks. */
export const BOLD_DEPTH = 7;

function isBoldHeading(tokens: readonly Token[]): boolean {
  const [only, ...others] = tokens.filter(({ raw }) => raw.trim() !== '');
  if (only?.type !== 'strong' || others.some(({ raw }) => raw.trim() !== ':')) return false;
  return (
    only.raw.length <= LONGEST_HEADING && !hasMark(only.raw) && !SENTENCE_END.test(takeMarks(wordsOf([only]), []).words)
  );
}

/** A rule right below a paragraph makes it a heading. */
function isUnderlinedSentence({ raw, text }: Tokens.Heading): boolean {
  return !/^ {0,3}#/u.test(raw) && (hasMark(raw) || text.length > LONGEST_HEADING || SENTENCE_END.test(text));
}

/** Marks below a block are of the entries, rows and lines that have none; where all have, of its end. */
function withMarks(claims: readonly WrittenClaim[], marks: readonly string[]): WrittenClaim[] {
  const marked = new Set(claims.filter((claim) => claim.marks.length > 0).map(entryOf));
  const bare = claims.filter((claim) => claim.placement.form !== 'paragraph' && !marked.has(entryOf(claim)));
  const last = claims.at(-1);
  // Of a bare entry its last sentence takes them.
  const ends = new Map(bare.map((claim) => [entryOf(claim), claim]));
  const takers = new Set(ends.size > 0 ? ends.values() : last === undefined ? [] : [last]);
  return claims.map((claim) => (takers.has(claim) ? markedAtEnd(claim, marks) : claim));
}

/** Sentences of one entry of a list belong together; all else is by itself. */
function entryOf(claim: WrittenClaim): unknown {
  const { placement } = claim;
  return placement.form === 'list' && placement.item !== undefined ? placement.item : claim;
}

/** "They are set so [p1.3]:" above code. */
function marksAbove(before: WrittenPart | undefined): readonly string[] {
  const last = before?.kind === 'claims' ? before.claims.at(-1) : undefined;
  return last?.words.endsWith(':') === true ? last.marks.map(({ mark }) => mark) : [];
}

function takeCode(
  code: string,
  held: readonly string[],
): { readonly words: string; readonly marks: readonly string[] } {
  const taken = code.split('\n').map((line) => ({ line, ...takeMarks(line, held) }));
  const lines = taken.flatMap(({ line, words, marks }) => {
    if (marks.length === 0) return [line];
    const kept = words.trimEnd().replace(EMPTY_COMMENT, '').trimEnd();
    return kept.trim() === '' ? [] : [kept];
  });
  return { words: lines.join('\n'), marks: taken.flatMap(({ marks }) => marks.map(({ mark }) => mark)) };
}

/** The words of an entry up to its first block, and what follows them. */
function openingOf({ tokens }: Tokens.ListItem, held: readonly string[]) {
  const at = tokens.findIndex(({ type }) => type === 'list' || type === 'code');
  const opening = at < 0 ? tokens : tokens.slice(0, at);
  const words = opening.map((token) => wordsOf((token as Tokens.Generic).tokens ?? [token])).filter(Boolean);
  return { text: trimmed(takeMarks(words.join(' '), held)), rest: at < 0 ? [] : tokens.slice(at) };
}

const BOLD_SIGNS = /[\uE002\uE003]/gu;

/** Tags by which models set off words; any other is a name in angle brackets. */
const STYLING = /^<\/?(?:b|i|u|em|strong|sup|sub|span|p|mark|small|code|kbd)\b[^>]*>$/iu;

/** The words of inline Markdown: with the marks of code, and signs around what is bold. What is struck out is not said. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => wordsOfToken(token))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

function wordsOfToken(token: Token): string {
  switch (token.type) {
    case 'strong':
      return `${BOLD_START}${inner(token).replace(BOLD_SIGNS, '')}${BOLD_END}`;
    case 'link':
      return inner(token);
    case 'em':
      // A product of numbers looks like emphasis.
      return /^[\d\s.,]+$/u.test(String(token['text'])) ? token.raw : inner(token);
    case 'del':
      return token.raw.startsWith('~~') ? '' : token.raw;
    case 'codespan':
      return hasMark(token.raw) ? String(token['text']) : token.raw;
    case 'br':
      return ' ';
    case 'html':
      return /^<br\b/iu.test(token.raw) ? ' ' : token.raw.replace(STYLING, '');
    case 'escape':
    case 'image':
      return String(token['text']);
    case 'checkbox':
      return '';
    default:
      return inner(token);
  }
}

function inner(token: Token): string {
  const { tokens } = token as Tokens.Generic;
  return tokens === undefined
    ? String((token as Tokens.Generic)['text'] ?? token.raw)
    : tokens.map(wordsOfToken).join('');
}

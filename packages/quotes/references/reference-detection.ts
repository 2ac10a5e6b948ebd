import { frontMatterEnd } from '@plumbline/text/front-matter';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { type ListedPlace, readPlaceList } from './place-list.ts';
import {
  ARXIV,
  DOI,
  IMAGE,
  INLINE_CODE,
  LABELLED_LINK,
  LINK_DEFINITION,
  LIST_ENTRIES,
  MARKDOWN_LINK,
  NAMED_WORKS,
  NAMELESS_WORK,
  OWN_PARAGRAPH,
  PARTS_OF_STANDARDS,
  PLACE_START,
  SECTION_OF_STANDARD,
  STANDARDS,
  TRAILING_MARKS,
  WEB_ADDRESS,
  WEB_TARGET,
} from './reference-patterns.ts';
import type { Reference } from './reference.ts';

/** A longer range means an area of a work, not a list of places. */
const LONGEST_RANGE = 20;

/**
 * The references of a text, in order. Skips headings (a place's own label), code and pictures.
 *
 * A list yields one reference for each of its places, a range one for each number, at most 20.
 */
export function detectReferences(text: string): Reference[] {
  const reader = createReader(text, withoutLabelsAndCode(text));
  reader.read(DOI, ([, id = '']) => [{ kind: 'identifier', number: id.replace(TRAILING_MARKS, '') }]);
  reader.read(ARXIV, ([, id = '']) => [{ kind: 'identifier', number: id }]);
  reader.read(MARKDOWN_LINK, ([, target = '']) => [linkTo(target)]);
  reader.read(WEB_ADDRESS, ([address]) => [{ kind: 'web', number: address.replace(TRAILING_MARKS, '') }]);
  reader.read(SECTION_OF_STANDARD, ([, work = '', number = '']) => [{ kind: 'section', number, work }]);
  reader.read(PARTS_OF_STANDARDS, ([work]) => [{ kind: 'work', number: '', work }]);
  reader.readPlaces();
  // Code in a label is blanked out in the readable text, so the label is taken from the original.
  reader.read(LABELLED_LINK, ({ 0: { length }, index }) => [labelledLink(text.slice(index, index + length))]);
  reader.read(NAMED_WORKS, (groups) => {
    const work = groups.slice(1).find((group) => group !== undefined) ?? '';
    return NAMELESS_WORK.test(work) ? [] : [{ kind: 'work', number: '', work }];
  });
  reader.read(STANDARDS, ([work]) => [{ kind: 'work', number: '', work: work.replace(TRAILING_MARKS, '') }]);
  reader.read(OWN_PARAGRAPH, ([, number = '']) => [{ kind: 'paragraph', number, paragraph: number }]);
  reader.read(LIST_ENTRIES, ([, numbers = '']) => entriesOf(numbers));
  return reader.references.sort((a, b) => a.start - b.start);
}

type Span = Pick<Reference, 'start' | 'end'>;
type Found = Pick<Reference, 'kind' | 'number'> & Partial<Pick<Reference, 'work' | 'paragraph'>>;

/** Reads pattern by pattern, and blanks out each match for the patterns after it. */
function createReader(text: string, readable: string) {
  const references: Reference[] = [];
  let left = readable;

  return {
    references,
    read(pattern: RegExp, toFound: (match: RegExpExecArray) => readonly Found[]): void {
      const taken: Span[] = [];
      for (const match of left.matchAll(pattern)) {
        const found = toFound(match);
        const written = match[0].replace(TRAILING_MARKS, '');
        const span = { start: match.index, end: match.index + written.length };
        for (const entry of found)
          references.push({
            text: oneLine(text.slice(span.start, span.end)),
            paragraph: null,
            work: null,
            ...span,
            ...oneLineWork(entry),
          });
        if (found.length > 0) taken.push({ start: match.index, end: match.index + match[0].length });
      }
      left = blanked(left, taken);
    },
    readPlaces(): void {
      const taken: Span[] = [];
      for (const { index } of left.matchAll(PLACE_START)) {
        if (index < (taken.at(-1)?.end ?? 0)) continue;
        const list = readPlaceList(left, index);
        references.push(...list.places.flatMap((place) => toReferences(left, place)));
        taken.push({ start: index, end: Math.max(list.end, index + 1) });
      }
      left = blanked(left, taken);
    },
  };
}

function toReferences(text: string, place: ListedPlace): Reference[] {
  const { kind, number, last, paragraph, start, end, work } = place;
  // In "§§ 4 und 7" the second place has no label of its own.
  const sign = kind === 'section' && /^\d/u.test(text.slice(start)) ? '§ ' : '';
  const written = `${sign}${text.slice(start, end)}${work === null ? '' : text.slice(work.start, work.end)}`;
  const numbers = last === null ? [number] : numbersBetween(number, last);
  return numbers.map((each) => ({
    text: oneLine(written),
    kind,
    number: each,
    paragraph: last === null ? paragraph : null,
    work: work?.name ?? null,
    start,
    end,
  }));
}

function linkTo(target: string): Found {
  return { kind: WEB_TARGET.test(target) ? 'web' : 'link', number: target };
}

function labelledLink(written: string): Found {
  const [, words = '', label = ''] = /^\[(.*)\]\[(.*)\]$/u.exec(written) ?? [];
  return { kind: 'labelled-link', number: label === '' ? words : label };
}

function entriesOf(numbers: string): Found[] {
  return numbers.split(/(?<!\s)\s*[,;]\s*/u).flatMap((part) => {
    const [first = '', last = first] = part.split(/(?<!\s)\s*[–-]\s*/u);
    return (first === last ? [first] : numbersBetween(first, last)).map((number) => ({ kind: 'entry', number }));
  });
}

/** Blanks out headings, code, pictures and the link targets at the end of a text; offsets stay the same. */
function withoutLabelsAndCode(text: string): string {
  const front = frontMatterEnd(text);
  const prose = blanked(text, [
    { start: 0, end: front },
    ...splitBlocks(text)
      .filter(({ kind, end }) => (kind === 'heading' || kind === 'code') && end > front)
      .map(({ lineStart, end }) => ({ start: Math.max(front, lineStart), end })),
  ]);
  return prose.replace(LINK_DEFINITION, blanks).replace(IMAGE, blanks).replace(INLINE_CODE, blanks);
}

/** All at once: a copy of the text for each would be work that grows with its square. @param spans in order, apart */
function blanked(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, ({ start, end }) => blanks(text.slice(start, end)));
}

/** Replaces the words of spans in a text, as of its quotations. */
export function replaceSpans<One extends Span>(
  text: string,
  spans: readonly One[],
  wordsOf: (span: One) => string,
): string {
  let replaced = '';
  let from = 0;
  for (const span of spans) {
    replaced += text.slice(from, span.start) + wordsOf(span);
    from = span.end;
  }
  return replaced + text.slice(from);
}

// No pattern matches across this character, which no text contains; line breaks stay.
function blanks(text: string): string {
  return text.replace(/[^\n]/gu, (character) => '\u0000'.repeat(character.length));
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function oneLineWork(found: Found): Found {
  return typeof found.work !== 'string' ? found : { ...found, work: oneLine(found.work) };
}

/**
 * Numbers from the first to the last, at most 20: "4"–"6" yields 4, 5, 6; "7a"–"7c" yields 7a, 7b, 7c; "12a"–"14"
 * yields 12a, 13, 14.
 */
export function numbersBetween(first: string, last: string): string[] {
  const from = splitNumber(first);
  const to = splitNumber(last);
  if (from === null || to === null || to.digits < from.digits) return [first, last];
  if (from.digits === to.digits) return lettersBetween(from, to.letter).slice(0, LONGEST_RANGE);
  const whole = Array.from({ length: to.digits - from.digits }, (_, index) => String(from.digits + index + 1));
  return [first, ...whole.slice(0, -1), last].slice(0, LONGEST_RANGE);
}

function lettersBetween({ digits, letter }: { digits: number; letter: string }, last: string): string[] {
  const [from = 96, to = 96] = [letter, last].map((value) => (value === '' ? 96 : value.charCodeAt(0)));
  const codes = Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => from + index);
  return codes.map((code) => `${digits}${code === 96 ? '' : String.fromCharCode(code)}`);
}

function splitNumber(number: string): { readonly digits: number; readonly letter: string } | null {
  const parts = /^(\d+)([a-z]?)$/u.exec(number);
  return parts === null ? null : { digits: Number(parts[1]), letter: parts[2] ?? '' };
}

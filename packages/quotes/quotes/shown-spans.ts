import type { Passage } from '@plumbline/contracts/evidence/source';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';

/** Offsets into a stored text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Passages that are shown as one, in their order. */
export interface ShownSpan<Read> extends Span {
  readonly read: readonly [Read, ...Read[]];
}

/** What is known of the document. */
interface ShownDocument {
  /** All passages, in order. */
  readonly passages: readonly Passage[];
  readonly text: string;
  /** Ids of passages that a model has seen. */
  readonly shownBefore: ReadonlySet<string>;
}

/** Longest text that parts of one section are joined to, in characters: a note has to do for it. */
const MAX_JOINED = 7_200;
/** A shorter rest of what was shown before says nothing of its own, in characters. */
const SHORTEST_REST = 40;

/**
 * Where the passages of one document are shown: each grown by what was cut off from it, without what was shown before, and the
 * parts of one section that touch or overlap as one. So no sentence is shown twice.
 *
 * @param read in any order
 */
export function shownSpans<Read>(
  read: readonly Read[],
  passageOf: (read: Read) => Passage,
  { passages, text, shownBefore }: ShownDocument,
): ShownSpan<Read>[] {
  const before = passages
    .filter(({ passageId }) => shownBefore.has(passageId))
    .map((passage) => joinedSpan(passage, passages, text));
  const spans: ShownSpan<Read>[] = [];
  for (const one of read.toSorted((a, b) => passageOf(a).start - passageOf(b).start)) {
    const passage = passageOf(one);
    const last = spans.at(-1);
    const grown = without(joinedSpan(passage, passages, text), before);
    const own = { start: Math.max(grown.start, last?.end ?? 0), end: grown.end };
    if (isShown(text.slice(own.start, own.end), own.start > passage.start)) {
      // The passage before holds all of it, unless it was shown before.
      if (last !== undefined && grown.start < last.end) spans.splice(-1, 1, { ...last, read: [...last.read, one] });
    } else if (last !== undefined && placeOf(passageOf(last.read[0])) === placeOf(passage) && touch(last, own, text)) {
      spans.splice(-1, 1, { start: last.start, end: own.end, read: [...last.read, one] });
    } else {
      spans.push({ ...own, read: [one] });
    }
  }
  return spans;
}

function isShown(rest: string, isCut: boolean): boolean {
  const { length } = rest.trim();
  return length === 0 || (isCut && length < SHORTEST_REST);
}

/** Whether nothing is between them, and one note may do for both. */
function touch(first: Span, second: Span, text: string): boolean {
  return text.slice(first.end, second.start).trim() === '' && second.end - first.start <= MAX_JOINED;
}

/** What is left of a span at its ends; empty where nothing is. */
function without(span: Span, others: readonly Span[]): Span {
  let { start, end } = span;
  for (const other of others.toSorted((a, b) => a.start - b.start)) {
    if (other.start <= start) start = Math.max(start, other.end);
  }
  for (const other of others.toSorted((a, b) => b.end - a.end)) {
    if (other.end >= end) end = Math.min(end, other.start);
  }
  return { start, end: Math.max(start, end) };
}

/** Most characters that a passage grows by at each end. */
const MAX_GROWTH = 2_400;
const LIST_ENTRY = /^[ \t>]*(?:[-*+•–]|\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})[.)])\s/iu;
const INTRODUCES = /:\s*$/u;

/**
 * A passage with what was cut off from it: the rest of a paragraph or table, the introduction of a list, the entries that an
 * introduction announces. Long sections are cut by length, and whom a figure is for may stand before the cut.
 *
 * @param passages of the document, in order
 */
export function joinedSpan(passage: Passage, passages: readonly Passage[], text: string): Span {
  const section = sectionOf(passage, passages);
  if (section.start === passage.start && section.end === passage.end) return section;
  const blocks = splitBlocks(text.slice(section.start, section.end)).map((block) => shifted(block, section.start));
  const own = blocks.filter(({ start, end }) => start < passage.end && passage.start < end);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return { start: passage.start, end: passage.end };
  return {
    start: nearest([openingOf(blocks, blocks.indexOf(first), text), first.lineStart], passage.start),
    end: nearest([closingOf(blocks, blocks.indexOf(last), text), last.end], passage.end),
  };
}

/** The first border that is near enough to where the passage was cut; else the cut. */
function nearest(borders: readonly number[], cut: number): number {
  return borders.find((border) => Math.abs(border - cut) <= MAX_GROWTH) ?? cut;
}

/** The passages before and after it that lie under the same heading, or on the same page. */
function sectionOf(passage: Passage, passages: readonly Passage[]): Span {
  const place = placeOf(passage);
  const index = passages.findIndex(({ passageId }) => passageId === passage.passageId);
  let [from, to] = [index, index];
  while (from > 0 && placeOf(passages[from - 1]) === place) from -= 1;
  while (to !== -1 && to < passages.length - 1 && placeOf(passages[to + 1]) === place) to += 1;
  return { start: passages[from]?.start ?? passage.start, end: passages[to]?.end ?? passage.end };
}

function placeOf(passage: Passage | undefined): string {
  return JSON.stringify([passage?.page, passage?.headingPath]);
}

/** Where a list or table begins that the block belongs to, with the words that introduce it; else where the block begins. */
function openingOf(blocks: readonly Block[], index: number, text: string): number {
  let from = index;
  while (from > 0 && (isEntry(blocks[from], text) || blocks[from]?.kind === 'table')) from -= 1;
  const before = blocks[from];
  const isPart = from === index || (before !== undefined && INTRODUCES.test(text.slice(before.start, before.end)));
  return (isPart || from === 0 ? before : blocks[from + 1])?.lineStart ?? 0;
}

/** Where a list ends that the block introduces or is an entry of; else where the block ends. */
function closingOf(blocks: readonly Block[], index: number, text: string): number {
  const block = blocks[index];
  const goesOn = block !== undefined && (isEntry(block, text) || INTRODUCES.test(text.slice(block.start, block.end)));
  let to = index;
  while (goesOn && isEntry(blocks[to + 1], text)) to += 1;
  return blocks[to]?.end ?? 0;
}

function isEntry(block: Block | undefined, text: string): boolean {
  return block?.kind === 'prose' && LIST_ENTRY.test(text.slice(block.lineStart, block.end));
}

function shifted(block: Block, by: number): Block {
  return { ...block, start: block.start + by, end: block.end + by, lineStart: block.lineStart + by };
}

/** Lines of an outline: more is a register, and no lead is found in it. */
const MOST_LINES = 40;
/** Lines for each passage that is shown: a document that only touches the question is not laid out in full. */
const LINES_PER_PASSAGE = 8;
const MAX_HEADING = 100;

/**
 * The headings of passages in order, each below its own. Of many only the upper levels, so that the whole stays in view.
 *
 * @param shown passages of the document that are shown beside the outline
 */
export function outlineOf(passages: readonly Pick<Passage, 'headingPath'>[], shown: number): readonly string[] {
  const most = Math.min(MOST_LINES, LINES_PER_PASSAGE * shown);
  const paths = new Map(passages.flatMap(pathsIn).map((path) => [JSON.stringify(path), path]));
  const all = [...paths.values()];
  const deepest = Math.max(0, ...all.map(({ length }) => length));
  for (let depth = deepest; depth > 1; depth -= 1) {
    const upper = all.filter(({ length }) => length <= depth);
    if (upper.length <= most) return upper.map(lineOf);
  }
  const top = all.filter(({ length }) => length <= 1).slice(0, most);
  return top.length > 1 ? top.map(lineOf) : all.slice(0, most).map(lineOf);
}

/** A heading without text of its own stands only in the paths of others. */
function pathsIn({ headingPath }: Pick<Passage, 'headingPath'>): string[][] {
  return headingPath.map((_, index) => headingPath.slice(0, index + 1));
}

function lineOf(path: readonly string[]): string {
  return `${'  '.repeat(path.length - 1)}${path.at(-1)?.slice(0, MAX_HEADING) ?? ''}`;
}

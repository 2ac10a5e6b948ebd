import type { Passage } from '@plumbline/contracts/evidence/source';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';

/** Offsets into a stored text, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
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

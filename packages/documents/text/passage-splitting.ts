import { modelReadSpans } from '@plumbline/contracts/evidence/model-read';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { frontMatterEnd } from '@plumbline/text/front-matter';
import { type Block, splitBlocks } from '@plumbline/text/markdown-blocks';
import { readPowers } from '@plumbline/text/powers';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import { splitCode } from './code-splitting.ts';

/** A passage before it has an id; its range neither starts nor ends with white space. */
export interface PassageRange {
  readonly start: number;
  readonly end: number;
  /** Headings above the passage, outermost first. */
  readonly headingPath: readonly string[];
  /** Where it begins, counted from 1; null without pages. */
  readonly page: number | null;
}

interface Section extends PassageRange {
  readonly blocks: readonly Block[];
}

/**
 * A section up to this length stays whole; longer ones are cut into equal parts below it. In characters. With 1,600, recall@10
 * on German law was 0.58 instead of 0.66.
 */
const MAX_LENGTH = 2_400;
/** Longest rest of a sentence on the page after the one where it begins, in characters. */
const LONGEST_TAIL = 600;
/** Names of the columns, the line below them, the first row. */
const ROWS_OF_HEADER = 3;
const SENTENCE_END = /[.!?…]["'”“’»)\]]*$/u;

/**
 * Splits a document into passages: one for each section under a heading or each page; splits longer ones into equal
 * parts at paragraph boundaries, then at sentence boundaries. A text for programs is split as {@link splitCode} does. In
 * order, without overlap; leaves out front matter and bare headings.
 */
export function splitPassages(
  text: string,
  language: string,
  pages: readonly { readonly start: number; readonly end: number }[] | null,
): PassageRange[] {
  const sections = sectionsOf(text, language, pages);
  const filled = sections.filter((section) => section.blocks.some((block) => block.kind !== 'heading'));
  return (filled.length === 0 ? sections : filled).flatMap((section) => splitSection(text, section, language));
}

type Range = Pick<Section, 'start' | 'end'>;

function sectionsOf(text: string, language: string, pages: readonly Range[] | null): Section[] {
  if (language === NO_LANGUAGE)
    return splitCode(text).map((part) => ({
      ...part,
      page: null,
      blocks: [{ kind: 'code', level: 0, start: part.start, end: part.end, lineStart: part.start }],
    }));
  return pages === null ? sectionsByHeading(text) : sectionsByPage(text, withTails(text, language, pages));
}

/** A sentence that runs over to the next page belongs to the page where it begins, so that it can be quoted whole. */
function withTails(text: string, language: string, pages: readonly Range[]): Range[] {
  const tails = pages.map(({ start, end }, index) => {
    const before = pages[index - 1];
    const runsOn = before !== undefined && !/\n/.test(text.slice(before.end, start)) && before.end > before.start;
    return runsOn ? tailEnd(text.slice(start, end), language) : 0;
  });
  return pages.map(({ start, end }, index) => {
    const [own, next] = [tails[index] ?? 0, tails[index + 1] ?? 0];
    return { start: start + own, end: next === 0 ? end : (pages[index + 1]?.start ?? end) + next };
  });
}

/** End of the first sentence; 0 where it has none, or is too long to be the rest of one. */
function tailEnd(page: string, language: string): number {
  const [block] = splitBlocks(page);
  if (block === undefined) return 0;
  const [sentence] = splitSentences(page.slice(block.start, block.end), language);
  const end = block.start + (sentence?.end ?? 0);
  return end <= LONGEST_TAIL && SENTENCE_END.test(page.slice(0, end).trimEnd()) ? end : 0;
}

function sectionsByPage(text: string, pages: readonly Range[]): Section[] {
  return pages.map(({ start, end }, index) => ({
    start,
    end,
    headingPath: [],
    page: index + 1,
    blocks: splitBlocks(text.slice(start, end)).map((block) => shift(block, start)),
  }));
}

function shift(block: Block, by: number): Block {
  return { ...block, start: block.start + by, end: block.end + by, lineStart: block.lineStart + by };
}

function sectionsByHeading(text: string): Section[] {
  const groups: { start: number; headings: readonly Heading[]; blocks: Block[] }[] = [
    { start: frontMatterEnd(text), headings: [], blocks: [] },
  ];
  for (const block of splitBlocks(text)) {
    const current = groups.at(-1);
    if (block.kind !== 'heading') current?.blocks.push(block);
    else {
      const above = (current?.headings ?? []).filter((heading) => heading.level < block.level);
      const title = plainHeading(text.slice(block.start, block.end));
      groups.push({ start: block.lineStart, headings: [...above, { level: block.level, title }], blocks: [block] });
    }
  }
  return groups.map(({ start, headings, blocks }, index) => ({
    start,
    end: groups[index + 1]?.start ?? text.length,
    headingPath: headings.map((heading) => heading.title).filter((title) => title !== ''),
    page: null,
    blocks,
  }));
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

function splitSection(text: string, section: Section, language: string): PassageRange[] {
  const { headingPath, page } = section;
  const whole = trimRange(text, section.start, section.end);
  const parts = Math.ceil((whole.end - whole.start) / MAX_LENGTH);
  const starts = parts <= 1 ? [whole.start] : partStarts(whole, cutPoints(text, section, language), parts);

  return starts
    .map((start, index) => trimRange(text, start, starts[index + 1] ?? whole.end))
    .filter((range) => range.end > range.start)
    .map((range) => ({ ...range, headingPath, page }));
}

/** Starts of the parts: each at the last cut point before the previous part would exceed its share. */
function partStarts(whole: { start: number; end: number }, cuts: readonly number[], parts: number): number[] {
  const share = (whole.end - whole.start) / parts;
  const starts = [whole.start];
  let current = whole.start;
  let previousCut = whole.start;
  for (const cut of [...cuts.filter((point) => point > whole.start), whole.end]) {
    const isTooLong = cut - current > MAX_LENGTH && previousCut > current;
    const isFull = previousCut - current >= share * 0.95;
    if (isTooLong || isFull) {
      starts.push(previousCut);
      current = previousCut;
    }
    previousCut = cut;
  }
  return starts;
}

/** Where a section may be cut: before a block; inside a long one before a sentence, a line, or at worst anywhere. */
function cutPoints(text: string, section: Section, language: string): number[] {
  const points: number[] = [];
  const held = rowsHeld(text, section.blocks);
  for (const [index, block] of section.blocks.entries()) {
    // The heading stays with the text below it.
    if (section.blocks[index - 1]?.kind !== 'heading' && !held.has(block)) points.push(block.lineStart);
    if (block.end - block.start > MAX_LENGTH / 2) points.push(...insideCuts(text, block, language));
  }
  const cuts = withHardCuts(text, points, section.end);
  // Such a line says at its beginning that it is one.
  const whole = modelReadSpans(text.slice(section.start, section.end));
  const isInside = (cut: number): boolean =>
    whole.some(({ start, end }) => start < cut - section.start && cut - section.start < end);
  return whole.length === 0 ? cuts : cuts.filter((cut) => !isInside(cut));
}

/** Rows that stay with the row above: of a table that fits into a passage all, else those next to the header. */
function rowsHeld(text: string, blocks: readonly Block[]): ReadonlySet<Block> {
  const held = new Set<Block>();
  let table: Block[] = [];
  const close = (): void => {
    const [first, last] = [table[0], table.at(-1)];
    const fits = first !== undefined && last !== undefined && last.end - first.lineStart <= MAX_LENGTH;
    for (const row of table.slice(1, fits ? table.length : ROWS_OF_HEADER)) held.add(row);
    table = [];
  };
  for (const block of blocks) {
    const above = table.at(-1);
    if (above !== undefined && (block.kind !== 'table' || /\n[ \t]*\r?\n/.test(text.slice(above.end, block.lineStart))))
      close();
    if (block.kind === 'table') table.push(block);
  }
  close();
  return held;
}

function insideCuts(text: string, block: Block, language: string): number[] {
  const content = text.slice(block.start, block.end);
  if (block.kind !== 'prose') return [...content.matchAll(/\n/g)].map((match) => block.start + match.index + 1);
  const sentences = splitSentences(content, language).slice(1);
  return sentences.map((sentence) => block.start + sentence.start);
}

/** Adds cuts at white space, or between characters, where a stretch without cuts is too long for a passage. */
function withHardCuts(text: string, points: readonly number[], end: number): number[] {
  const cuts: number[] = [];
  for (const [index, point] of points.entries()) {
    cuts.push(point);
    const next = points[index + 1] ?? end;
    let from = point;
    while (next - from > MAX_LENGTH) {
      from = hardCut(text, from);
      cuts.push(from);
    }
  }
  return cuts;
}

function hardCut(text: string, from: number): number {
  const limit = from + MAX_LENGTH;
  const space = text.slice(from + MAX_LENGTH / 2, limit).search(/\s\S*$/);
  if (space !== -1) return from + MAX_LENGTH / 2 + space + 1;
  const isInsidePair = /[\uDC00-\uDFFF]/.test(text[limit] ?? '');
  return isInsidePair ? limit - 1 : limit;
}

function trimRange(text: string, start: number, end: number): { start: number; end: number } {
  const slice = text.slice(start, end);
  const lead = slice.length - slice.trimStart().length;
  return { start: start + lead, end: start + Math.max(lead, slice.trimEnd().length) };
}

/** The plain text of a Markdown heading: the words of links, without what is struck out or hidden and marks for code and emphasis. */
export function plainHeading(markdown: string): string {
  return readPowers(withoutUnsaid(markdown))
    .replace(/!?\[([^\]]{0,1000})\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])/g, '$1')
    .replace(/<[^<>]*>|\{#[^{}]*\}/g, '')
    .replace(/[`*]+/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

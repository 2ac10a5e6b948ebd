import { counted } from '../../workflows/contracts/counted.ts';
import type { ParseOutcome, ParseQuestion, ParseReply, ParseRequest, UnreadableFile } from './parse-protocol.ts';
import type { LayerPart } from './pdf-layer-parts.ts';
import type { PageRange } from './pdf-layer.ts';

/** Pages of a large PDF that are read at a time. */
const PART_PAGES = 500;
/** Pages whose text is cleaned and split within one time limit; both take a small part of the time of reading. */
const JOINED_PAGES = 5_000;
/** The longest books and laws have a few thousand pages. */
const MOST_PAGES = 20_000;
/**
 * A page takes some 100 bytes, compressed some 20. A file can name the same page over and over and claim millions of them
 * in two kilobytes; what it claims beyond this is not there.
 */
const FEWEST_BYTES_A_PAGE = 20;
/** Of the text layers that are kept until they are joined: that of 20,000 full pages has about half of it. */
const MOST_LAYER_BYTES = 512 * 1_024 ** 2;

export interface LargePdf {
  readonly request: ParseRequest;
  readonly contentHash: string;
  readonly byteLength: number;
  /** As the file claims. */
  readonly pages: number;
}

export interface PartReading {
  /** @param timeLimits how often the time limit of a file is granted */
  ask(question: ParseQuestion, timeLimits: number): Promise<ParseReply>;
  /** Whether another part may be begun. */
  hasTime(): boolean;
  /** Called with the number of pages read so far, and of those that are read at most. */
  onPages(done: number, total: number): void;
}

/** The parts before the first one that was not read, and why that was not; null when all were read. */
interface ReadParts {
  readonly parts: readonly LayerPart[];
  readonly end: UnreadableFile | null;
}

/**
 * Reads a large PDF in parts. Each has the limits of a file; all together have limits of pages, time and memory. What was
 * read before a limit or an unreadable part is kept, and `problem` names the pages that were not read. Running heads and
 * feet show only in all pages together, so the text is made when all parts are read.
 *
 * @param sideBySide parts that are read at the same time
 */
export async function readInParts(pdf: LargePdf, sideBySide: number, reading: PartReading): Promise<ParseOutcome> {
  const { request, contentHash, pages } = pdf;
  const { parts, end } = await readParts(pdf, sideBySide, reading);
  if (parts.length === 0 && end !== null) return end;
  const done = Math.min(parts.length * PART_PAGES, readablePages(pdf));
  const join = { kind: 'join', request, contentHash, parts } as const;
  const reply = await reading.ask(join, Math.ceil(done / JOINED_PAGES));
  if (reply.kind === 'pages' || reply.kind === 'large') return refusal(reply, `all ${pages} pages`);
  if (reply.kind !== 'parsed' || done === pages) return reply;
  const unread = `pages ${done + 1} to ${pages} were not read: ${end?.reason ?? excessOf(pdf)}`;
  const problem = [reply.document.problem, unread].filter((each) => each !== null).join('; ');
  return { ...reply, document: { ...reply.document, problem } };
}

async function readParts(pdf: LargePdf, sideBySide: number, reading: PartReading): Promise<ReadParts> {
  const { request, contentHash } = pdf;
  const total = readablePages(pdf);
  const waiting = [...rangesOf(total).entries()];
  const parts: LayerPart[] = [];
  const ends: UnreadableFile[] = [];
  let [done, bytes] = [0, 0];
  const readOneByOne = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && ends.length === 0; next = waiting.shift()) {
      const [at, range] = next;
      if (!reading.hasTime() || bytes > MOST_LAYER_BYTES) {
        ends.push({
          kind: 'unreadable',
          reason: reading.hasTime() ? 'their text takes too much memory' : 'reading takes too long',
        });
        return;
      }
      const reply = await reading.ask({ kind: 'pages', request, contentHash, pages: range }, 1);
      if (reply.kind !== 'pages') {
        ends.push(refusal(reply, `pages ${range.first} to ${range.last}`));
        return;
      }
      parts[at] = reply.part;
      bytes += 2 * reply.part.text.length + reply.part.numbers.byteLength;
      done += range.last - range.first + 1;
      reading.onPages(done, total);
    }
  };
  reading.onPages(0, total);
  await Promise.all(Array.from({ length: sideBySide }, readOneByOne));
  const gap = Array.from(parts).findIndex((part: LayerPart | undefined) => part === undefined);
  return { parts: gap === -1 ? parts : parts.slice(0, gap), end: ends[0] ?? null };
}

function readablePages({ pages, byteLength }: LargePdf): number {
  return Math.min(pages, MOST_PAGES, Math.max(PART_PAGES, Math.floor(byteLength / FEWEST_BYTES_A_PAGE)));
}

function excessOf({ pages, byteLength }: LargePdf): string {
  return byteLength / pages < FEWEST_BYTES_A_PAGE
    ? `a file of ${counted(byteLength, 'byte')} cannot hold them`
    : `at most ${MOST_PAGES} pages are read`;
}

function rangesOf(pages: number): PageRange[] {
  return Array.from({ length: Math.ceil(pages / PART_PAGES) }, (_, part) => ({
    first: part * PART_PAGES + 1,
    last: Math.min((part + 1) * PART_PAGES, pages),
  }));
}

function refusal(reply: ParseReply, where: string): UnreadableFile {
  const reason = reply.kind === 'unreadable' ? reply.reason : 'keeps changing while it is read';
  return { kind: 'unreadable', reason: `${reason} (${where})` };
}

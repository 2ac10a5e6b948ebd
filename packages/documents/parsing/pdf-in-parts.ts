import { counted } from '@plumbline/contracts/common/counted';
import type { LayerPart } from '../pdf/pdf-layer-parts.ts';
import type { PageRange } from '../pdf/pdf-layer.ts';
import { SCANS_UNREAD } from '../scans/scan-reading.ts';
import { joinProblems } from '../text/file-format.ts';
import type {
  ParseOutcome,
  ParseQuestion,
  ParseReply,
  ParseRequest,
  RecognisedPart,
  UnreadableFile,
} from './parse-protocol.ts';

/** Pages of a large PDF that are read at a time. */
const PART_PAGES = 500;
/** Pages whose text is cleaned and split within one time limit; both take a small part of the time of reading. */
const JOINED_PAGES = 5_000;
/** The longest books and laws have a few thousand pages. */
const MOST_PAGES = 20_000;
/**
 * A page takes some 100 bytes, compressed some 20. A file can name the same page over and over and claim millions of
 * pages in two kilobytes; claims beyond this are ignored.
 */
const FEWEST_BYTES_A_PAGE = 20;
/** For the text layers that are kept until they are joined: a layer of 20,000 full pages needs about half of it. */
const MOST_LAYER_BYTES = 512 * 1_024 ** 2;
/** A damaged or hostile file must not hold a folder for hours: with 60 s for a file, a PDF may take ten minutes. */
const TIME_LIMITS = 10;

/** Scanned pages that are recognised at a time, so that the languages need not be loaded for each; each has a time limit. */
const SCANS_AT_A_TIME = 4;
/** More than most books have. */
const MOST_SCANS = 400;
/** For the scans of a file: a page takes some 2 s, and ten times as long on a machine that is busy. */
const TIME_LIMITS_OF_SCANS = 40;

interface LargePdf {
  readonly request: ParseRequest;
  readonly contentHash: string;
  readonly byteLength: number;
  /** As the file claims. */
  readonly pages: number;
}

interface PartReading {
  /** @param timeLimits how often the time limit of a file is granted */
  ask(question: ParseQuestion, timeLimits: number): Promise<ParseReply>;
  /** Whether another part may be begun. @param timeLimits that all together may take */
  hasTime(timeLimits: number): boolean;
  /** Called with the number of pages read so far, and of those that are read at most. */
  onPages(done: number, total: number): void;
}

/**
 * Reads a large PDF in parts. Each has the limits of a file; all together have limits of pages, time and memory. What was
 * read before a limit or an unreadable part is kept, and `problem` names the pages that were not read. Running heads and
 * feet show only in all pages together, so the text is made when all parts are read.
 *
 * @param sideBySide parts that are read at the same time
 */
export async function readInParts(pdf: LargePdf, sideBySide: number, reading: PartReading): Promise<ParseOutcome> {
  const { contentHash, pages } = pdf;
  const { parts, pictures, end } = await readParts(pdf, sideBySide, reading);
  if (parts.length === 0 && end !== null) return end;
  const done = Math.min(parts.length * PART_PAGES, readablePages(pdf));
  const { recognised, scans } = await readScans(pdf, pictures, sideBySide, reading);
  const request = { ...pdf.request, scans };
  const join = { kind: 'join', request, contentHash, parts, recognised } as const;
  const reply = await reading.ask(join, Math.ceil(done / JOINED_PAGES));
  if (reply.kind === 'unreadable' || reply.kind === 'unchanged') return reply;
  if (reply.kind !== 'parsed') return refusal(reply, `all ${pages} pages`);
  if (done === pages) return reply;
  const rest = `pages ${done + 1} to ${pages} were not read: ${end?.reason ?? excessOf(pdf)}`;
  return { ...reply, document: { ...reply.document, problem: joinProblems([reply.document.problem, rest]) } };
}

/** The parts before the first unread one with the pages that show pictures without text, and why that one was not read: `end`. */
async function readParts(pdf: LargePdf, sideBySide: number, reading: PartReading) {
  const { request, contentHash } = pdf;
  const total = readablePages(pdf);
  const waiting = [...rangesOf(total).entries()];
  const parts: LayerPart[] = [];
  const pictures: number[] = [];
  const ends: UnreadableFile[] = [];
  let [done, bytes] = [0, 0];
  const readOneByOne = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && ends.length === 0; next = waiting.shift()) {
      const [at, range] = next;
      if (!reading.hasTime(TIME_LIMITS) || bytes > MOST_LAYER_BYTES) {
        ends.push({
          kind: 'unreadable',
          reason: reading.hasTime(TIME_LIMITS) ? 'their text takes too much memory' : 'reading takes too long',
        });
        return;
      }
      const reply = await reading.ask({ kind: 'pages', request, contentHash, pages: range }, 1);
      if (reply.kind !== 'pages') {
        ends.push(refusal(reply, `pages ${range.first} to ${range.last}`));
        return;
      }
      parts[at] = reply.part;
      pictures.push(...reply.pictures);
      bytes += 2 * reply.part.text.length + reply.part.numbers.byteLength;
      done += range.last - range.first + 1;
      reading.onPages(done, total);
    }
  };
  reading.onPages(0, total);
  await Promise.all(Array.from({ length: sideBySide }, readOneByOne));
  const gap = Array.from(parts).findIndex((part: LayerPart | undefined) => part === undefined);
  const whole = gap === -1 ? parts : parts.slice(0, gap);
  const read = pictures.filter((number) => number <= whole.length * PART_PAGES).sort((a, b) => a - b);
  return { parts: whole, pictures: read, end: ends[0] ?? null };
}

/** The recognised scans of a file, and why the others were not read. */
async function readScans(
  { request, contentHash }: LargePdf,
  pictures: readonly number[],
  sideBySide: number,
  reading: PartReading,
) {
  const { scans = SCANS_UNREAD } = request;
  const { languages } = scans;
  if (languages === null) return { recognised: [], scans };
  const read = pictures.slice(0, MOST_SCANS);
  const waiting = Array.from({ length: Math.ceil(read.length / SCANS_AT_A_TIME) }, (_, part) =>
    read.slice(part * SCANS_AT_A_TIME, (part + 1) * SCANS_AT_A_TIME),
  );
  const recognised: RecognisedPart[] = [];
  let done = 0;
  const readOneByOne = async (): Promise<void> => {
    while (reading.hasTime(TIME_LIMITS_OF_SCANS)) {
      const numbers = waiting.shift();
      if (numbers === undefined) return;
      const reply = await reading.ask({ kind: 'recognise', request, contentHash, numbers, languages }, numbers.length);
      if (reply.kind === 'recognised') recognised.push(reply);
      done += numbers.length;
      reading.onPages(done, read.length);
    }
  };
  if (read.length > 0) reading.onPages(0, read.length);
  await Promise.all(Array.from({ length: sideBySide }, readOneByOne));
  if (waiting.length > 0) return { recognised, scans: { ...scans, unread: 'OCR takes too long' } };
  const excess = { ...scans, unread: `OCR reads at most ${MOST_SCANS} pages of a file` };
  return { recognised, scans: read.length < pictures.length ? excess : scans };
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

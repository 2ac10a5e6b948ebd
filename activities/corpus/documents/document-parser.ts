import PQueue from 'p-queue';
import { counted } from '../../../workflows/contracts/common/counted.ts';
import { type MemoryLimits, type ParseProcess, startParseProcess } from './parse-child.ts';
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
 * A page takes some 100 bytes, compressed some 20. A file can name the same page over and over and claim millions of
 * pages in two kilobytes; claims beyond this are ignored.
 */
const FEWEST_BYTES_A_PAGE = 20;
/** For the text layers that are kept until they are joined: a layer of 20,000 full pages needs about half of it. */
const MOST_LAYER_BYTES = 512 * 1_024 ** 2;

export interface DocumentParser {
  /**
   * A file's faults are outcomes, not rejections. Rejects when `signal` is aborted, and when something other than the
   * file ends the parsing process.
   *
   * @param onPages called while the parts of a large PDF are read
   */
  parse(
    request: ParseRequest,
    signal: AbortSignal,
    onPages?: (done: number, total: number) => void,
  ): Promise<ParseOutcome>;
  close(): Promise<void>;
}

export interface DocumentParserOptions {
  /** Time limit for one file, or one part of a large PDF, without its time in the queue; all parts have ten times as much. */
  readonly timeLimitMs: number;
  /** Memory that reading may take, in bytes. Processes share it; a file that needs more than a share is read alone. */
  readonly memoryLimitBytes?: number;
  /** Files that are read concurrently; others wait. */
  readonly concurrency?: number;
  /** Files that a process is given at a time, so that it never waits for the next; the others start when all have theirs. */
  readonly filesAhead?: number;
}

const MEMORY_LIMIT_BYTES = 1_536 * 1_024 ** 2;
/** Part of its memory that a process may keep between files; more of a share, because what is too large for it is read alone. */
const KEPT_PART = 1 / 2;
const KEPT_PART_OF_SHARE = 3 / 4;

/** A damaged or hostile file must not hold a folder for hours: with 60 s for a file, a PDF may take ten minutes. */
const TIME_LIMITS_OF_PARTS = 10;

/** A place for a process, which is started when it is needed. */
interface Place extends MemoryLimits {
  process: ParseProcess | null;
}

/**
 * Parses files in separate processes, so that no file can block or crash this one. A process is used for many files; one
 * that takes too long, takes too much memory or dies is replaced, and its file is reported as unreadable.
 */
export function createDocumentParser(options: DocumentParserOptions): DocumentParser {
  const { timeLimitMs, memoryLimitBytes = MEMORY_LIMIT_BYTES, concurrency = 1, filesAhead = 1 } = options;
  const queue = new PQueue({ concurrency: concurrency * filesAhead });
  const parts = new PQueue({ concurrency });
  const alone = new PQueue({ concurrency: 1 });
  const places = Array.from({ length: concurrency }, () =>
    placeOf(memoryLimitBytes / concurrency, concurrency > 1 ? KEPT_PART_OF_SHARE : KEPT_PART),
  );

  const ask = async (question: ParseQuestion, limitMs: number, signal: AbortSignal): Promise<ParseReply> => {
    for (;;) {
      // While a file is read alone nothing else begins.
      await alone.onIdle();
      const place = placeFor(places, question.kind === 'file' ? filesAhead : 1);
      const reply = await processOf(place).ask(question, limitMs, signal);
      if (reply === 'out of memory' && concurrency === 1) return outOfMemory(memoryLimitBytes);
      if (reply === 'alone' || reply === 'out of memory') {
        return addInTurn(alone, signal, () => askAlone(places, memoryLimitBytes, question, limitMs, signal));
      }
      if (reply !== 'again') return reply;
    }
  };
  const askPart = (question: ParseQuestion, timeLimits: number, signal: AbortSignal): Promise<ParseReply> =>
    addInTurn(parts, signal, () => ask(question, timeLimitMs * timeLimits, signal));

  return {
    async parse(request, signal, onPages = () => undefined) {
      const reply = await addInTurn(queue, signal, () => ask({ kind: 'file', request }, timeLimitMs, signal));
      if (reply.kind === 'pages') throw new Error('the parser answered another question');
      if (reply.kind !== 'large') return reply;
      const begun = performance.now();
      return readInParts({ ...reply, request }, concurrency, {
        ask: (question, timeLimits) => askPart(question, timeLimits, signal),
        hasTime: () => performance.now() - begun < timeLimitMs * TIME_LIMITS_OF_PARTS,
        onPages,
      });
    },
    async close() {
      await Promise.all(places.flatMap(({ process }) => process?.end() ?? []));
    },
  };
}

function placeOf(memoryLimitBytes: number, keptPart: number): Place {
  return { memoryLimitBytes, keptBytes: memoryLimitBytes * keptPart, process: null };
}

function loadOf({ process }: Place): number {
  return process?.isAlive() === true ? process.waiting() : 0;
}

/** The least loaded process that runs, unless all have their files and another one may start. */
function placeFor(places: readonly Place[], filesAhead: number): Place {
  const running = places.filter(({ process }) => process?.isAlive() === true).sort((a, b) => loadOf(a) - loadOf(b));
  const [least] = running;
  const stopped = places.find((place) => !running.includes(place));
  const chosen = least !== undefined && (loadOf(least) < filesAhead || stopped === undefined) ? least : stopped;
  if (chosen === undefined) throw new RangeError('A parser needs at least one process.');
  return chosen;
}

function processOf(place: Place): ParseProcess {
  if (place.process?.isAlive() !== true) place.process = startParseProcess(place);
  return place.process;
}

/**
 * Asks a process that has all the memory to itself: the others have read their files and have ended. So it is clear which
 * file makes a process end.
 */
async function askAlone(
  places: readonly Place[],
  memoryLimitBytes: number,
  question: ParseQuestion,
  timeLimitMs: number,
  signal: AbortSignal,
): Promise<ParseReply> {
  for (const { process } of places) {
    // Even if it is dying: ended before its exit is seen, it would report that it was closed.
    while (process !== null && process.waiting() > 0) await process.drained();
    await process?.end();
  }
  const process = startParseProcess(placeOf(memoryLimitBytes, KEPT_PART));
  try {
    const reply = await process.ask(question, timeLimitMs, signal);
    if (typeof reply !== 'string') return reply;
    if (reply === 'out of memory') return outOfMemory(memoryLimitBytes);
    throw new Error('one question does not wait for others');
  } finally {
    await process.end();
  }
}

function outOfMemory(memoryLimitBytes: number): UnreadableFile {
  const megabytes = Math.round(memoryLimitBytes / 1_024 ** 2);
  return {
    kind: 'unreadable',
    reason: `needs more than the ${megabytes} MB of memory that reading a file may take`,
  };
}

/** Work that is aborted in the queue leaves it; started work keeps its place until its process has ended. */
async function addInTurn<Result>(queue: PQueue, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const leave = (): void => waiting.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const begin = (): Promise<Result> => {
    signal.removeEventListener('abort', leave);
    return work();
  };
  return queue.add(begin, { signal: waiting.signal });
}

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
  /** Whether another part may be begun. */
  hasTime(): boolean;
  /** Called with the number of pages read so far, and of those that are read at most. */
  onPages(done: number, total: number): void;
}

/** The parts before the first unread one, and why that one was not read; null when all were read. */
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

import PQueue from 'p-queue';
import { createDescribedReading, type PictureReader } from './described-pictures.ts';
import { type MemoryLimits, type ParseProcess, startParseProcess } from './parse-child.ts';
import type { ParseOutcome, ParseQuestion, ParseReply, ParseRequest, UnreadableFile } from './parse-protocol.ts';
import { readInParts } from './pdf-in-parts.ts';

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
  /** Time limit for one file, or one part of a large PDF, without its time in the queue; see `readInParts`. */
  readonly timeLimitMs: number;
  /** Memory that reading may take, in bytes. Processes share it; a file that needs more than a share is read alone. */
  readonly memoryLimitBytes?: number;
  /** Files that are read concurrently; others wait. */
  readonly concurrency?: number;
  /** Describes pictures that documents show, where a request names a model for them; absent: nothing does. */
  readonly vision?: PictureReader | null | undefined;
  /** Files that a process is given at a time, so that it never waits for the next; the others start when all have theirs. */
  readonly filesAhead?: number;
}

const MEMORY_LIMIT_BYTES = 1_536 * 1_024 ** 2;
/** Part of its memory that a process may keep between files; more of a share, because what is too large for it is read alone. */
const KEPT_PART = 1 / 2;
const KEPT_PART_OF_SHARE = 3 / 4;

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
  const readDescribed = createDescribedReading(options.vision);
  const places = Array.from({ length: concurrency }, () => placeOf(memoryLimitBytes, concurrency));

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
      const reply = await readDescribed(request, signal, (asked) =>
        addInTurn(queue, signal, () => ask({ kind: 'file', request: asked }, timeLimitMs, signal)),
      );
      if (reply.kind !== 'large') return reply;
      const begun = performance.now();
      return readInParts({ ...reply, request }, concurrency, {
        ask: (question, timeLimits) => askPart(question, timeLimits, signal),
        hasTime: (timeLimits) => performance.now() - begun < timeLimitMs * timeLimits,
        onPages,
      });
    },
    async close() {
      await Promise.all(places.flatMap(({ process }) => process?.end() ?? []));
    },
  };
}

/** @param sharers processes that share the memory */
function placeOf(bytes: number, sharers: number): Place {
  const keptPart = sharers > 1 ? KEPT_PART_OF_SHARE : KEPT_PART;
  return { memoryLimitBytes: bytes / sharers, keptBytes: (bytes / sharers) * keptPart, process: null };
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
  const process = startParseProcess(placeOf(memoryLimitBytes, 1));
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

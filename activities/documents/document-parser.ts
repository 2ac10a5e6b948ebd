import PQueue from 'p-queue';
import { type ParseProcess, startParseProcess } from './parse-child.ts';
import type { ParseOutcome, ParseRequest } from './parse-protocol.ts';

export interface DocumentParser {
  /**
   * A file's faults are outcomes, not rejections. Rejects when `signal` is aborted, and when something other than the
   * file ends the parsing process.
   */
  parse(request: ParseRequest, signal: AbortSignal): Promise<ParseOutcome>;
  close(): Promise<void>;
}

export interface DocumentParserOptions {
  /** Time limit for one file, without its time in the queue. */
  readonly timeLimitMs: number;
  /** Memory limit of a parsing process, in bytes. */
  readonly memoryLimitBytes?: number;
  /** Files that are read concurrently; others wait. */
  readonly concurrency?: number;
}

const MEMORY_LIMIT_BYTES = 1_536 * 1_024 ** 2;

/**
 * Parses files in separate processes, so that no file can block or crash this one. A process is used for many files; one
 * that takes too long, takes too much memory or dies is replaced, and its file is reported as unreadable.
 */
export function createDocumentParser(options: DocumentParserOptions): DocumentParser {
  const { timeLimitMs, memoryLimitBytes = MEMORY_LIMIT_BYTES, concurrency = 1 } = options;
  const queue = new PQueue({ concurrency });
  const idle: ParseProcess[] = [];
  const alive = new Set<ParseProcess>();

  const take = (): ParseProcess => {
    for (let process = idle.pop(); process !== undefined; process = idle.pop()) {
      if (process.isAlive()) return process;
      alive.delete(process);
    }
    const started = startParseProcess(memoryLimitBytes);
    alive.add(started);
    return started;
  };
  const giveBack = (process: ParseProcess): void => {
    if (process.isAlive()) idle.push(process);
    else alive.delete(process);
  };

  return {
    parse: (request, signal) =>
      addInTurn(queue, signal, async () => {
        const process = take();
        try {
          return await process.ask(request, timeLimitMs, signal);
        } finally {
          giveBack(process);
        }
      }),
    async close() {
      idle.length = 0;
      await Promise.all([...alive].map((process) => process.end()));
      alive.clear();
    },
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

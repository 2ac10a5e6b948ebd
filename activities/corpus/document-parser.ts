import { Worker } from 'node:worker_threads';
import type { ReadDocument } from './document-reading.ts';
import type { FileFormat } from './file-format.ts';
import type { PassageRange } from './passage-splitting.ts';

export interface ParseRequest {
  readonly path: string;
  readonly locator: string;
  readonly format: FileFormat;
  /** Hash of the content that is in the index already; the file is not parsed again when it still has it. */
  readonly knownHash: string | null;
}

export interface ParsedFile {
  readonly kind: 'parsed';
  readonly contentHash: string;
  readonly byteLength: number;
  readonly document: ReadDocument;
  readonly passages: readonly PassageRange[];
}

export type ParseOutcome =
  | ParsedFile
  | { readonly kind: 'unchanged'; readonly contentHash: string; readonly byteLength: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface DocumentParser {
  /** Never rejects because of the file: what is wrong with it is an outcome. Rejects when `signal` is aborted. */
  parse(request: ParseRequest, signal: AbortSignal): Promise<ParseOutcome>;
  close(): Promise<void>;
}

/** A document that needs more than this is refused alone, without harm to the process. */
const MAX_THREAD_MEMORY_MB = 2_048;

/** Parses files one after the other in a thread of their own; a thread that takes too long is ended and replaced. */
export function createDocumentParser({ timeLimitMs }: { readonly timeLimitMs: number }): DocumentParser {
  let thread: Worker | undefined;

  const close = async (): Promise<void> => {
    await thread?.terminate();
    thread = undefined;
  };

  return {
    async parse(request, signal) {
      signal.throwIfAborted();
      thread ??= startThread();
      const answer = await ask(thread, request, timeLimitMs, signal);
      if (typeof answer !== 'string') return answer;
      await close();
      signal.throwIfAborted();
      return { kind: 'unreadable', reason: answer };
    },
    close,
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEMORY_MB },
  });
  // An error that comes after the answer must not end the process.
  return thread.on('error', () => undefined);
}

/** The thread's answer, or why there is none and the thread has to go. */
function ask(
  thread: Worker,
  request: ParseRequest,
  timeLimitMs: number,
  signal: AbortSignal,
): Promise<ParseOutcome | string> {
  return new Promise((resolve) => {
    const settle = (answer: ParseOutcome | string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      thread.off('message', settle).off('error', onError).off('exit', onExit);
      resolve(answer);
    };
    const onAbort = (): void => settle('stopped');
    const onError = (error: unknown): void => settle(`cannot be parsed: ${messageOf(error)}`);
    const onExit = (): void => settle('cannot be parsed: the parser ended');
    const timer = setTimeout(() => settle(`takes longer than ${timeLimitMs / 1_000} s to read`), timeLimitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    thread.on('message', settle).on('error', onError).on('exit', onExit);
    thread.postMessage(request);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

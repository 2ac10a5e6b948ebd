import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ParseAnswer, ParseOutcome, ParseRequest } from './parse-protocol.ts';

/** A process that reads files one after another. */
export interface ParseProcess {
  /** Call again only after the last answer. After the time limit the process is killed, and the outcome says why. */
  ask(request: ParseRequest, timeLimitMs: number, signal: AbortSignal): Promise<ParseOutcome>;
  isAlive(): boolean;
  end(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('./parse-process.ts', import.meta.url));
/** The rest is left for memory outside the heap. */
const HEAP_SHARE = 2 / 3;
/** Signals with which V8 and the kernel end a process that is out of memory; the watchdog uses them too. */
const OUT_OF_MEMORY_SIGNALS: readonly (string | null)[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];
/** Signals from outside, when a service stops or a terminal closes. */
const FOREIGN_SIGNALS: readonly (string | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

export function startParseProcess(memoryLimitBytes: number): ParseProcess {
  const child = forkChild(memoryLimitBytes);
  let isEnded = false;
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const end = async (): Promise<void> => {
    isEnded = true;
    if (hasExited()) return;
    const exited = once(child, 'exit');
    child.ref();
    if (child.kill('SIGKILL')) await exited;
  };

  return {
    async ask(request, timeLimitMs, signal) {
      child.ref();
      child.channel?.ref();
      const answer = await answerOf(child, request, timeLimitMs, signal);
      child.unref();
      child.channel?.unref();
      if (answer === 'exited') {
        if (isEnded) throw new Error('the parser was closed');
        return unreadable(reasonOfEnd(child, memoryLimitBytes));
      }
      // Memory left behind by this file must not fail the next one.
      if (typeof answer === 'string' || answer.residentBytes > memoryLimitBytes / 2) await end();
      signal.throwIfAborted();
      return typeof answer === 'string'
        ? unreadable(`takes longer than ${timeLimitMs / 1_000} s to read`)
        : answer.outcome;
    },
    isAlive: () => child.connected && !isEnded && !hasExited(),
    end,
  };
}

function forkChild(memoryLimitBytes: number): ChildProcess {
  const child = fork(ENTRY, [String(memoryLimitBytes)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${Math.floor((memoryLimitBytes * HEAP_SHARE) / 1_024 ** 2)}`],
    // It reads untrusted files, so its environment has no keys; its own process group shields it from Ctrl-C.
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An idle process must not keep the program running. An error shows as the end of the process.
  child.on('error', () => undefined).unref();
  child.channel?.unref();
  return child;
}

type Answer = ParseAnswer | 'stopped' | 'late' | 'exited';

/** The answer, or the reason for a missing one. */
function answerOf(
  child: ChildProcess,
  request: ParseRequest,
  timeLimitMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.off('message', settle).off('exit', onExit).off('error', onExit);
      resolve(answer);
    };
    const onAbort = (): void => settle('stopped');
    const onExit = (): void => settle('exited');
    const timer = setTimeout(() => settle('late'), timeLimitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('message', settle).on('exit', onExit).on('error', onExit);
    // If the process has already exited, its exit event settles this.
    child.send(request, () => undefined);
  });
}

function unreadable(reason: string): ParseOutcome {
  return { kind: 'unreadable', reason };
}

/** @throws when the cause is not the file */
function reasonOfEnd({ pid, signalCode, exitCode }: ChildProcess, memoryLimitBytes: number): string {
  if (pid === undefined) throw new Error('the parsing process cannot be started');
  if (FOREIGN_SIGNALS.includes(signalCode)) throw new Error(`something else ended the parsing process (${signalCode})`);
  if (OUT_OF_MEMORY_SIGNALS.includes(signalCode)) {
    return `needs more than the ${Math.round(memoryLimitBytes / 1_024 ** 2)} MB of memory that reading a file may take`;
  }
  return `cannot be parsed: the parser ended (${signalCode ?? exitCode})`;
}

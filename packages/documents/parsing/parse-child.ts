import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ParseAnswer, ParseQuestion, ParseReply } from './parse-protocol.ts';

/**
 * Why a question has no reply: its file needs more memory; the process had to end for another question (`again`); it
 * ended by itself while several waited, and it is unknown which one caused it (`alone`).
 */
type NoReply = 'out of memory' | 'again' | 'alone';

/** A process that reads files one after another. */
export interface ParseProcess {
  /**
   * After the time limit, which begins when the questions before are answered, the process is killed, and the reply says
   * why.
   */
  ask(question: ParseQuestion, timeLimitMs: number, signal: AbortSignal): Promise<ParseReply | NoReply>;
  /** Questions without an answer. */
  waiting(): number;
  /** Resolves when no question waits. */
  drained(): Promise<void>;
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

/** A question and where its answer goes; the process answers the oldest first. */
interface Waiting {
  readonly timeLimitMs: number;
  settle(answer: Answer): void;
}

type Answer = ParseAnswer | 'stopped' | 'late' | 'exited' | 'again' | 'alone';

export interface MemoryLimits {
  readonly memoryLimitBytes: number;
  /** With more memory in use after a file, the process is replaced. */
  readonly keptBytes: number;
}

export function startParseProcess(limits: MemoryLimits): ParseProcess {
  const child = forkChild(limits);
  const line = createLine(child);
  let isEnded = false;
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const end = async (): Promise<void> => {
    isEnded = true;
    if (hasExited()) return;
    const exited = once(child, 'exit');
    child.ref();
    if (child.kill('SIGKILL')) await exited;
  };
  /** For a reason in one question; the others are asked elsewhere. */
  const abandon = async (): Promise<void> => {
    line.passOn();
    await end();
  };

  return {
    async ask(question, timeLimitMs, signal) {
      const answer = await line.answerTo(question, timeLimitMs, signal);
      if (answer === 'again' || answer === 'alone') return answer;
      if (answer === 'exited') {
        if (isEnded) throw new Error('the parser was closed');
        return isOutOfMemory(child) ? 'out of memory' : unreadable(reasonOfEnd(child));
      }
      // Memory left behind by this file must not fail the next one.
      if (typeof answer === 'string' || answer.residentBytes > limits.keptBytes) await abandon();
      signal.throwIfAborted();
      return typeof answer === 'string'
        ? unreadable(`takes longer than ${timeLimitMs / 1_000} s to read`)
        : answer.reply;
    },
    waiting: () => line.length(),
    drained: () => line.drained(),
    isAlive: () => child.connected && !isEnded && !hasExited(),
    end,
  };
}

function forkChild({ memoryLimitBytes, keptBytes }: MemoryLimits): ChildProcess {
  const child = fork(ENTRY, [String(memoryLimitBytes), String(keptBytes)], {
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

/** The questions that wait for a process. */
function createLine(child: ChildProcess) {
  const line: Waiting[] = [];
  const empty = new EventEmitter();
  let timer: NodeJS.Timeout | undefined;
  const watchFirst = (): void => {
    clearTimeout(timer);
    const [first] = line;
    if (first !== undefined) timer = setTimeout(() => first.settle('late'), first.timeLimitMs);
  };
  const settleAll = (answer: Answer): void => {
    while (line[0] !== undefined) line[0].settle(answer);
  };
  const enter = (waiting: Waiting): void => {
    line.push(waiting);
    if (line.length > 1) return;
    setIdle(child, false);
    watchFirst();
  };
  const leave = (waiting: Waiting): void => {
    const at = line.indexOf(waiting);
    line.splice(at, 1);
    if (at === 0) watchFirst();
    if (line.length > 0) return;
    setIdle(child, true);
    empty.emit('empty');
  };
  // Not necessarily the first one: answers may be lost with the process.
  const onEnd = (): void => settleAll(line.length > 1 ? 'alone' : 'exited');
  child
    .on('message', (answer: ParseAnswer) => line[0]?.settle(answer))
    .on('exit', onEnd)
    .on('error', onEnd);

  return {
    answerTo: (...asked: Parameters<ParseProcess['ask']>) => answerFrom(child, { enter, leave }, ...asked),
    /** Answers `again` to all. */
    passOn: () => settleAll('again'),
    length: () => line.length,
    drained: async () => void (line.length > 0 && (await once(empty, 'empty'))),
  };
}

function answerFrom(
  child: ChildProcess,
  { enter, leave }: Readonly<Record<'enter' | 'leave', (waiting: Waiting) => void>>,
  ...[question, timeLimitMs, signal]: Parameters<ParseProcess['ask']>
): Promise<Answer> {
  return new Promise((resolve) => {
    const onAbort = (): void => waiting.settle('stopped');
    const waiting: Waiting = {
      timeLimitMs,
      settle(answer) {
        signal.removeEventListener('abort', onAbort);
        leave(waiting);
        resolve(answer);
      },
    };
    signal.addEventListener('abort', onAbort, { once: true });
    enter(waiting);
    // If the process has already exited, its exit event settles this.
    child.send(question, () => undefined);
  });
}

function setIdle(child: ChildProcess, isIdle: boolean): void {
  for (const part of [child, child.channel]) {
    if (isIdle) part?.unref();
    else part?.ref();
  }
}

function unreadable(reason: string): ParseReply {
  return { kind: 'unreadable', reason };
}

function isOutOfMemory({ signalCode }: ChildProcess): boolean {
  return OUT_OF_MEMORY_SIGNALS.includes(signalCode);
}

/** @throws when the cause is not the file */
function reasonOfEnd({ pid, signalCode, exitCode }: ChildProcess): string {
  if (pid === undefined) throw new Error('the parsing process cannot be started');
  if (FOREIGN_SIGNALS.includes(signalCode)) throw new Error(`something else ended the parsing process (${signalCode})`);
  return `cannot be parsed: the parser ended (${signalCode ?? exitCode})`;
}

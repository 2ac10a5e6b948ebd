import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { traitsOf } from '@plumbline/ranking/openai-embedder';
import { type Embedder, EmbeddingError } from '@plumbline/search/embedder';
import type { AddedModel } from './added-model.ts';
import type { EmbeddingAnswer, EmbeddingQuestion } from './embedding-process.ts';

const ENTRY = fileURLToPath(new URL('./embedding-process.ts', import.meta.url));
/** Loading takes two seconds, and the process a quarter of a gigabyte. */
const IDLE_MS = 300_000;
/** More than the model reads of any text. */
const MAX_TEXT_LENGTH = 8_000;
/** A process that ends at the same text again does so because of it. */
const ATTEMPTS = 2;

interface Waiting {
  readonly text: string;
  attempts: number;
  readonly settle: (outcome: Outcome) => void;
}

type Outcome = EmbeddingAnswer | 'ended';

/** Vectors of a model that is there, made in a process of its own, which starts with the first text. */
export function createProcessEmbedder(added: AddedModel): Embedder {
  const { prefixes } = traitsOf(added.model);
  const line = new QuestionLine(added);
  return {
    id: `${added.model} inside ${added.sha256.slice(0, 12)}`,
    async embed(texts, role, signal) {
      signal.throwIfAborted();
      const asked = texts.map((text) => `${prefixes[role]}${text}`.slice(0, MAX_TEXT_LENGTH).toWellFormed());
      const answers = await Promise.all(asked.map((text) => line.ask(text, role === 'query', signal)));
      return answers.map((answer) => {
        if (answer === 'ended') throw new EmbeddingError(`${describe(added)} ended while it read a text.`, 'shorter');
        if ('problem' in answer) throw new EmbeddingError(`${describe(added)} failed: ${answer.problem}. ${REMEDY}`);
        return answer.vector;
      });
    },
  };
}

const REMEDY = 'Fetch it again: npx plumbline model --remove, then npx plumbline model.';

function describe({ model, folder }: AddedModel): string {
  return `The model ${model} in ${folder}`;
}

/** Asks one question after another; queries go before passages. */
class QuestionLine {
  readonly #added: AddedModel;
  readonly #queries: Waiting[] = [];
  readonly #passages: Waiting[] = [];
  #child: ChildProcess | undefined;
  #isLoaded = false;
  #asked: Waiting | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(added: AddedModel) {
    this.#added = added;
  }

  ask(text: string, isQuery: boolean, signal: AbortSignal): Promise<Outcome> {
    const line = isQuery ? this.#queries : this.#passages;
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        if (line.includes(waiting)) line.splice(line.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const settle = (outcome: Outcome): void => {
        signal.removeEventListener('abort', abandon);
        resolve(outcome);
      };
      const waiting: Waiting = { text, attempts: 0, settle };
      signal.addEventListener('abort', abandon, { once: true });
      line.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    if (this.#asked !== undefined) return;
    clearTimeout(this.#idle);
    this.#asked = this.#queries.shift() ?? this.#passages.shift();
    setAwaited(this.#child, this.#asked !== undefined);
    if (this.#asked === undefined) this.#idle = setTimeout(() => this.#child?.kill('SIGKILL'), IDLE_MS).unref();
    else if (this.#child === undefined) this.#start();
    else if (this.#isLoaded) this.#send(this.#asked);
  }

  #start(): void {
    this.#isLoaded = false;
    // An error shows as the end of the process.
    this.#child = forkChild(this.#added)
      .on('message', (answer: EmbeddingAnswer) => this.#hear(answer))
      .on('error', () => undefined)
      .on('exit', () => this.#onExit());
  }

  #send(waiting: Waiting): void {
    this.#child?.send({ text: waiting.text } satisfies EmbeddingQuestion, () => undefined);
  }

  #hear(answer: EmbeddingAnswer): void {
    if (this.#isLoaded) return this.#settle(answer);
    if ('problem' in answer) {
      // It would be the same with the next text.
      for (const waiting of [...this.#queries.splice(0), ...this.#passages.splice(0)]) waiting.settle(answer);
      return this.#settle(answer);
    }
    this.#isLoaded = true;
    if (this.#asked !== undefined) this.#send(this.#asked);
  }

  #onExit(): void {
    this.#child = undefined;
    if (this.#asked === undefined) return;
    this.#asked.attempts += 1;
    if (this.#asked.attempts < ATTEMPTS) this.#start();
    else this.#settle('ended');
  }

  #settle(outcome: Outcome): void {
    this.#asked?.settle(outcome);
    this.#asked = undefined;
    this.#next();
  }
}

function forkChild({ tokenizer, weights, mapped }: AddedModel): ChildProcess {
  return fork(ENTRY, [tokenizer, weights, mapped], {
    serialization: 'advanced',
    // A small heap: a third less memory.
    execArgv: ['--expose-gc', '--max-semi-space-size=2', '--optimize-for-size'],
    // It needs nothing of the environment; its own process group shields it from Ctrl-C.
    env: {},
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** An idle process must not keep the program running. */
function setAwaited(child: ChildProcess | undefined, isAwaited: boolean): void {
  for (const part of [child, child?.channel]) {
    if (isAwaited) part?.ref();
    else part?.unref();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { withDegradation } from '@plumbline/model/calls';
import type { ReasoningCall } from '@plumbline/model/reasoner';
import { Context } from '@temporalio/activity';
import type { AnswerStream } from './sql-answer-stream.ts';

/** Between two appends, so that a fast model does not make more than about twenty a second. */
const PAUSE_MS = 50;

const STEP = 'answer-stream';
/** How much of a failure a degradation keeps, in characters. */
const MAX_CAUSE_LENGTH = 200;

/** What a reasoner calls while a model writes; empty without a reader. */
export type TextListener = Pick<ReasoningCall, 'onText' | 'onReset'>;

/**
 * Runs the reasoning of an answer, and streams its text where that is asked for. Text that came whole, or from the rules,
 * is appended at its end. A stream that fails costs the answer nothing but a degradation.
 *
 * @param textOf what a reader should see of the result; empty: the text so far is void
 */
export async function withStreamedText<Value>(
  stream: AnswerStream,
  { answerId, streams }: { readonly answerId: string; readonly streams: boolean },
  textOf: (value: Value) => string,
  reason: (listener: TextListener) => Promise<Reasoned<Value>>,
): Promise<Reasoned<Value>> {
  if (!streams) return reason({});
  const { onText, onReset, hasText, end } = createStreamedText(stream, answerId, Context.current().info.attempt);
  try {
    const { value, cost } = await reason({ onText, onReset });
    const text = textOf(value);
    if (hasText() && (cost.engine === 'offline' || text === '')) onReset();
    if (!hasText() && text !== '') onText(text);
    const fault = await end();
    if (fault === null) return { value, cost };
    const cause = `the text could not be streamed: ${fault}`.slice(0, MAX_CAUSE_LENGTH);
    return { value, cost: withDegradation(cost, { step: STEP, cause, count: 1 }) };
  } finally {
    await end();
  }
}

type TextEvent = Extract<AnswerEvent, { readonly kind: 'text' | 'reset' }>;

/**
 * Writes the text of one attempt into the stream of its answer, in order and without making the model wait. Begins with `reset`
 * where the stream may hold text that this attempt writes again. The first text is appended at once, what follows in batches.
 * After a failure of the stream nothing more is appended: text with a gap would mislead.
 *
 * @param attempt of the activity, from 1
 */
export function createStreamedText(stream: AnswerStream, answerId: string, attempt: number) {
  const ended = new AbortController();
  let waiting: TextEvent[] = [];
  let news = Promise.withResolvers<void>();
  let hasText = false;

  function add(event: TextEvent): void {
    hasText = event.kind === 'text';
    waiting = withEvent(waiting, event);
    news.resolve();
  }

  async function write(): Promise<void> {
    const writing = await beginWriting(stream, answerId, attempt);
    while (!ended.signal.aborted || waiting.length > 0) {
      await news.promise;
      news = Promise.withResolvers();
      for (const event of waiting.splice(0)) await stream.append(answerId, writing, event);
      await delay(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }

  const written = write().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return {
    onText: (text: string) => add({ kind: 'text', text }),
    onReset: () => add({ kind: 'reset' }),
    /** Whether there is text that is not void. */
    hasText: () => hasText,
    /** Appends what still waits. @returns why the stream does not have all of the text; null: it has */
    end: (): Promise<string | null> => {
      ended.abort();
      news.resolve();
      return written;
    },
  };
}

/** Adjacent texts become one; a reset makes what waits before it unnecessary. */
function withEvent(waiting: readonly TextEvent[], event: TextEvent): TextEvent[] {
  if (event.kind === 'reset') return [event];
  const last = waiting.at(-1);
  if (last?.kind !== 'text') return [...waiting, event];
  return [...waiting.slice(0, -1), { kind: 'text', text: last.text + event.text }];
}

/**
 * Several activities may write one answer, each with attempts of its own: the deep pass, or the rules after a model
 * that failed for good. An attempt appends under a higher number than any before, so that none of the earlier ones can
 * write into its text.
 *
 * @returns the number
 */
async function beginWriting(stream: AnswerStream, answerId: string, attempt: number): Promise<number> {
  const events = (await stream.read(answerId, 0)).map(({ event }) => event.kind);
  const resets = events.filter((kind) => kind === 'reset').length;
  const isVoid = attempt > 1 || events.slice(events.lastIndexOf('reset') + 1).includes('text');
  if (!isVoid) return resets + 1;
  await stream.append(answerId, resets + 2, { kind: 'reset' });
  return resets + 2;
}

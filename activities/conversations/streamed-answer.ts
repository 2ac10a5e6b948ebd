import { Context } from '@temporalio/activity';
import type { Reasoned } from '../../workflows/contracts/accounting.ts';
import { withDegradation } from '../reasoning/engine/cost.ts';
import type { ReasoningCall } from '../reasoning/engine/reasoner.ts';
import type { AnswerStream } from './answer-stream.ts';
import { createStreamedText } from './streamed-text.ts';

const STEP = 'answer-stream';
/** How much of a failure a degradation keeps, in characters. */
const MAX_CAUSE_LENGTH = 200;

/** What a reasoner calls while a model writes; empty where nobody reads along. */
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
    const isByRule = cost.engine === 'offline';
    if (hasText() && (isByRule || text === '')) onReset();
    if (!hasText() && text !== '') onText(text);
    const fault = await end();
    if (fault === null) return { value, cost };
    const cause = `the text could not be streamed: ${fault}`.slice(0, MAX_CAUSE_LENGTH);
    return { value, cost: withDegradation(cost, { step: STEP, cause, count: 1 }) };
  } finally {
    await end();
  }
}

import type { SilenceLimits } from '../../model-endpoint/signs-of-life.ts';

export interface AwaitedAnswer {
  /** The setting: longest silence between two tokens. */
  readonly timeoutMs: number;
  /** How many times the usual time it gets. */
  readonly patience: number;
  readonly promptTokens: number;
  readonly maxTokens: number;
  /** The server sends an answer only when it is complete. */
  readonly comesWhole: boolean;
}

/** With the default limit of 150 s: 20 tokens a second, which two cores manage with a model of a few billion weights. */
const PROMPT_TOKENS_PER_LIMIT = 3_000;

/** With the default limit: 10 tokens a second. Writing is slower than reading. */
const ANSWER_TOKENS_PER_LIMIT = 1_500;

/**
 * How long an answer is waited for.
 *
 * A server reads the whole prompt before the first token, so the time until then grows with the prompt. One that does
 * not stream also writes the whole answer in that time. Both grow by multiples of the setting: whoever raises it for a
 * slow machine raises them too.
 */
export function silenceLimits(awaited: AwaitedAnswer): SilenceLimits {
  const { patience, promptTokens, maxTokens, comesWhole } = awaited;
  const nextMs = awaited.timeoutMs * patience;
  const reading = promptTokens / PROMPT_TOKENS_PER_LIMIT;
  const writing = comesWhole ? maxTokens / ANSWER_TOKENS_PER_LIMIT : 0;
  return { firstMs: Math.ceil(nextMs * (1 + reading + writing)), nextMs };
}

import type { z } from 'zod';

/** A prompt as a value; untrusted text stands inside named tags of `user`. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** One reasoning step with its two engines: a prompt for a model, a rule without one. Same contract for both. */
export interface ReasoningStep<Input, Output> {
  /** Kebab case: `rewrite-query`. */
  readonly name: string;
  /** Which model; mapped in workers/config/worker-config.ts. */
  readonly role: 'small' | 'main';
  /** Part of the cache key: bump on any change of wording. */
  readonly version: number;
  readonly output: z.ZodType<Output>;
  /** Pure. */
  prompt(input: Input): Prompt;
  /**
   * Reads an answer that holds no JSON object; undefined when it says nothing. Without it such an answer is asked for again.
   */
  readText?(text: string): unknown;
  /** Deterministic, without a model. */
  offline(input: Input): Output;
}

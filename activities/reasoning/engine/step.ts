import type { z } from 'zod';

/** A prompt; untrusted text is inside named tags of `user`. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** One reasoning step for both engines: a prompt for a model, and an offline rule with the same contract. */
export interface ReasoningStep<Input, Output> {
  /** Kebab case: `rewrite-query`. */
  readonly name: string;
  /** Role of the model; workers/config/worker-config.ts maps it to a model. */
  readonly role: 'small' | 'main';
  /** Part of the cache key: bump on any change of wording. */
  readonly version: number;
  readonly output: z.ZodType<Output>;
  /** Pure. */
  prompt(input: Input): Prompt;
  /**
   * Reads an answer without a JSON object; undefined when it is unreadable. Without this function such an answer is
   * requested again.
   */
  readText?(text: string): unknown;
  /** Deterministic, without a model. */
  offline(input: Input): Output;
}

import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import type { ReasoningCost } from '@plumbline/contracts/research/accounting';
import type { z } from 'zod';

export interface ReasoningCall {
  readonly engine: 'configured' | 'offline';
  readonly metering: MeteringTerms;
  /** Aborts the request when the activity is cancelled. */
  readonly signal: AbortSignal;
  /**
   * Called with new text while a model writes it, in order: of the fields named `text`, or of Markdown without its marks.
   * The answer is not checked yet.
   */
  readonly onText?: (delta: string) => void;
  /** Called when the text so far is void, because the model begins again or its answer cannot be used. */
  readonly onReset?: () => void;
}

/** Runs reasoning steps on the configured engine. */
export interface Reasoner {
  /** Engine, endpoint and models: what it answers depends on them. Left out: the rules. */
  readonly identity?: string;
  run<Input, Output>(
    step: AnyReasoningStep<Input, Output>,
    input: Input,
    call: ReasoningCall,
  ): Promise<{ readonly value: Output; readonly cost: ReasoningCost }>;
}

/** A prompt; untrusted text is inside named tags of `user`. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
  /** A picture that the question is about, as a `data:` address. */
  readonly picture?: string;
  /** Ids of what is judged one by one, if anything is: the answer has a key for each. */
  readonly ids?: readonly string[];
  /** Most entries of the list that the run bounds. */
  readonly most?: number;
}

/**
 * One reasoning step for both engines: a prompt for a model, and an offline rule with the same contract.
 *
 * @typeParam Ruled what the rule returns: a promise where its work is long, so that it can pause
 */
export interface ReasoningStep<Input, Output, Ruled extends Output | Promise<Output> = Output> {
  /** Kebab case: `rewrite-query`. */
  readonly name: string;
  /** Role of the model; workers/config/worker-config.ts maps it to a model. */
  readonly role: 'small' | 'main';
  /** Part of the cache key: bump on any change of wording. */
  readonly version: number;
  /** `markdown`: the answer is a text and no JSON; `output` reads it as one string. */
  readonly writes?: 'markdown';
  /** Reads the answer; tolerant where models differ. */
  readonly output: z.ZodType<Output>;
  /** What is asked for where that is not `output`: a key for each id of the prompt, or the part that a model writes. */
  readonly asked?: (ids: readonly string[], most: number) => z.ZodType;
  /** Pure. */
  prompt(input: Input): Prompt;
  /**
   * Reads an answer without a JSON object; undefined when it is unreadable. Without this function such an answer is
   * requested again.
   */
  readText?(text: string): unknown;
  /** Deterministic, without a model. */
  offline(input: Input): Ruled;
}

/** A step whose rule may pause. */
export type AnyReasoningStep<Input, Output> = ReasoningStep<Input, Output, Output | Promise<Output>>;

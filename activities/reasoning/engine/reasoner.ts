import type { ReasoningCost } from '../../../workflows/contracts/accounting.ts';
import type { MeteringTerms } from '../../../workflows/contracts/metering.ts';
import type { AnyReasoningStep } from './step.ts';

export interface ReasoningCall {
  readonly engine: 'configured' | 'offline';
  readonly metering: MeteringTerms;
  /** Aborts the request when the activity is cancelled. */
  readonly signal: AbortSignal;
  /** Called with new text of the fields named `text`, in order, while a model writes them; the answer is not checked yet. */
  readonly onText?: (delta: string) => void;
  /** Called when the text so far is void, because the model begins again or its answer cannot be used. */
  readonly onReset?: () => void;
}

/** Runs reasoning steps on the configured engine. */
export interface Reasoner {
  run<Input, Output>(
    step: AnyReasoningStep<Input, Output>,
    input: Input,
    call: ReasoningCall,
  ): Promise<{ readonly value: Output; readonly cost: ReasoningCost }>;
}

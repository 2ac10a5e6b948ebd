import type { ReasoningStep } from '../../../activities/reasoning/engine/step.ts';

/** One step with an input and an answer that a model could give. */
export interface StepCase {
  readonly name: string;
  readonly step: ReasoningStep<unknown, unknown>;
  input(hostile?: string): unknown;
  readonly modelAnswer: unknown;
}

// The list mixes steps of different inputs; each input goes only to its own step.
export function caseOf<Input, Output>(
  step: ReasoningStep<Input, Output>,
  input: (hostile?: string) => Input,
  modelAnswer: Output,
): StepCase {
  return { name: step.name, step: step as ReasoningStep<unknown, unknown>, input, modelAnswer };
}

import type { AnyReasoningStep } from '@plumbline/model/reasoner';

/** One step with an input about the harbour lamp and an answer that a model could give. */
export interface StepCase {
  readonly name: string;
  readonly step: AnyReasoningStep<unknown, unknown>;
  input(hostile?: string): unknown;
  readonly modelAnswer: unknown;
  /** What the model writes, where the step reads its answer from a text. */
  readonly written: unknown;
}

/** The list of cases mixes steps of different inputs; each input goes only to its own step. */
export function caseOf<Input, Output>(
  step: AnyReasoningStep<Input, Output>,
  input: (hostile?: string) => Input,
  modelAnswer: Output,
  written: unknown = modelAnswer,
): StepCase {
  return { name: step.name, step: step as AnyReasoningStep<unknown, unknown>, input, modelAnswer, written };
}

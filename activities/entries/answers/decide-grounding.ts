import type { AnswerActivities, DecideGroundingInput } from '../../../workflows/contracts/answers/answer-activities.ts';
import type { GroundingDecision } from '../../../workflows/contracts/answers/answer.ts';
import { asksForFacts } from '../../conversations/message-form.ts';
import { decideGroundingStep } from '../../steps/decide-grounding.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** A wrong `none` would leave an answer without sources; a wrong `full` only takes longer. */
const UNDECIDED: GroundingDecision = {
  grounding: 'full',
  reason: 'the model gave no usable decision, so everything is searched',
};

const NEEDS_SOURCES = 'the model would answer from memory, but a question about facts needs sources';

/**
 * Decides what an answer rests on: without a usable decision of the model, on everything that can be found. Small models
 * choose `none` wherever they believe that they know; a question about facts is searched all the same.
 */
export function createDecideGrounding({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: DecideGroundingInput, signal: AbortSignal): ReturnType<AnswerActivities['decideGrounding']> => {
    const { engine, metering } = input;
    const { value, cost } = await reasoner.run(decideGroundingStep, input, { engine, metering, signal });
    // The engine that falls back to the rule says so; the rule on its own degrades nothing.
    const isUnusable = cost.engine === 'offline' && cost.degradations.length > 0;
    if (isUnusable) return { value: UNDECIDED, cost };
    const ruled = decideGroundingStep.offline(input);
    const isFloor = value.grounding === 'none' && ruled.grounding !== 'none' && asksForFacts(input.rewrittenPrompt);
    return { value: isFloor ? { grounding: ruled.grounding, reason: NEEDS_SOURCES } : value, cost };
  };
}

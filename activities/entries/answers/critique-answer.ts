import type {
  AnswerActivities,
  Critique,
  CritiqueAnswerInput,
} from '../../../workflows/contracts/answers/answer-activities.ts';
import { conversationPhrasesFor } from '../../conversations/conversation-phrases.ts';
import { critiqueAnswerStep } from '../../steps/critique-answer.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Judges a draft; what is insufficient always says what to look for. */
export function createCritiqueAnswer({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: CritiqueAnswerInput, signal: AbortSignal): ReturnType<AnswerActivities['critiqueAnswer']> => {
    const { engine, metering } = input;
    const { value, cost } = await reasoner.run(critiqueAnswerStep, input, { engine, metering, signal });
    return { value: usable(value, input), cost };
  };
}

function usable({ isSufficient, missing }: Critique, input: CritiqueAnswerInput): Critique {
  if (isSufficient) return { isSufficient, missing: '' };
  if (missing.trim() !== '') return { isSufficient, missing: missing.trim() };
  const ruled = critiqueAnswerStep.offline(input).missing;
  return {
    isSufficient,
    missing: ruled === '' ? conversationPhrasesFor(input.language).moreSpecific([input.rewrittenPrompt]) : ruled,
  };
}

import type { AnswerActivities, CritiqueAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import { withDegradation } from '@plumbline/model/calls';
import { planByRule, usablePlan } from '../../conversations/answer-tools.ts';
import { conversationPhrasesFor } from '../../conversations/conversation-phrases.ts';
import { critiqueAnswerStep, type WrittenCritique } from '../../steps/critique-answer.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Judges a draft; what is insufficient always says what to look for, and how it is searched. */
export function createCritiqueAnswer({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: CritiqueAnswerInput, signal: AbortSignal): ReturnType<AnswerActivities['critiqueAnswer']> => {
    const { engine, metering, rewrittenPrompt: prompt, language, filters, sources } = input;
    const { value, cost } = await reasoner.run(critiqueAnswerStep, input, { engine, metering, signal });
    if (value.isSufficient) return { value: { isSufficient: true, missing: '', steps: [] }, cost };
    const missing = missingOf(value, input);
    const subject = { prompt, language, filters, sources };
    const ruled = planByRule(subject, missing);
    if (value.searches.length === 0) return { value: { isSufficient: false, missing, steps: ruled }, cost };
    // A model is asked for texts alone; the catalogue is searched by rule.
    const planned = [...ruled.filter(({ tool }) => tool === 'catalogue'), ...value.searches];
    const { steps, degradations } = usablePlan(planned, subject, critiqueAnswerStep.name, missing);
    return { value: { isSufficient: false, missing, steps }, cost: degradations.reduce(withDegradation, cost) };
  };
}

function missingOf({ missing }: WrittenCritique, input: CritiqueAnswerInput): string {
  const { moreSpecific } = conversationPhrasesFor(input.language);
  return missing.trim() || critiqueAnswerStep.offline(input).missing || moreSpecific([input.rewrittenPrompt]);
}

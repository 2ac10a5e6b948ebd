import type { AnswerActivities, CritiqueAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import { withDegradation } from '@plumbline/model/calls';
import { planByRule, usablePlan } from '../../conversations/answer-tools.ts';
import { critiqueAnswerStep } from '../../steps/critique-answer.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Judges a draft, and plans how what it lacks is searched. */
export function createCritiqueAnswer({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: CritiqueAnswerInput, signal: AbortSignal): ReturnType<AnswerActivities['critiqueAnswer']> => {
    const { engine, metering, rewrittenPrompt, language, filters, sources } = input;
    const { value, cost } = await reasoner.run(critiqueAnswerStep, input, { engine, metering, signal });
    const { isSufficient, missing, searches } = value;
    if (isSufficient) return { value: { isSufficient, missing: '', steps: [] }, cost };
    const subject = { prompt: `${rewrittenPrompt} ${missing}`.trim(), language, filters, sources };
    const ruled = planByRule(subject);
    if (searches.length === 0) return { value: { isSufficient, missing, steps: ruled }, cost };
    // A model is asked for texts alone; the catalogue is searched by rule.
    const planned = [...ruled.filter(({ tool }) => tool === 'catalogue'), ...searches];
    const { steps, degradations } = usablePlan(planned, subject, critiqueAnswerStep.name);
    return { value: { isSufficient, missing, steps }, cost: degradations.reduce(withDegradation, cost) };
  };
}

import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { scriptActivities, type ScriptedActivities } from './scripted-activities.ts';
import { reasoned } from './scripted-evidence.ts';

/** Asks two questions in the first round and none afterwards. */
export function scriptAsking(): ScriptedActivities {
  const wellBehaved = scriptActivities().activities;
  return scriptActivities({
    assessClarity: async (input) => {
      const { value } = await wellBehaved.assessClarity(input);
      const asks = input.maxQuestions > 0 && input.conversation.length === 0;
      const questions = [
        { text: 'Which lamp?', reason: 'two lamps' },
        { text: 'Which oil?', reason: 'two oils' },
      ];
      const assumptions = input.conversation.length === 0 ? ['the brass lamp is meant', 'any oil is meant'] : [];
      return reasoned({ ...value, questions: asks ? questions : [], assumptions });
    },
  });
}

export const isAsking = ({ pendingClarification }: ResearchProgress): boolean => pendingClarification !== null;

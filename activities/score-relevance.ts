import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ScoreRelevanceInput } from '../workflows/contracts/activities.ts';
import type { RelevanceScore } from '../workflows/contracts/evidence.ts';
import { hitTextsOf } from './corpus/hit-text.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { interestOfTask } from './reading/interests.ts';
import { scoreInBatches, scoreOfGone } from './reasoning/relevance-batches.ts';
import { scoreRelevanceStep } from './reasoning/steps/score-relevance.ts';

/**
 * Scores hits next to each other in one ranking against the task, on the full stored text, or on title and snippet where a page
 * was not read yet; null for a passage that is gone.
 */
export function createScoreRelevance({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ScoreRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, task, corpusId, hits, today, engine } = input;
    const interest = await interestOfTask(corpus, corpusId, anchor, task.text);
    const candidates = await hitTextsOf(corpus, corpusId, hits, input.firstRank);
    const passages = candidates.flatMap((candidate) => candidate ?? []);
    const gone = hits.filter((_, index) => candidates[index] === null);
    const shared = { today, anchor, taskText: task.text, interest };
    const { value, cost } = await scoreInBatches(passages, {
      step: scoreRelevanceStep,
      toInput: (batch) => ({ ...shared, passages: batch }),
      run: (stepInput) => reasoner.run(scoreRelevanceStep, stepInput, { engine, signal }),
    });
    return { value: [...value, ...gone.map(scoreOfGone)], cost };
  };
}

import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { RelevanceScore, ScoreRelevanceInput } from '../workflows/contracts/activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { interestOfTask } from './evidence/interests.ts';
import { scoreInBatches } from './reasoning/relevance-batches.ts';
import { scoreRelevanceStep } from './reasoning/steps/score-relevance.ts';

/** Scores every hit's passage against the task, on the full stored text. */
export function createScoreRelevance({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ScoreRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, task, corpusId, hits, today, engine } = input;
    const interest = await interestOfTask(corpus, corpusId, anchor, task.text);
    const passages = await Promise.all(
      hits.map(async ({ passage: { passageId } }) => {
        const { passage, source, text } = await corpus.readPassage(corpusId, passageId);
        return {
          id: passageId,
          title: source.title,
          headingPath: passage.headingPath,
          text,
          language: source.language,
        };
      }),
    );
    const shared = { today, anchor, taskText: task.text, interest };
    return scoreInBatches(passages, (batch) =>
      reasoner.run(scoreRelevanceStep, { ...shared, passages: batch }, { engine, signal }),
    );
  };
}

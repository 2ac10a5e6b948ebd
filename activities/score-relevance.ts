import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ScoreRelevanceInput } from '../workflows/contracts/activities.ts';
import type { RelevanceScore } from '../workflows/contracts/evidence.ts';
import type { StoredPassage } from './corpus/corpus-index.ts';
import { readPassageIfPresent } from './corpus/passage-presence.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { interestOfTask } from './reading/interests.ts';
import { scoreInBatches, scoreOfGone } from './reasoning/relevance-batches.ts';
import { scoreRelevanceStep } from './reasoning/steps/score-relevance.ts';

/** Scores every hit's passage against the task, on the full stored text and its place among the hits; null for a passage that is gone. */
export function createScoreRelevance({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ScoreRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, task, corpusId, hits, today, engine } = input;
    const interest = await interestOfTask(corpus, corpusId, anchor, task.text);
    const stored = await Promise.all(
      hits.map(({ passage }) => readPassageIfPresent(corpus, corpusId, passage.passageId)),
    );
    const passages = stored.flatMap((found, index) => (found === null ? [] : [toRankedPassage(found, index + 1)]));
    const gone = hits.filter((_, index) => stored[index] === null);
    const shared = { today, anchor, taskText: task.text, interest };
    const { value, cost } = await scoreInBatches(passages, (batch) =>
      reasoner.run(scoreRelevanceStep, { ...shared, passages: batch }, { engine, signal }),
    );
    return { value: [...value, ...gone.map(scoreOfGone)], cost };
  };
}

function toRankedPassage({ passage, source, text }: StoredPassage, rank: number) {
  const { passageId, headingPath } = passage;
  return { id: passageId, title: source.title, headingPath, text, language: source.language, rank };
}

import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import { hitIdOf, type HitReference, type RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ScoreRelevanceInput } from '@plumbline/contracts/research/retrieval-activities';
import { needOfTask } from '@plumbline/offline/needs';
import { BEYOND_WORDS, isBeyondWords, matchPassage } from '@plumbline/offline/passages';
import { hitTextsOf } from '@plumbline/search/hit-text';
import { ruledScore, scoreOfMissing } from '../../steps/relevance-scores.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Scores the hits of one ranking by the share of the task's words that they have, by their stored text, or by title and snippet
 * where a page was not read yet; null where words say nothing, and for a missing passage.
 */
export function createScoreRelevance({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: ScoreRelevanceInput): Promise<readonly RelevanceScore[]> => {
    const { anchor, task, corpusId, hits, firstRank } = input;
    const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
    const texts = await hitTextsOf(corpus, corpusId, hits, firstRank);
    return hits.map((hit: HitReference, index) => {
      const passage = texts[index] ?? null;
      if (passage === null) return scoreOfMissing(hit);
      const id = hitIdOf(hit);
      if (isBeyondWords(hit, passage.text, anchor.language)) return { id, score: null, reason: BEYOND_WORDS };
      const { share, matchedWords } = matchPassage(need, passage);
      return ruledScore(id, share, matchedWords);
    });
  };
}

import { foldersOf } from '@plumbline/contracts/evidence/corpus-set';
import { hitIdOf, type HitReference, type RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ScoreRelevanceInput } from '@plumbline/contracts/research/retrieval-activities';
import { needOfTask } from '@plumbline/offline/needs';
import { isBeyondWords, scoreBeyondWords, scoreHits } from '@plumbline/offline/relevance';
import { type HitText, hitTextsOf } from '@plumbline/search/hit-text';
import { ruledScore, scoreOfMissing } from '../../steps/relevance-scores.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Scores the hits of one ranking against the task by rule, by their stored text, or by title and snippet where a page was
 * not read yet; null for a missing passage. What a model thinks of a passage counts when it has read the whole of it.
 */
export function createScoreRelevance({ corpus }: Pick<ActivityDependencies, 'corpus'>) {
  return async (input: ScoreRelevanceInput): Promise<readonly RelevanceScore[]> => {
    const { anchor, task, corpusId, hits, firstRank } = input;
    const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
    const candidates = await hitTextsOf(corpus, corpusId, hits, firstRank);
    const passages = candidates.flatMap((candidate) => candidate ?? []);
    const missing = hits.filter((_, index) => candidates[index] === null);
    const isUnjudged = createUnjudgedTest(hits, passages, anchor.language);
    const ranked = scoreHits(need, passages);
    const scores = passages.map(({ id }, index) => {
      const score = ruledScore(id, ranked[index]?.relevance ?? null, ranked[index]?.matchedWords ?? []);
      return isUnjudged(id) ? scoreBeyondWords(score) : score;
    });
    return [...scores, ...missing.map(scoreOfMissing)];
  };
}

/** Ids of the passages that the rule cannot judge. */
function createUnjudgedTest(hits: readonly HitReference[], passages: readonly HitText[], language: string) {
  const hitOf = new Map(hits.map((hit) => [hitIdOf(hit), hit]));
  const ids = new Set(
    passages.filter(({ id, text }) => isBeyondWords(hitOf.get(id) ?? {}, text, language)).map(({ id }) => id),
  );
  return (id: string): boolean => ids.has(id);
}

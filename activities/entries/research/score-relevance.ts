import { hitIdOf, type HitReference, type RelevanceScore } from '../../../workflows/contracts/evidence/evidence.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import type { ScoreRelevanceInput } from '../../../workflows/contracts/research/retrieval-activities.ts';
import { foldersOf } from '../../../workflows/domain/corpus-set.ts';
import { type HitText, hitTextsOf } from '../../corpus/search-index/hit-text.ts';
import { isBeyondWords, scoreBeyondWords } from '../../offline-engine/passages/beyond-words.ts';
import { needOfTask } from '../../offline-engine/passages/information-needs.ts';
import { type Judging, scoreByRule, scoreInBatches, scoreOfMissing } from '../../steps/relevance-batches.ts';
import { type ScoreRelevanceStepInput, scoreRelevanceStep } from '../../steps/score-relevance.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Of the hits that a model judges, so many are those that the rule ranks first; the others are those that the search ranks
 * first, which sees meaning, too. Measured on questions over 40 German laws with 40 hits each: of 25 hits that contain an
 * answer, the rule ranks 24 among its first 15, the search only 20.
 */
const FIRST_BY_RULE = 15;

/**
 * Scores the hits of one ranking against the task, by their stored text, or by title and snippet where a page was not
 * read yet; null for a missing passage. Hits that the model does not judge keep the score of the rule.
 */
export function createScoreRelevance({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ScoreRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, task, corpusId, hits, engine, metering, approvedTasks } = input;
    const need = await needOfTask(corpus, foldersOf(corpusId), anchor, task.text);
    const candidates = await hitTextsOf(corpus, corpusId, hits, input.firstRank);
    const passages = candidates.flatMap((candidate) => candidate ?? []);
    const missing = hits.filter((_, index) => candidates[index] === null);
    const isUnjudged = createUnjudgedTest(hits, passages, anchor.language);
    const byWords = (score: RelevanceScore): RelevanceScore => (isUnjudged(score.id) ? scoreBeyondWords(score) : score);
    const shared = { anchor, approvedTasks, taskText: task.text, need };
    const judging: Judging<HitText, ScoreRelevanceStepInput> = {
      step: scoreRelevanceStep,
      toInput: (batch) => ({ ...shared, passages: batch }),
      run: (stepInput) => reasoner.run(scoreRelevanceStep, stepInput, { engine, metering, signal }),
    };
    const ranked = scoreByRule(passages, judging);
    const byRule = ranked.map(byWords);
    const first = firstOf(ranked, input.judgedHits);
    const asked = passages.filter(({ id }) => first.has(id));
    const { value, cost } = await scoreInBatches(asked, byRule, judging);
    const given = new Map(value.map((score) => [score.id, score]));
    return { value: [...byRule.map((score) => given.get(score.id) ?? score), ...missing.map(scoreOfMissing)], cost };
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

/** @param ranked in the order of the search */
function firstOf(ranked: readonly RelevanceScore[], most: number): ReadonlySet<string> {
  const byRule = ranked.toSorted(byScore).slice(0, Math.min(FIRST_BY_RULE, most));
  return new Set([...new Set([...byRule, ...ranked].map(({ id }) => id))].slice(0, most));
}

function byScore(a: RelevanceScore, b: RelevanceScore): number {
  return (b.score ?? 0) - (a.score ?? 0);
}

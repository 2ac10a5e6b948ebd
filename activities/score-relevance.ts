import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ScoreRelevanceInput } from '../workflows/contracts/activities.ts';
import { hitIdOf, type RelevanceScore, type SearchHit } from '../workflows/contracts/evidence.ts';
import { foldersOf } from '../workflows/domain/corpus-set.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { isBeyondWords, scoreBeyondWords } from './extractive/passages/beyond-words.ts';
import { needOfTask } from './extractive/passages/information-needs.ts';
import { type HitText, hitTextsOf } from './index/hit-text.ts';
import { type Judging, scoreByRule, scoreInBatches, scoreOfMissing } from './reasoning/steps/relevance-batches.ts';
import { type ScoreRelevanceStepInput, scoreRelevanceStep } from './reasoning/steps/score-relevance.ts';

/**
 * How many hits of one call a model judges: those that the rule ranks first. Measured on questions over 40 German laws
 * with 40 hits each: of 25 hits that contain an answer, the rule ranks 24 among its first 15, the search only 20.
 */
const MOST_ASKED = 15;

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
    const first = new Set(
      ranked
        .sort(byScore)
        .slice(0, MOST_ASKED)
        .map(({ id }) => id),
    );
    const asked = passages.filter(({ id }) => first.has(id));
    const { value, cost } = await scoreInBatches(asked, byRule, judging);
    const given = new Map(value.map((score) => [score.id, score]));
    return { value: [...byRule.map((score) => given.get(score.id) ?? score), ...missing.map(scoreOfMissing)], cost };
  };
}

/** Ids of the passages that the rule cannot judge. */
function createUnjudgedTest(hits: readonly SearchHit[], passages: readonly HitText[], language: string) {
  const hitOf = new Map(hits.map((hit) => [hitIdOf(hit), hit]));
  const ids = new Set(
    passages.filter(({ id, text }) => isBeyondWords(hitOf.get(id) ?? {}, text, language)).map(({ id }) => id),
  );
  return (id: string): boolean => ids.has(id);
}

function byScore(a: RelevanceScore, b: RelevanceScore): number {
  return (b.score ?? 0) - (a.score ?? 0);
}

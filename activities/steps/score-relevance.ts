import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { readScoreLines } from '../model/engine/score-reading.ts';
import { excerptOf } from '../offline-engine/passages/excerpt.ts';
import type { InformationNeed } from '../offline-engine/passages/passage-reading.ts';
import { type RankedPassage, scoreHits } from '../offline-engine/passages/passage-relevance.ts';
import { systemText, tagged, taggedAnchor, UNDATED } from './prompt-text.ts';
import { askedScores, type RelevanceScores, relevanceScoresSchema, RUBRIC_TEXT } from './relevance-scores.ts';

export interface ScoreRelevanceStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly taskText: string;
  readonly need: InformationNeed;
  /** Consecutive hits of one ranking. Ids are short and issued by code (`p1`). */
  readonly passages: readonly (RankedPassage & { readonly id: string })[];
}

/** Length of the sentences that serve the task best, which are judged with the heading; in characters. */
const EXCERPT = { usual: 200, unknown: 300 };
const MAX_PASSAGE_LENGTH = 600;

/** Scores the relevance of passages to a task. */
export const scoreRelevanceStep: ReasoningStep<ScoreRelevanceStepInput, RelevanceScores> = {
  name: 'score-relevance',
  role: 'small',
  version: 5,
  output: relevanceScoresSchema,
  asked: askedScores,
  readText: readScoreLines,
  prompt: ({ anchor, approvedTasks, taskText, need, passages }) => ({
    ids: passages.map(({ id }) => id),
    system: systemText('You judge how relevant passages are to a research task.', UNDATED, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      tagged('task', taskText, 1_000),
      ...passages.map((passage) =>
        tagged(
          'passage',
          `${[passage.title, ...passage.headingPath].join(' > ')}\n${excerptOf(need, passage, EXCERPT)}`,
          MAX_PASSAGE_LENGTH,
          passage.id,
        ),
      ),
      `Score every id once: the relevance to task and anchor of the passage it is taken from. ${RUBRIC_TEXT}. Shared words alone are no relevance.`,
    ].join('\n\n'),
  }),
  offline: ({ need, passages }) => {
    const scores = scoreHits(need, passages);
    return {
      scores: passages.map(({ id }, index) => ({
        id,
        score: scores[index]?.relevance ?? null,
        reason: scores[index]?.matchedWords.join(', ') ?? '',
      })),
    };
  },
};

import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { readScoreLines } from '../model/engine/score-reading.ts';
import type { AnchorFit } from '../offline-engine/answers/anchor-fit.ts';
import type { ReadableFinding } from '../offline-engine/answers/evidence-reading.ts';
import { systemText, tagged, taggedAnchor, UNDATED } from './prompt-text.ts';
import { askedJudgements, type RelevanceScores, relevanceScoresSchema, RUBRIC_TEXT } from './relevance-scores.ts';

export interface ValidateRelevanceStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  /** What the first search left open. */
  readonly knowledgeGaps: readonly string[];
  readonly findings: readonly JudgedFinding[];
}

/** A finding and its offline score against the anchor, relative to all findings of the run. */
export interface JudgedFinding extends ReadableFinding {
  readonly fit: AnchorFit;
}

/** Maximum length of heading, information and best quote, in characters each. */
const MAX_LINE_LENGTH = 240;
const MAX_LENGTH = 800;

/** Scores findings against the anchor itself, so that drifted tasks are noticed. */
export const validateRelevanceStep: ReasoningStep<ValidateRelevanceStepInput, RelevanceScores> = {
  name: 'validate-relevance',
  role: 'small',
  version: 5,
  output: relevanceScoresSchema,
  asked: askedJudgements,
  readText: readScoreLines,
  prompt: ({ anchor, approvedTasks, knowledgeGaps, findings }) => ({
    ids: findings.map(({ findingId }) => findingId),
    system: systemText('You check whether findings still serve the question that was asked.', UNDATED, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedGaps(knowledgeGaps),
      ...findings.map(({ findingId, title, headingPath, information, quotes }) => {
        const lines = [[title, ...headingPath].join(' > '), information, quotes[0]?.text ?? ''];
        return tagged('finding', lines.map((line) => line.slice(0, MAX_LINE_LENGTH)).join('\n'), MAX_LENGTH, findingId);
      }),
      `Score every id once, by its relevance to the anchor: ${RUBRIC_TEXT}.`,
      'Judge anew what it contributes to the answer of this question, for this case and these conditions; a neighbouring subject, another case or shared words are no contribution.',
    ].join('\n\n'),
  }),
  offline: ({ findings }) => ({ scores: findings.map(({ findingId, fit }) => ({ id: findingId, ...fit })) }),
};

function taggedGaps(knowledgeGaps: readonly string[]): string[] {
  if (knowledgeGaps.length === 0) return [];
  return [
    tagged('gaps', knowledgeGaps.join('\n'), 2_000),
    'The gaps are what a first search left open of the question. A finding that closes one of them contributes to the answer.',
  ];
}

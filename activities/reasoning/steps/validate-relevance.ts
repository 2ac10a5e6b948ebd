import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import { type ReadableFinding, rankEvidence } from '../../evidence/evidence-reading.ts';
import type { Interest } from '../../evidence/passage-reading.ts';
import { gradeOf, RUBRIC_TEXT } from '../../evidence/relevance-rubric.ts';
import { systemText, taggedAnchor } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';
import { taggedFindings } from '../tagged-findings.ts';
import { type RelevanceScores, relevanceScoresSchema } from './score-relevance.ts';

export interface ValidateRelevanceStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  /** One for each part of the anchor's question, and one for the whole. */
  readonly interests: readonly Interest[];
  readonly findings: readonly ReadableFinding[];
}

/** Scores findings against the anchor itself, so that what drifted with its task is seen. */
export const validateRelevanceStep: ReasoningStep<ValidateRelevanceStepInput, RelevanceScores> = {
  name: 'validate-relevance',
  role: 'small',
  version: 1,
  output: relevanceScoresSchema,
  prompt: ({ today, anchor, findings }) => ({
    system: systemText('You check whether findings still serve the question that was asked.', today, anchor.language),
    user: [
      taggedAnchor(anchor),
      ...taggedFindings(findings, findings.length),
      `Give every finding a relevance to the anchor: ${RUBRIC_TEXT}.`,
      'Judge what it contributes to the answer, not how interesting it is. Score each id exactly once.',
    ].join('\n\n'),
  }),
  // A finding may answer one part of the question only: its best part counts.
  offline: ({ interests, findings }) => ({
    scores: findings.map((finding) => {
      const [best] = interests
        .flatMap((interest) => rankEvidence(interest, [{ ...finding, weight: 1 }]).slice(0, 1))
        .sort((a, b) => b.score - a.score);
      return { id: finding.findingId, score: gradeOf(best?.score ?? 0), reason: best?.matchedWords.join(', ') ?? '' };
    }),
  }),
};

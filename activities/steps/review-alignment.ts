import { z } from 'zod';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import { neutraliseKeys } from '../corpus/quotes/citation-keys.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemOpening, taggedAnchor, taggedWithKeys, UNDATED } from './prompt-text.ts';

/** A claim under an id issued by code. */
export interface ReviewedClaim {
  readonly id: string;
  readonly text: string;
  readonly citations: readonly string[];
}

/** The words that a claim cites. */
export interface CitedExcerpt {
  readonly key: string;
  /** Title and headings. */
  readonly place: string;
  readonly text: string;
}

export interface ReviewAlignmentStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly claims: readonly ReviewedClaim[];
  readonly excerpts: readonly CitedExcerpt[];
}

const MAX_CLAIM_LENGTH = 2_000;
const MAX_EXCERPT_LENGTH = 1_500;
const MAX_PLACE_LENGTH = 200;
const MAX_ENTRIES = 20;

const claimId = boundedText(20, 'id of the claim');
const keys = boundedList(boundedText(40, 'key of an excerpt'), 10, 'keys of the excerpts that say it');

export const alignmentAnswerSchema = z.object({
  issues: boundedList(
    z.object({
      kind: z.enum(['missing_citation', 'wrong_citation', 'unsupported']),
      claim: claimId,
      source: boundedText(
        40,
        'missing_citation: key of what says it; wrong_citation: cited key of what does not; else empty',
      ),
      actual: boundedText(400, 'wrong_citation: key of what says it, or what the cited excerpt says; else empty'),
    }),
    MAX_ENTRIES,
    'faults of accuracy; empty if there is none',
  ),
  corrections: boundedList(
    z.object({
      claim: claimId,
      text: boundedText(MAX_CLAIM_LENGTH, 'the claim as the excerpts carry it; empty if nothing of it can stay'),
      citations: keys,
    }),
    MAX_ENTRIES,
    'one for each claim with an issue',
  ),
});
export type AlignmentAnswer = z.infer<typeof alignmentAnswerSchema>;

/** Compares the claims of an answer with the excerpts that they cite. */
export const reviewAlignmentStep: ReasoningStep<ReviewAlignmentStepInput, AlignmentAnswer> = {
  name: 'review-alignment',
  role: 'small',
  version: 2,
  output: alignmentAnswerSchema,
  prompt: ({ anchor, approvedTasks, claims, excerpts }) => ({
    system: systemOpening(
      'You compare an answer with the excerpts that it cites, before a person reads it.',
      UNDATED,
      anchor.language,
    ),
    user: [
      taggedAnchor(anchor, approvedTasks),
      taggedWithKeys('quotes', excerpts.map(excerptLine).join('\n\n'), 26_000),
      taggedWithKeys('draft', claims.map(claimLine).join('\n'), 18_000),
      'Compare each claim of the draft with the excerpts under the keys behind it. Name only faults of accuracy: another figure, unit, date, name or place; a turned negation; "all", "only" or "at least" that an excerpt does not say; cause and effect exchanged; words put into the mouth of somebody else.',
      'missing_citation: a claim cites nothing, and an excerpt says it. wrong_citation: what it cites does not say it. unsupported: no excerpt says it.',
      'No faults: other words with the same meaning, a part left out, order, style, common knowledge, a conclusion from what is cited, what the anchor itself says. Most answers have no fault; then both lists are empty.',
    ].join('\n\n'),
  }),
  offline: () => ({ issues: [], corrections: [] }),
};

function excerptLine({ key, place, text }: CitedExcerpt): string {
  return `[${key}] ${neutraliseKeys(place).slice(0, MAX_PLACE_LENGTH)}\n${neutraliseKeys(text).slice(0, MAX_EXCERPT_LENGTH)}`;
}

function claimLine({ id, text, citations }: ReviewedClaim): string {
  const cited = citations.length === 0 ? '(cites nothing)' : citations.map((key) => `[${key}]`).join('');
  return `${id}: ${neutraliseKeys(text)} ${cited}`;
}

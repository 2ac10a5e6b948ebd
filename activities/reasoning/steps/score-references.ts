import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import type { ApprovedTask } from '../../../workflows/contracts/research-plan.ts';
import type { InformationNeed } from '../../extractive/passages/passage-reading.ts';
import { type ReferencePreview, scorePreview } from '../../extractive/passages/reference-preview.ts';
import { readScoreLines } from '../engine/score-reading.ts';
import type { ReasoningStep } from '../engine/step.ts';
import { systemText, tagged, taggedAnchor, UNDATED } from '../prompts/prompt-text.ts';
import { gradeOf, RUBRIC_TEXT } from '../prompts/relevance-rubric.ts';
import { askedJudgements, type RelevanceScores, relevanceScoresSchema } from './relevance-scores.ts';

export interface ScoreReferencesStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  /** One need for each part of the anchor's question, and one for the whole. */
  readonly needs: readonly InformationNeed[];
  /** Ids are short and issued by code (`p1`); `written` is the reference as it stands in its sentence. */
  readonly references: readonly (ReferencePreview & { readonly id: string; readonly written: string })[];
}

/** Maximum lengths in characters. The sentence is whole: the words around its reference may stand at its end. */
const MAX_SENTENCE_LENGTH = 500;
const MAX_PART_LENGTH = 160;
const MAX_PREVIEW_LENGTH = 1_000;

/** Scores the targets of references by a short preview, before paying to read them. */
export const scoreReferencesStep: ReasoningStep<ScoreReferencesStepInput, RelevanceScores> = {
  name: 'score-references',
  role: 'small',
  version: 4,
  output: relevanceScoresSchema,
  asked: askedJudgements,
  readText: readScoreLines,
  prompt: ({ anchor, approvedTasks, references }) => ({
    ids: references.map(({ id }) => id),
    system: systemText('You judge which references are worth following for a question.', UNDATED, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...references.map((reference) => tagged('passage', previewOf(reference), MAX_PREVIEW_LENGTH, reference.id)),
      `Each shows a reference as it is written, the sentence in which it stands, the heading of the passage that it leads to, and the beginning of that passage. What the sentence says of the reference tells what is to be found there. Score every id once: does the answer need what stands there? Relevance to the anchor: ${RUBRIC_TEXT}.`,
    ].join('\n\n'),
  }),
  // A reference may serve only one part of the question: its best part counts.
  offline: ({ needs, references }) => ({
    scores: references.map((reference) => {
      const [best] = needs.map((need) => scorePreview(need, reference)).sort((a, b) => b.score - a.score);
      return { id: reference.id, score: gradeOf(best?.score ?? 0), reason: best?.matchedWords.join(', ') ?? '' };
    }),
  }),
};

function previewOf({
  written,
  sentence,
  title,
  headingPath,
  opening,
}: ScoreReferencesStepInput['references'][number]): string {
  const lines = [
    `Reference: ${written.slice(0, MAX_PART_LENGTH)}`,
    `Sentence: ${sentence.slice(0, MAX_SENTENCE_LENGTH)}`,
    `Leads to: ${[title, ...headingPath].join(' > ').slice(0, MAX_PART_LENGTH)}`,
    `Begins: ${opening.slice(0, MAX_PART_LENGTH)}`,
  ];
  return lines.join('\n');
}

import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import type { Interest } from '../../reading/passage-reading.ts';
import { gradeOf, RUBRIC_TEXT } from '../../reading/relevance-rubric.ts';
import { type ReferencePreview, scorePreview } from '../../references/reference-preview.ts';
import { systemText, tagged, taggedAnchor } from '../prompt-text.ts';
import { readScoreLines } from '../score-reading.ts';
import type { ReasoningStep } from '../step.ts';
import { type RelevanceScores, relevanceScoresSchema } from './score-relevance.ts';

export interface ScoreReferencesStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  /** One for each part of the anchor's question, and one for the whole. */
  readonly interests: readonly Interest[];
  /** Ids are short and issued by code (`p1`). */
  readonly references: readonly (ReferencePreview & { readonly id: string })[];
}

const MAX_PREVIEW_LENGTH = 2_000;

/** The gate: scores what references lead to by a little text, before anything is spent on reading it. */
export const scoreReferencesStep: ReasoningStep<ScoreReferencesStepInput, RelevanceScores> = {
  name: 'score-references',
  role: 'small',
  version: 1,
  output: relevanceScoresSchema,
  readText: readScoreLines,
  prompt: ({ today, anchor, references }) => ({
    system: systemText('You judge which references are worth following for a question.', today, anchor.language),
    user: [
      taggedAnchor(anchor),
      ...references.map(({ id, sentence, title, headingPath, opening }) =>
        tagged(
          'passage',
          [`Referred to by: ${sentence}`, `Heading: ${[title, ...headingPath].join(' > ')}`, `Begins: ${opening}`].join(
            '\n',
          ),
          MAX_PREVIEW_LENGTH,
          id,
        ),
      ),
      `Each passage is shown by the sentence that refers to it, its heading and its beginning. Give each a relevance to the anchor: ${RUBRIC_TEXT}.`,
      'Ask whether the answer needs what stands there. Score each id exactly once.',
    ].join('\n\n'),
  }),
  // A reference may serve one part of the question only: its best part counts.
  offline: ({ interests, references }) => ({
    scores: references.map((reference) => {
      const [best] = interests.map((interest) => scorePreview(interest, reference)).sort((a, b) => b.score - a.score);
      return { id: reference.id, score: gradeOf(best?.score ?? 0), reason: best?.matchedWords.join(', ') ?? '' };
    }),
  }),
};

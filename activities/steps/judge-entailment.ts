import { z } from 'zod';
import { neutraliseKeys } from '../corpus/quotes/citation-keys.ts';
import { keyedById, readEntries } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemOpening, tagged, UNDATED } from './prompt-text.ts';

/** A statement and the words that it cites, under a short id issued by code (`p1`). */
export interface UndecidedStatement {
  readonly id: string;
  readonly text: string;
  readonly quotes: readonly {
    /** Title and headings. */
    readonly place: string;
    readonly text: string;
  }[];
}

export interface JudgeEntailmentStepInput {
  readonly language: string;
  readonly statements: readonly UndecidedStatement[];
}

const MAX_STATEMENT_LENGTH = 1_000;
const MAX_QUOTES_LENGTH = 3_000;

/** Verdicts by id; a statement may be left out. */
export const entailmentSchema = z.preprocess(
  (answer) => ({
    verdicts: readEntries(answer, ['entailed'])?.map(({ id, entailed }) => ({
      id,
      entailed: entailed === true || entailed === 'true',
    })),
  }),
  z.object({ verdicts: z.array(z.object({ id: z.string(), entailed: z.boolean() })) }),
);
export type Entailment = z.infer<typeof entailmentSchema>;

/** Judges by meaning whether quotations say a statement that shares few words with them. By rule nothing is. */
export const judgeEntailmentStep: ReasoningStep<JudgeEntailmentStepInput, Entailment> = {
  name: 'judge-entailment',
  role: 'small',
  version: 1,
  output: entailmentSchema,
  asked: (ids) => keyedById(ids, z.object({ entailed: z.boolean() })),
  prompt: ({ language, statements }) => ({
    ids: statements.map(({ id }) => id),
    system: systemOpening('You check whether quotations say what a statement says.', UNDATED, language),
    user: [
      ...statements.map(({ id, text, quotes }) =>
        tagged(
          'passage',
          [
            `Statement: ${text.slice(0, MAX_STATEMENT_LENGTH)}`,
            ...quotes.map(
              (quote) => `Quotation (${quote.place.replaceAll(/\s+/g, ' ')}): ${neutraliseKeys(quote.text)}`,
            ),
          ].join('\n'),
          MAX_STATEMENT_LENGTH + MAX_QUOTES_LENGTH,
          id,
        ),
      ),
      'For every id: entailed is true if a reader of its quotations alone must agree to the whole statement, in whatever words and language. It is false if the statement adds, narrows, generalises or turns something, speaks of something else, or if you are not sure. Some statements stand beside quotations of another subject.',
    ].join('\n\n'),
  }),
  offline: () => ({ verdicts: [] }),
};

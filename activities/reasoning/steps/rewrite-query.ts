import { z } from 'zod';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import { withoutInterrogatives } from '../../evidence/answer-form.ts';
import { contentTerms, identifierParts } from '../../text/terms.ts';
import { systemText, tagged, taggedAnchor } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';

export interface RewriteQueryStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly taskText: string;
  /** ISO 639-1 codes. */
  readonly corpusLanguages: readonly string[];
}

export const MAX_QUERIES = 3;

export const searchQueriesSchema = z.object({
  queries: z.array(z.string()).min(1).describe('one to three search queries of a few words each'),
});
export type SearchQueries = z.infer<typeof searchQueriesSchema>;

/** Turns a task into queries for a search by words. */
export const rewriteQueryStep: ReasoningStep<RewriteQueryStepInput, SearchQueries> = {
  name: 'rewrite-query',
  role: 'small',
  version: 1,
  output: searchQueriesSchema,
  prompt: ({ today, anchor, taskText, corpusLanguages }) => ({
    system: systemText(
      'You write queries for a full-text search over a collection of documents.',
      today,
      anchor.language,
    ),
    user: [
      taggedAnchor(anchor),
      tagged('task', taskText, 1_000),
      `The documents are written in: ${corpusLanguages.join(', ') || 'unknown'}. Write the queries in those languages.`,
      'The search matches words, not meaning: use the terms that documents of this kind use, and a synonym in another query.',
      'Keep identifiers, section numbers and names unchanged. No operators, no full sentences.',
    ].join('\n\n'),
  }),
  offline({ anchor, taskText }) {
    const { language } = anchor;
    const task = keywords(taskText, language);
    const whole = keywords([anchor.originalQuestion, ...anchor.refinements].join(' '), language);
    const named = [...anchor.namedReferences, ...anchor.keyEntities].join(' ');
    const queries = [task, whole, named].filter((query) => query !== '');
    return { queries: [...new Set(queries.length === 0 ? [taskText] : queries)].slice(0, MAX_QUERIES) };
  },
};

/** Content words in their order; parts of identifiers are left to the index. */
function keywords(text: string, language: string): string {
  const terms = contentTerms(withoutInterrogatives(text), language);
  const parts = new Set(terms.flatMap(({ surface }) => identifierParts(surface).map((part) => part.text)));
  return terms
    .filter(({ surface }) => !parts.has(surface))
    .map(({ surface }) => surface)
    .join(' ');
}

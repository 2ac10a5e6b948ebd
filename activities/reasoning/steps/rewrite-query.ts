import { z } from 'zod';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import { languageName } from '../../../workflows/domain/language-name.ts';
import { withoutInterrogatives } from '../../reading/answer-form.ts';
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
  version: 2,
  output: searchQueriesSchema,
  prompt: ({ today, anchor, taskText, corpusLanguages }) => ({
    system: systemText(
      'You write queries for a full-text search over a collection of documents.',
      today,
      corpusLanguages.includes(anchor.language) ? anchor.language : (corpusLanguages[0] ?? anchor.language),
    ),
    user: [
      taggedAnchor(anchor),
      tagged('task', taskText, 1_000),
      renderLanguages(corpusLanguages, anchor.language),
      'The search matches words, not meaning: use the terms that documents of this kind use, and a synonym in another query.',
      'Keep identifiers, section numbers and names unchanged. No operators, no full sentences.',
    ].join('\n\n'),
  }),
  offline({ anchor, taskText }) {
    const { language } = anchor;
    const task = keywords(taskText, language);
    const whole = keywords([anchor.originalQuestion, ...anchor.refinements].join(' '), language);
    // Only references need a query of their own: entities are words of the question, and alone they lead away from it.
    const named = anchor.namedReferences.length > 0 ? [...anchor.namedReferences, ...anchor.keyEntities].join(' ') : '';
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

function renderLanguages(corpusLanguages: readonly string[], language: string): string {
  const names = corpusLanguages.map((code) => languageName(code, 'en')).join(', ');
  if (corpusLanguages.length === 0) return 'It is not known in which languages the documents are written.';
  if (corpusLanguages.every((code) => code === language))
    return `The documents are written in ${names}; so are the queries.`;
  return `The documents are written in: ${names}. The task is in another language than some of them: write a query in each of their languages, with the words that such documents use for it, before any other.`;
}

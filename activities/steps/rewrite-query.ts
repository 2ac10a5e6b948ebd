import { z } from 'zod';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import { languageName } from '../../workflows/domain/language-name.ts';
import { correctedQueries, newQueries, type QueryMaterial, queryVariants } from '../corpus/ranking/query-variants.ts';
import type { HitSnippet } from '../corpus/search-index/hit-text.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { anchoredText, tagged, taggedAnchor, UNDATED } from './prompt-text.ts';

export interface RewriteQueryStepInput extends QueryMaterial {
  readonly approvedTasks?: readonly ApprovedTask[];
  /** ISO 639-1 codes. */
  readonly corpusLanguages: readonly string[];
  /** Maximum number of queries. */
  readonly count: number;
  /** Queries to avoid; the task's own words come first. */
  readonly triedQueries: readonly string[];
  /** Hits of the tried queries, best first; null before the first search. */
  readonly found: readonly HitSnippet[] | null;
}

export const searchQueriesSchema = z.object({
  queries: boundedList(
    boundedText(160, 'a few words'),
    8,
    'search queries of a few words each; empty when there is nothing new to ask',
  ),
});
export type SearchQueries = z.infer<typeof searchQueriesSchema>;

/** Finds queries for a full-text search beyond the task's own words. */
export const rewriteQueryStep: ReasoningStep<RewriteQueryStepInput, SearchQueries> = {
  name: 'rewrite-query',
  role: 'small',
  version: 5,
  output: searchQueriesSchema,
  prompt: ({ anchor, approvedTasks, taskText, corpusLanguages, count, triedQueries, found }) => ({
    system: anchoredText(
      'You write queries for a full-text search over documents.',
      UNDATED,
      corpusLanguages.includes(anchor.language) ? anchor.language : (corpusLanguages[0] ?? anchor.language),
    ),
    user: [
      taggedAnchor(anchor, approvedTasks),
      tagged('task', [taskText, ...triedLines(triedQueries)].join('\n'), 4_000),
      ...(found ?? []).map(({ title, headingPath, snippet }) =>
        tagged('passage', `${[title, ...headingPath].join(' > ')}\n${snippet}`, 800),
      ),
      renderLanguages(corpusLanguages, anchor.language),
      found === null ? wantVariants(count) : WANT_CORRECTION,
      'Keep the meaning of the task. Keep identifiers, section numbers and names unchanged. No operators, no full sentences.',
    ].join('\n\n'),
  }),
  offline({ count, triedQueries, found, ...material }) {
    const queries = found === null ? queryVariants(material) : correctedQueries(material);
    return { queries: newQueries(queries, triedQueries, material.anchor.language).slice(0, count) };
  },
};

const WANT_CORRECTION =
  'The tried queries found too little. Write one more query, more specific, with words of the passages where they fit the task; where nothing was found, a broader one of its key words.';

function wantVariants(count: number): string {
  return `Write at most ${count} ${count === 1 ? 'query' : 'queries'} that find what the tried one misses. The search matches words, not meaning: use the terms that documents of this kind use, and a synonym in another query.`;
}

function triedLines(triedQueries: readonly string[]): string[] {
  return ['', 'Tried queries:', ...triedQueries.map((query) => `- ${query}`)];
}

function renderLanguages(corpusLanguages: readonly string[], language: string): string {
  const names = corpusLanguages.map((code) => languageName(code, 'en')).join(', ');
  if (corpusLanguages.length === 0) return 'It is not known in which languages the documents are written.';
  if (corpusLanguages.every((code) => code === language))
    return `The documents are written in ${names}; so are the queries.`;
  return `The documents are written in: ${names}. The task is in another language than some of them: write a query in each of their languages, with the words that such documents use for it, before any other.`;
}

import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { withoutInterrogatives } from '@plumbline/language/questions';
import { analyzeTerms, contentTerms, identifierParts } from '@plumbline/language/terms';
import type { RelevanceFeedback } from './relevance-feedback.ts';

/** The ingredients of queries. */
export interface QueryMaterial {
  readonly anchor: QueryAnchor;
  readonly taskText: string;
  readonly learned: RelevanceFeedback;
}

const MAX_QUERY_LENGTH = 500;
/** Learned words in a correction, which should be more specific, not longer. */
const SPECIFIC_WORDS = 4;

/** A text as a query: trimmed, at most 500 characters. */
export function toQuery(text: string): string {
  return text.trim().slice(0, MAX_QUERY_LENGTH).toWellFormed();
}

/**
 * Further queries in addition to the task's own words, the most useful first.
 *
 * References come first, because each is a search of its own; then the whole question, if the task is part of it.
 * Learned words find passages with other wording. The bare key phrase finds in a folder what the task's words find, and
 * so keeps their order ahead of the learned words when rankings are fused. Relatives come last: an index of stems and
 * word parts already covers most of them.
 */
export function queryVariants({ anchor, taskText, learned }: QueryMaterial): string[] {
  const { language, namedReferences, keyEntities, originalQuestion, refinements } = anchor;
  const keyPhrase = keyPhraseOf(taskText, language);
  const whole = keyPhraseOf([originalQuestion, ...refinements].join(' '), language);
  return [
    // Entities are words of the question; alone they match too broadly.
    ...(namedReferences.length > 0 ? [joined(namedReferences, keyEntities)] : []),
    ...(queryKey(whole, language) === queryKey(keyPhrase, language) ? [] : [whole]),
    joined([keyPhrase], learned.feedback),
    keyPhrase,
    joined([keyPhrase], learned.relatives),
  ];
}

/** Queries for a second attempt, the best first: more specific with learned words, broader without any. */
export function correctedQueries({ anchor, learned }: QueryMaterial): string[] {
  const { telling, feedback } = learned;
  const core = telling.slice(0, Math.ceil(telling.length / 2));
  const specific = feedback.slice(0, SPECIFIC_WORDS);
  return [
    ...(specific.length > 0 ? [joined(core, specific), joined(anchor.keyEntities, specific)] : []),
    joined(anchor.keyEntities),
    joined(core),
    ...telling,
  ];
}

/** The new queries, in order; the same words in another order, case or inflection are not new. */
export function newQueries(queries: readonly string[], tried: readonly string[], language: string): string[] {
  const known = new Set(['', ...tried.map((query) => queryKey(query, language))]);
  return queries
    .map((query) => toQuery(query.replaceAll(/\s+/g, ' ')))
    .filter((query) => {
      const key = queryKey(query, language);
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
}

/** Function words count: providers use them, and a model may choose them deliberately. */
function queryKey(query: string, language: string): string {
  return [...new Set(analyzeTerms(query, language).map(({ stem }) => stem))].sort().join(' ');
}

/** Content words in order; the index handles the parts of identifiers. */
function keyPhraseOf(text: string, language: string): string {
  const terms = contentTerms(withoutInterrogatives(text), language);
  const parts = new Set(terms.flatMap(({ surface }) => identifierParts(surface).map((part) => part.text)));
  return joined(terms.map(({ surface }) => surface).filter((surface) => !parts.has(surface)));
}

function joined(...words: readonly (readonly string[])[]): string {
  return [...new Set(words.flat())].join(' ');
}

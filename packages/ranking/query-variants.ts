import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { withoutInterrogatives } from '@plumbline/language/questions';
import { analyzeTerms, contentTerms, identifierParts } from '@plumbline/language/terms';

const MAX_QUERY_LENGTH = 500;

/** A text as a query: trimmed, at most 500 characters. */
export function toQuery(text: string): string {
  return text.trim().slice(0, MAX_QUERY_LENGTH).toWellFormed();
}

/**
 * Further queries in addition to the task's own words, the most useful first.
 *
 * References come first, because each is a search of its own; then the whole question, if the task is part of it, and the words
 * alone, which providers of the web need. Words of the first hits are not among them: they rank the right passages lower.
 */
export function queryVariants(
  { language, namedReferences, keyEntities, originalQuestion, refinements }: QueryAnchor,
  taskText: string,
): string[] {
  const keyPhrase = keyPhraseOf(taskText, language);
  const whole = keyPhraseOf([originalQuestion, ...refinements].join(' '), language);
  return [
    // Entities are words of the question; alone they match too broadly.
    ...(namedReferences.length > 0 ? [joined(namedReferences, keyEntities)] : []),
    ...(queryKey(whole, language) === queryKey(keyPhrase, language) ? [] : [whole]),
    keyPhrase,
  ];
}

/** Broader queries for a second attempt, the best first. @param telling words of the task, the rarest first */
export function correctedQueries({ keyEntities }: QueryAnchor, telling: readonly string[]): string[] {
  return [joined(keyEntities), joined(telling.slice(0, Math.ceil(telling.length / 2))), ...telling];
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

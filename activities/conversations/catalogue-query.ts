import type { Filters, FilterValue } from '../../workflows/contracts/answers/catalogue.ts';
import { bareWords } from '../../workflows/domain/bare-words.ts';
import { sourceOfAll, wordSet } from '../language/languages/word-patterns.ts';
import { datesIn } from '../language/text/dates.ts';
import { stemOf } from '../language/text/stemmer.ts';
import { analyzeTerms, contentTerms, wordPattern } from '../language/text/terms.ts';

/** Words that ask for more, and words of the sentences that name gaps: neither finds anything. */
const OF_REQUESTS = wordSet(({ refinementWords }) => refinementWords);
const MOST_WORDS = 10;

/** Words with which a message sets limits; without their values they say nothing. */
const OF_FILTERS = wordPattern([sourceOfAll(({ limitPhrases }) => limitPhrases)], 'giu');
const NUMBER = /^\d+(?:[.,]\d+)*$/u;

/** The words of a prompt that no filter says already: what the items of a catalogue are searched with. */
export function catalogueQuery(prompt: string, filters: Filters, language: string): string {
  const said = new Set(Object.values(filters).flatMap((value) => stemsOf(value, language)));
  const dates = datesIn(prompt);
  const limits = [...prompt.matchAll(OF_FILTERS)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const isSaid = ({ start, end }: { start: number; end: number }) =>
    [...dates, ...limits].some((span) => start < span.end && span.start < end);
  const words = analyzeTerms(prompt, language).filter(
    (term) =>
      !term.isStopWord &&
      !said.has(term.stem) &&
      !isSaid(term) &&
      !(NUMBER.test(term.surface) && hasNumber(filters, term.surface)),
  );
  return words.length === 0 ? prompt : [...new Set(words.map(({ surface }) => surface))].join(' ');
}

function stemsOf(value: FilterValue, language: string): string[] {
  const texts = Array.isArray(value) ? value : [String(value)];
  return texts
    .flatMap((text) => analyzeTerms(text, language).map(({ stem }) => stem))
    .map((stem) => stemOf(stem, language));
}

function hasNumber(filters: Filters, surface: string): boolean {
  return Object.values(filters).some(
    (value) => typeof value === 'number' && value === Number(surface.replaceAll(',', '')),
  );
}

/** A query with the words of a refinement that it does not have yet. */
export function refinedQuery(query: string, refinement: string | null, language: string): string {
  if (refinement === null) return query;
  const had = new Set(contentTerms(query, language).map(({ stem }) => stem));
  const added = contentTerms(refinement, language)
    .filter(({ stem, surface }) => !had.has(stem) && !OF_REQUESTS.has(bareWords(surface)))
    .slice(0, MOST_WORDS)
    .map(({ surface }) => surface);
  return [query, ...added].join(' ');
}

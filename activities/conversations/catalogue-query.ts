import type { Filters, FilterValue } from '../../workflows/contracts/answers/catalogue.ts';
import { bareWords } from '../../workflows/domain/bare-words.ts';
import { datesIn } from '../language/text/dates.ts';
import { stemOf } from '../language/text/stemmer.ts';
import { analyzeTerms, contentTerms, wordPattern } from '../language/text/terms.ts';

/** Words that ask for more, and words of the sentences that name gaps: neither finds anything. */
const OF_REQUESTS = new Set(
  [
    'more specific options option details detail missing lacks lack information about include including add provide need needs',
    'answer answers passage passages cited contains contain mentions mention relevant say says single statement certain shown',
    'documents document sources source show further additional please draft question',
    'genauere genauer möglichkeiten möglichkeit einzelheiten angaben details mehr fehlt fehlen fehlende informationen antwort',
    'beantwortet keine textstelle textstellen einschlägige erwähnt enthält zitierten dokumente quellen weitere entwurf frage',
    'aussage sicher siehe gezeigten bitte',
  ].flatMap((line) => line.split(' ')),
);
const MOST_WORDS = 10;

/** Words with which a message sets limits; without their values they say nothing. */
const OF_FILTERS = wordPattern(
  [
    'under|below|less than|at most|max(?:imum)?|up to|over|above|more than|at least|min(?:imum)?|between',
    'unter|höchstens|maximal|weniger als|bis zu|über|mindestens|mehr als|zwischen',
    'check[- ]?in|check[- ]?out|anreise|abreise|euros?|dollars?|usd|eur|pounds?|chf|franken',
    'mir|uns|show|find|list|give|search|book|need|want|looking|look|zeige?n?|suche?n?|finde?n?|nenne?n?|buche?n?|brauche?n?',
  ],
  'giu',
);
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

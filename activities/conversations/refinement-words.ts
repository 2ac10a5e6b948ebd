import { bareWords } from '../../workflows/domain/bare-words.ts';
import { contentTerms } from '../text/terms.ts';

/** Words with which more is asked for, and those of the sentences that name gaps: they find nothing. */
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

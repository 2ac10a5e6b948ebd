import type { Gap } from '../contracts/research/accounting.ts';

type GapFacts = Omit<Gap, 'description'>;
export type GapPhrases = Readonly<Record<Gap['kind'], (gap: GapFacts) => string>>;

/** What each limit is counted in, by the limit's name. */
const ENGLISH_UNITS: Readonly<Record<string, string>> = {
  searches: 'searches',
  pages: 'passages read',
  modelCalls: 'model calls',
  modelTokens: 'model tokens',
  wallTimeSeconds: 'seconds of work',
};

const GERMAN_UNITS: Readonly<Record<string, string>> = {
  searches: 'Suchen',
  pages: 'gelesenen Textstellen',
  modelCalls: 'Modellaufrufen',
  modelTokens: 'Modell-Tokens',
  wallTimeSeconds: 'Sekunden Arbeitszeit',
};

const ENGLISH: GapPhrases = {
  'nothing-found': ({ subject }) => `Nothing relevant was found for: ${subject}`,
  'search-failed': ({ subject, cause }) => `The search "${subject}" failed: ${cause}`,
  'provider-failed': ({ subject, cause }) => `${subject} could not be searched: ${cause}`,
  'page-unread': ({ subject, cause }) => `The page ${subject} could not be read: ${cause}`,
  'task-failed': ({ subject, cause }) => `The task "${subject}" failed: ${cause}`,
  'passage-unread': ({ subject, cause }) => `A passage of ${subject} could not be read: ${cause}`,
  'question-unassessed': ({ cause }) => `The question could not be assessed and was taken as it stands: ${cause}`,
  'findings-unvalidated': ({ subject, cause }) => `${subject} findings kept their first relevance: ${cause}`,
  'limit-reached': ({ subject, cause }) =>
    `The limit of ${cause} ${ENGLISH_UNITS[subject] ?? subject} was reached; research stopped there.`,
  'finished-early': () => 'Research was finished early on request; the report holds what had been found by then.',
};

const GERMAN: GapPhrases = {
  'nothing-found': ({ subject }) => `Nichts Einschlägiges gefunden zu: ${subject}`,
  'search-failed': ({ subject, cause }) => `Die Suche „${subject}“ ist fehlgeschlagen: ${cause}`,
  'provider-failed': ({ subject, cause }) => `${subject} konnte nicht durchsucht werden: ${cause}`,
  'page-unread': ({ subject, cause }) => `Die Seite ${subject} konnte nicht gelesen werden: ${cause}`,
  'task-failed': ({ subject, cause }) => `Die Aufgabe „${subject}“ ist fehlgeschlagen: ${cause}`,
  'passage-unread': ({ subject, cause }) => `Eine Textstelle aus ${subject} konnte nicht gelesen werden: ${cause}`,
  'question-unassessed': ({ cause }) =>
    `Die Frage konnte nicht geprüft werden und gilt, wie sie gestellt ist: ${cause}`,
  'findings-unvalidated': ({ subject, cause }) => `${subject} Befunde behielten ihre erste Bewertung: ${cause}`,
  'limit-reached': ({ subject, cause }) =>
    `Die Grenze von ${cause} ${GERMAN_UNITS[subject] ?? subject} wurde erreicht; dort endete die Recherche.`,
  'finished-early': () =>
    'Die Recherche wurde auf Wunsch vorzeitig beendet; der Bericht enthält, was bis dahin gefunden war.',
};

/** What a limit is counted in; its name where it has no unit. */
export function limitUnitIn(language: string, limit: string): string {
  return (language === 'de' ? GERMAN_UNITS : ENGLISH_UNITS)[limit] ?? limit;
}

/** Says a gap in a language; others than German get the English words. */
export function describeGap(gap: GapFacts, language: string): string {
  return (language === 'de' ? GERMAN : ENGLISH)[gap.kind](gap);
}

export function createGap(
  kind: Gap['kind'],
  { taskId = null, subject = '', cause = '' }: Partial<Omit<GapFacts, 'kind'>> = {},
): Gap {
  const facts = { kind, taskId, subject, cause };
  return { ...facts, description: describeGap(facts, 'en') };
}

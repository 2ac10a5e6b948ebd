import { describeInEnglish, type GapFacts } from '@plumbline/contracts/research/gap-phrases';

const UNITS: Readonly<Record<string, string>> = {
  searches: 'Suchen',
  pages: 'gelesenen Textstellen',
  modelCalls: 'Modellaufrufen',
  modelTokens: 'Modell-Tokens',
  wallTimeSeconds: 'Sekunden Arbeitszeit',
};

const GERMAN: Readonly<Record<GapFacts['kind'], (gap: GapFacts) => string>> = {
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
    `Die Grenze von ${cause} ${UNITS[subject] ?? subject} wurde erreicht; dort endete die Recherche.`,
  'finished-early': () =>
    'Die Recherche wurde auf Wunsch vorzeitig beendet; der Bericht enthält, was bis dahin gefunden war.',
};

/** Says a gap in German, or in English for every other language. */
export function describeGap(gap: GapFacts, language: string): string {
  return language === 'de' ? GERMAN[gap.kind](gap) : describeInEnglish(gap);
}

import type { SessionsWords } from './sessions-english.ts';

export const SESSIONS_GERMAN: SessionsWords = {
  heading: 'Gespräche',
  none: 'Es gibt noch kein Gespräch.',
  one: 'Gespräch',
  asked: 'Sie fragten',
  earlier: (count) =>
    (count === 1 ? 'Eine frühere Nachricht wird' : `${count} frühere Nachrichten werden`) +
    ' hier nicht mehr aufbewahrt.',
  shortened: 'Die ganze Antwort wird hier nicht mehr aufbewahrt.',
  stages: {
    indexing: 'Liest, was in den Ordnern neu ist …',
    understanding: 'Versteht die Frage …',
    planning: 'Plant …',
    searching: 'Sucht …',
    reading: 'Liest …',
    judging: 'Beurteilt, was gefunden wurde …',
    writing: 'Schreibt …',
    verifying: 'Vergleicht mit den Quellen …',
  },
  working: 'Arbeitet …',
  unverified: 'Wird geschrieben; noch nicht mit den Quellen verglichen.',
  failed: (reason) => `Das konnte nicht beantwortet werden: ${reason}`,
  sendAgain: 'Noch einmal fragen',
  understood: (prompt) => `Verstanden als: ${prompt}`,
  ungrounded: 'Das beruht auf keiner Quelle, nur auf dem Wissen des Modells.',
  askedBack: 'Vor einer Antwort:',
  toRun: 'Daraus wurde eine Recherche: verfolgen',
  suggestions: 'Sie könnten fragen',
  helpful: 'Hilfreich',
  unhelpful: 'Nicht hilfreich',
  note: 'Was war falsch? (kann leer bleiben)',
  sendNote: 'Senden',
  thanks: 'Notiert. Danke.',
  next: 'Weiter fragen oder antworten',
  send: 'Senden',
};

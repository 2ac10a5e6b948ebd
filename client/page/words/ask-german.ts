import type { AskWords } from './ask-english.ts';

const count = (value: number | null) => (value === null ? 'beliebig viele' : value.toLocaleString('de'));
const about = (what: string) => (limit: (name: string) => number | null) =>
  `${what} Höchstens ${count(limit('pages'))} gelesene Stellen, ${count(limit('modelCalls'))} Modellaufrufe und ${count(limit('wallTimeSeconds'))} Minuten Arbeit.`;

export const ASK_GERMAN: AskWords = {
  link: 'Fragen',
  title: 'Fragen',
  question: 'Was möchten Sie wissen?',
  example: 'Eine vollständige Frage, wie Sie sie einer Kollegin stellen würden',
  kind: 'Wie soll sie beantwortet werden?',
  run: {
    label: 'Recherche',
    about:
      'Gründlich: Minuten bis Stunden, und ein Bericht, in dem jede Aussage belegt ist. Sie können inzwischen gehen.',
  },
  conversation: { label: 'Gespräch', about: 'Eine schnelle Antwort aus denselben Quellen; danach fragen Sie weiter.' },
  sources: 'Wo gesucht wird',
  include: 'Nur diese Dateien',
  exclude: 'Diese Dateien nicht',
  patterns:
    'Muster mit Kommas dazwischen: *.md in allen Ordnern, /*.md ganz oben, protokolle/ mit allem darin, {a,b}.* für a.* und b.*',
  noSources: 'Dieser Server wurde ohne Quellen gestartet. Starten Sie ihn mit --corpus <Ordner> oder --web.',
  web: (provider) => `Web: ${provider}`,
  thorough: 'Noch einmal nachsehen, wo die erste Antwort nicht genügt',
  preset: 'Wie gründlich?',
  presets: {
    quick: { label: 'Schnell', about: about('Ein erster Eindruck.') },
    standard: { label: 'Üblich', about: about('Für die meisten Fragen.') },
    deep: { label: 'Tief', about: about('Alles, was sich finden lässt.') },
  },
  clarify: 'Bevor es losgeht',
  clarifyModes: {
    auto: 'nachfragen, wenn die Frage unklar ist',
    always: 'immer nachfragen',
    never: 'nie nachfragen; so nehmen, wie sie dasteht',
  },
  approvePlan: 'Den Plan zeigen und warten, bis ich ihn freigebe',
  limits: 'Grenzen',
  limitsAbout: 'An einer Grenze fragt die Recherche Sie. Was leer bleibt, gilt wie angezeigt, nach der Wahl oben.',
  limitNames: {
    searches: 'Suchen',
    pages: 'Gelesene Stellen',
    modelCalls: 'Modellaufrufe',
    modelTokens: 'Modelltoken',
    money: 'Kosten in US-Dollar',
    wallTimeSeconds: 'Arbeitszeit in Minuten',
  },
  noLimit: 'keine',
  startRun: 'Recherche beginnen',
  startConversation: 'Fragen',
  sending: 'Wird gesendet …',
  shortcut: 'Strg oder ⌘ mit Enter',
  again: 'Frage oder Auswahl ändern',
  seeFields: 'Es wurde nicht gesendet: siehe die markierten Felder.',
};

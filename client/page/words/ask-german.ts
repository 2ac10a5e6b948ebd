import type { AskWords } from './ask-english.ts';

const count = (value: number | null) => (value === null ? 'beliebig viele' : value.toLocaleString('de'));
const about = (what: string) => (limit: (name: string) => number | null) =>
  `${what} Höchstens ${count(limit('pages'))} gelesene Stellen, ${count(limit('modelCalls'))} Modellaufrufe und ${count(limit('wallTimeSeconds'))} Stunden Arbeit.`;

export const ASK_GERMAN: AskWords = {
  link: 'Fragen',
  title: 'Fragen Sie Ihre Dokumente',
  about: 'Antworten aus Ihren eigenen Dokumenten, mit den Worten, auf denen jeder Satz beruht.',
  question: 'Was möchten Sie wissen?',
  example: 'Ihre Frage',
  examples: 'Zum Beispiel, aus Ihren Dokumenten:',
  empty: 'Schreiben Sie zuerst eine Frage.',
  kind: 'Wie gründlich soll die Antwort sein?',
  run: { label: 'Recherche', about: 'Minuten, ein Bericht mit geprüften Belegen' },
  conversation: { label: 'Schnell', about: 'Sekunden' },
  options: 'Einstellungen',
  within: (used, all, documents) => {
    const [one, more] = documents === null ? ['Quelle', 'Quellen'] : ['Ordner', 'Ordner'];
    const counted = documents === null ? '' : `, ${documents.toLocaleString('de')} Dokumente`;
    return `In: ${used === all ? '' : `${used} von `}${all} ${all === 1 ? one : more}${counted}`;
  },
  folder: (name, documents) =>
    documents === null
      ? name
      : `${name} (${documents.toLocaleString('de')} ${documents === 1 ? 'Dokument' : 'Dokumente'})`,
  documents: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Dokument' : 'Dokumente'}`,
  unreadable: (count) => `${count.toLocaleString('de')} unlesbare ${count === 1 ? 'Datei' : 'Dateien'}`,
  missing: (name) => `${name} lässt sich nicht öffnen`,
  model: (name) => (name === null ? 'kein Modell: zeigt Textstellen' : `Modell ${name}`),
  sources: 'Wo gesucht wird',
  include: 'Nur diese Dateien',
  exclude: 'Diese Dateien nicht',
  patterns:
    'Muster mit Kommas dazwischen: *.md in allen Ordnern, /*.md ganz oben, protokolle/ mit allem darin, {a,b}.* für a.* und b.*',
  web: (provider) => `Web: ${provider}`,
  thorough: 'Noch einmal nachsehen, wo die erste Antwort nicht genügt',
  preset: 'Wie gründlich?',
  presets: {
    quick: { label: 'Knapp', about: about('Ein erster Eindruck.') },
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
    wallTimeSeconds: 'Arbeitszeit in Stunden',
  },
  noLimit: 'keine',
  startRun: 'Recherche beginnen',
  startConversation: 'Fragen',
  sending: 'Wird gesendet …',
  againSame: 'Mit diesen Einstellungen noch einmal fragen',
  again: 'Frage oder Auswahl ändern',
  seeFields: 'Es wurde nicht gesendet: siehe die markierten Felder.',
};

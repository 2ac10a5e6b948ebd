const count = (value: number | null) => (value === null ? 'any number of' : value.toLocaleString('en'));
const about = (what: string) => (limit: (name: string) => number | null) =>
  `${what} Up to ${count(limit('pages'))} passages read, ${count(limit('modelCalls'))} model calls and ${count(limit('wallTimeSeconds'))} hours of work.`;

export const ASK_ENGLISH = {
  link: 'Ask',
  title: 'Ask your documents',
  about: 'Answers from your own documents, with the words each sentence rests on.',
  question: 'What do you want to know?',
  example: 'Your question',
  examples: 'For example, from your documents:',
  empty: 'Write a question first.',
  kind: 'How thorough should the answer be?',
  run: { label: 'Research', about: 'minutes, a report' },
  conversation: { label: 'Quick', about: 'seconds' },
  options: 'Options',
  /** @param documents in the folders; null: it is not known, or not all are folders */
  within: (used: number, all: number, documents: number | null) => {
    const [one, more] = documents === null ? ['source', 'sources'] : ['folder', 'folders'];
    const counted = documents === null ? '' : `, ${documents.toLocaleString('en')} documents`;
    return `In: ${used === all ? '' : `${used} of `}${all} ${all === 1 ? one : more}${counted}`;
  },
  folder: (name: string, documents: number | null) =>
    documents === null
      ? name
      : `${name} (${documents.toLocaleString('en')} ${documents === 1 ? 'document' : 'documents'})`,
  documents: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'document' : 'documents'}`,
  unreadable: (count: number) => `${count.toLocaleString('en')} unreadable ${count === 1 ? 'file' : 'files'}`,
  missing: (name: string) => `${name} cannot be opened`,
  sources: 'Where to look',
  include: 'Only these files',
  exclude: 'Not these files',
  patterns:
    'Patterns with commas between them: *.md in all folders, /*.md at the top, minutes/ with all in it, {a,b}.* for a.* and b.*',
  web: (provider: string) => `Web: ${provider}`,
  thorough: 'Search again if the first answer is insufficient',
  preset: 'How thorough?',
  presets: {
    quick: { label: 'Brief', about: about('A first impression.') },
    standard: { label: 'Standard', about: about('For most questions.') },
    deep: { label: 'Deep', about: about('Everything that can be found.') },
  },
  clarify: 'Before it begins',
  clarifyModes: {
    auto: 'ask me back if the question is unclear',
    always: 'always ask me back',
    never: 'never ask; take what I wrote',
  },
  approvePlan: 'Show me the plan, and wait until I approve it',
  limits: 'Limits',
  limitsAbout: 'At a limit the run asks you. Empty fields use the values shown, from the choice above.',
  noLimit: 'none',
  send: 'Ask',
  sending: 'Sending …',
  againSame: 'Ask again with these settings',
  again: 'Change the question or its choices',
  seeFields: 'It was not sent: see the marked fields.',
};

/** What the form to ask says. */
export type AskWords = typeof ASK_ENGLISH;

const germanCount = (value: number | null) => (value === null ? 'beliebig viele' : value.toLocaleString('de'));
const germanAbout = (what: string) => (limit: (name: string) => number | null) =>
  `${what} Höchstens ${germanCount(limit('pages'))} gelesene Stellen, ${germanCount(limit('modelCalls'))} Modellaufrufe und ${germanCount(limit('wallTimeSeconds'))} Stunden Arbeit.`;

export const ASK_GERMAN: AskWords = {
  link: 'Fragen',
  title: 'Fragen Sie Ihre Dokumente',
  about: 'Antworten aus Ihren eigenen Dokumenten, mit den Worten, auf denen jeder Satz beruht.',
  question: 'Was möchten Sie wissen?',
  example: 'Ihre Frage',
  examples: 'Zum Beispiel, aus Ihren Dokumenten:',
  empty: 'Schreiben Sie zuerst eine Frage.',
  kind: 'Wie gründlich soll die Antwort sein?',
  run: { label: 'Recherche', about: 'Minuten, ein Bericht' },
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
  sources: 'Wo gesucht wird',
  include: 'Nur diese Dateien',
  exclude: 'Diese Dateien nicht',
  patterns:
    'Muster mit Kommas dazwischen: *.md in allen Ordnern, /*.md ganz oben, protokolle/ mit allem darin, {a,b}.* für a.* und b.*',
  web: (provider) => `Web: ${provider}`,
  thorough: 'Noch einmal nachsehen, wo die erste Antwort nicht genügt',
  preset: 'Wie gründlich?',
  presets: {
    quick: { label: 'Knapp', about: germanAbout('Ein erster Eindruck.') },
    standard: { label: 'Üblich', about: germanAbout('Für die meisten Fragen.') },
    deep: { label: 'Tief', about: germanAbout('Alles, was sich finden lässt.') },
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
  noLimit: 'keine',
  send: 'Fragen',
  sending: 'Wird gesendet …',
  againSame: 'Mit diesen Einstellungen noch einmal fragen',
  again: 'Frage oder Auswahl ändern',
  seeFields: 'Es wurde nicht gesendet: siehe die markierten Felder.',
};

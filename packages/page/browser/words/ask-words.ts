import { type Pair, say, counted, documents, en, de } from './language.ts';

const count = (value: number | null) =>
  value === null ? say('any number of', 'beliebig viele') : say(en(value), de(value));
const about = (what: Pair) => (limit: (name: string) => number | null) => {
  const most = ['pages', 'modelCalls', 'wallTimeSeconds'].map((name) => count(limit(name)));
  const [pages, calls, hours] = most.map((one) => one.en);
  const [stellen, aufrufe, stunden] = most.map((one) => one.de);
  return say(
    `${what.en} Up to ${pages} passages read, ${calls} model calls and ${hours} hours of work.`,
    `${what.de} Höchstens ${stellen} gelesene Stellen, ${aufrufe} Modellaufrufe und ${stunden} Stunden Arbeit.`,
  );
};

export const ASK = {
  link: say('Ask', 'Fragen'),
  title: say('Ask your documents', 'Fragen Sie Ihre Dokumente'),
  about: say(
    'Answers from your own documents, with the words each sentence rests on.',
    'Antworten aus Ihren eigenen Dokumenten, mit den Worten, auf denen jeder Satz beruht.',
  ),
  question: say('What do you want to know?', 'Was möchten Sie wissen?'),
  example: say('Your question', 'Ihre Frage'),
  examples: say('For example, from your documents:', 'Zum Beispiel, aus Ihren Dokumenten:'),
  empty: say('Write a question first.', 'Schreiben Sie zuerst eine Frage.'),
  kind: say('How thorough should the answer be?', 'Wie gründlich soll die Antwort sein?'),
  run: { label: say('Research', 'Recherche'), about: say('minutes, a report', 'Minuten, ein Bericht') },
  conversation: { label: say('Quick', 'Schnell'), about: say('seconds', 'Sekunden') },
  options: say('Options', 'Optionen'),
  /** @param documents in the folders; null: it is not known, or not all are folders */
  within: (used: number, all: number, known: number | null) => {
    const { en: rest, de: übrige } = documents(known ?? 0);
    if (known !== null && used === all) return say(`In: ${rest}`, `In: ${übrige}`);
    const { en: places, de: orte } =
      known === null
        ? counted(all, ['source', 'sources'], ['Quelle', 'Quellen'])
        : counted(all, ['folder', 'folders'], ['Ordner', 'Ordner']);
    const [of, von] = used === all ? ['', ''] : [`${used} of `, `${used} von `];
    const [end, ende] = known === null ? ['', ''] : [`, ${rest}`, `, ${übrige}`];
    return say(`In: ${of}${places}${end}`, `In: ${von}${orte}${ende}`);
  },
  everything: say('Search everything', 'Alles durchsuchen'),
  /** @param patterns of the only files */
  only: (patterns: readonly string[]) => {
    const [first = ''] = patterns;
    const { en: files, de: dateien } = counted(patterns.length, ['file', 'files'], ['Datei', 'Dateien']);
    const name = first.replaceAll(/^\/|\\(?=.)/g, '');
    return patterns.length === 1 ? say(`Only ${name}`, `Nur ${name}`) : say(`Only ${files}`, `Nur ${dateien}`);
  },
  folder: (name: string, known: number | null) =>
    known === null ? name : say(`${name} (${documents(known).en})`, `${name} (${documents(known).de})`),
  unreadable: (count: number) =>
    counted(count, ['unreadable file', 'unreadable files'], ['unlesbare Datei', 'unlesbare Dateien']),
  missing: (name: string) => say(`${name} cannot be opened`, `${name} lässt sich nicht öffnen`),
  sources: say('Where to look', 'Wo gesucht wird'),
  include: say('Only these files', 'Nur diese Dateien'),
  exclude: say('Not these files', 'Diese Dateien nicht'),
  patterns: say(
    'Patterns with commas between them: *.md in all folders, /*.md at the top, minutes/ with all in it, {a,b}.* for a.* and b.*',
    'Muster mit Kommas dazwischen: *.md in allen Ordnern, /*.md ganz oben, protokolle/ mit allem darin, {a,b}.* für a.* und b.*',
  ),
  web: (provider: string) => `Web: ${provider}`,
  thorough: say(
    'Search again if the first answer is insufficient',
    'Noch einmal nachsehen, wo die erste Antwort nicht genügt',
  ),
  preset: say('How thorough?', 'Wie gründlich?'),
  presets: {
    quick: { label: say('Brief', 'Knapp'), about: about(say('A first impression.', 'Ein erster Eindruck.')) },
    standard: {
      label: say('Standard', 'Üblich'),
      about: about(say('For most questions.', 'Für die meisten Fragen.')),
    },
    deep: {
      label: say('Deep', 'Tief'),
      about: about(say('Everything that can be found.', 'Alles, was sich finden lässt.')),
    },
  },
  clarify: say('Before it begins', 'Bevor es losgeht'),
  clarifyModes: {
    auto: say('ask me back if the question is unclear', 'nachfragen, wenn die Frage unklar ist'),
    always: say('always ask me back', 'immer nachfragen'),
    never: say('never ask; take what I wrote', 'nie nachfragen; so nehmen, wie sie dasteht'),
  },
  approvePlan: say('Show me the plan, and wait until I approve it', 'Den Plan zeigen und warten, bis ich ihn freigebe'),
  limits: say('Limits', 'Grenzen'),
  limitsAbout: say(
    'At a limit the run asks you. Empty fields use the values shown, from the choice above.',
    'An einer Grenze fragt die Recherche Sie. Was leer bleibt, gilt wie angezeigt, nach der Wahl oben.',
  ),
  noLimit: say('none', 'keine'),
  send: say('Ask', 'Fragen'),
  sending: say('Sending …', 'Wird gesendet …'),
  againSame: say('Ask again with these settings', 'Mit diesen Einstellungen noch einmal fragen'),
  again: say('Change the question or its choices', 'Frage oder Auswahl ändern'),
  seeFields: say('It was not sent: see the marked fields.', 'Es wurde nicht gesendet: siehe die markierten Felder.'),
};

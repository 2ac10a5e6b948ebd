import { say, type Spoken } from './language.ts';

/** What no part comes to but by a fault. */
const NOT_TRIED = { off: '', ready: '', answers: '', failed: '' };

export const SETTINGS = {
  heading: say('Settings', 'Einstellungen'),
  about: say(
    'What is saved here is in the file plumbline.yml of the store; variables of the environment win. Keys are never set here.',
    'Was hier gesichert wird, steht in der Datei plumbline.yml der Ablage; Variablen der Umgebung gehen vor. Schlüssel werden hier nie gesetzt.',
  ),
  found: (server: string, model: string) =>
    say(
      `${server} runs on this machine, with the model ${model}.`,
      `Auf diesem Rechner läuft ${server} mit dem Modell ${model}.`,
    ),
  noneFound: say(
    'No model server was found on this machine; one elsewhere works by its address.',
    'Auf diesem Rechner wurde kein Modellserver gefunden; einer anderswo geht über seine Adresse.',
  ),
  useIt: say('Use it', 'Verwenden'),
  groups: {
    model: say('Language model', 'Sprachmodell'),
    embeddings: say('Search by meaning', 'Suche nach Bedeutung'),
    sources: say('Web search', 'Suche im Web'),
    scans: 'Scans',
    notifications: say('Notifications', 'Benachrichtigungen'),
  },
  labels: {
    OPENAI_BASE_URL: say('Address of the model server', 'Adresse des Modellservers'),
    PLUMBLINE_MODEL: say('Model', 'Modell'),
    'model.small': say('Model for simple steps', 'Modell für einfache Schritte'),
    PLUMBLINE_EMBEDDING_BASE_URL: say('Address of the embeddings server', 'Adresse des Servers für Embeddings'),
    PLUMBLINE_EMBEDDING_MODEL: say('Embedding model', 'Embedding-Modell'),
    SEARXNG_URL: say('Address of a SearXNG server', 'Adresse eines SearXNG-Servers'),
    PLUMBLINE_OCR: say(
      'Languages of text recognition, like eng or deu+eng',
      'Sprachen der Texterkennung, wie deu oder deu+eng',
    ),
    'notify.to': say(
      'Webhooks and mailto: addresses, separated by commas',
      'Webhooks und mailto:-Adressen, durch Kommas getrennt',
    ),
    'page.url': say('Address of this page, for links', 'Adresse dieser Seite, für Links'),
  },
  unset: {
    OPENAI_BASE_URL: say(
      'the OpenAI service, if its key is set',
      'der Dienst von OpenAI, wenn dessen Schlüssel gesetzt ist',
    ),
    PLUMBLINE_MODEL: say('no model: answers show passages', 'kein Modell: Antworten zeigen Textstellen'),
    'model.small': say('the same model', 'dasselbe Modell'),
    PLUMBLINE_EMBEDDING_BASE_URL: say('the address of the model server', 'die Adresse des Modellservers'),
    PLUMBLINE_EMBEDDING_MODEL: say('search by words only', 'Suche nur nach Wörtern'),
    SEARXNG_URL: say(
      'not asked; a server that searches the web is started with --web',
      'wird nicht gefragt; ein Server, der im Web sucht, wird mit --web gestartet',
    ),
    PLUMBLINE_OCR: say('scans are not read', 'Scans werden nicht gelesen'),
    'notify.to': say('no message when a run asks or ends', 'keine Nachricht, wenn ein Lauf fragt oder endet'),
    'page.url': say('messages have no links', 'Nachrichten haben keine Links'),
  },
  sources: {
    environment: (name: string) =>
      say(`From the environment (${name}); change it there.`, `Aus der Umgebung (${name}); dort zu ändern.`),
    file: (name: string) => say(`Set here (${name}).`, `Hier gesetzt (${name}).`),
    default: (name: string, otherwise: string) =>
      say(`Not set (${name}): ${otherwise}.`, `Nicht gesetzt (${name}): ${otherwise}.`),
  },
  tryIt: say('Try it', 'Ausprobieren'),
  trying: say('Trying …', 'Wird ausprobiert …'),
  works: say('It works.', 'Es geht.'),
  outcomes: {
    model: {
      ...NOT_TRIED,
      off: say('There is no model: answers show passages.', 'Es gibt kein Modell: Antworten zeigen Textstellen.'),
      answers: say('The model answers.', 'Das Modell antwortet.'),
    },
    embeddings: {
      ...NOT_TRIED,
      off: say('Search is by words only.', 'Gesucht wird nur nach Wörtern.'),
      answers: say('The model answers.', 'Das Modell antwortet.'),
    },
    sources: {
      ...NOT_TRIED,
      ready: say(
        'Providers are ready; SearXNG is not set up.',
        'Suchdienste sind bereit; SearXNG ist nicht eingerichtet.',
      ),
      answers: say('SearXNG answers.', 'SearXNG antwortet.'),
    },
    scans: {
      ...NOT_TRIED,
      off: say('Scans are not read.', 'Scans werden nicht gelesen.'),
      ready: say('Scans are read.', 'Scans werden gelesen.'),
    },
    notifications: {
      ...NOT_TRIED,
      off: say('Nothing is sent: there is no recipient.', 'Nichts wird gesendet: Es gibt keine Empfänger.'),
      answers: say('A message was sent.', 'Eine Nachricht wurde gesendet.'),
    },
  },
  literally: say('In detail', 'Im Einzelnen, auf Englisch'),
  remedies: {
    model: say(
      'Correct the address, the model or the key OPENAI_API_KEY; without a model, answers show passages.',
      'Adresse, Modell oder den Schlüssel OPENAI_API_KEY berichtigen; ohne Modell zeigen Antworten Textstellen.',
    ),
    embeddings: say(
      'Correct the address, the model or its key; without one, search is by words only.',
      'Adresse, Modell oder dessen Schlüssel berichtigen; ohne wird nur nach Wörtern gesucht.',
    ),
    sources: say('Correct the address, or leave it empty.', 'Die Adresse berichtigen oder leer lassen.'),
    scans: say(
      'Name installed languages, or leave it empty: scans are then not read.',
      'Installierte Sprachen nennen oder leer lassen: Scans werden dann nicht gelesen.',
    ),
    notifications: say(
      'Correct the addresses and PLUMBLINE_SMTP_URL, or leave them empty: nothing is sent then.',
      'Die Adressen und PLUMBLINE_SMTP_URL berichtigen oder leer lassen: Dann wird nichts gesendet.',
    ),
  },
  fails: say('It does not work.', 'Es geht nicht.'),
  save: say('Save', 'Sichern'),
  saved: {
    same: say('Nothing has changed.', 'Nichts hat sich geändert.'),
    renewed: say(
      'Saved. A new worker starts; the next question uses it.',
      'Gesichert. Ein neuer Worker startet; die nächste Frage nutzt es.',
    ),
    yours: say(
      'Saved. Start the workers again; then the next question uses it.',
      'Gesichert. Starten Sie die Worker neu; dann nutzt es die nächste Frage.',
    ),
  },
  keys: say('Keys', 'Schlüssel'),
  keysAbout: say(
    'Set them in the environment before the server starts, or name a file, as in OPENAI_API_KEY_FILE.',
    'Sie kommen in die Umgebung, bevor der Server startet, oder in eine Datei, die dort genannt ist, wie in OPENAI_API_KEY_FILE.',
  ),
  isSet: (isSet: boolean) => say(isSet ? 'set' : 'not set', isSet ? 'gesetzt' : 'nicht gesetzt'),
};

/** What the view of the settings says. */
export type SettingsWords = Spoken<typeof SETTINGS>;

export const MEMORY = {
  heading: say('Memory', 'Gedächtnis'),
  about: say(
    'What conversations and research runs of a user know from before. It contains only what a user asked to remember.',
    'Was Gespräche und Recherchen eines Nutzers von früher wissen. Hierher kommt nur, worum jemand gebeten hat.',
  ),
  whose: say(
    'Whose memory? The name is kept until you close this tab.',
    'Wessen Gedächtnis? Der Name wird behalten, bis Sie diesen Tab schließen.',
  ),
  user: say('User', 'Nutzer'),
  show: say('Show', 'Zeigen'),
  of: (user: string) => say(`Memory of ${user}`, `Gedächtnis von ${user}`),
  otherUser: say('Another user', 'Anderer Nutzer'),
  none: say('Nothing is remembered.', 'Nichts ist gemerkt.'),
  standings: {
    core: say('Always', 'Immer'),
    active: say('Where it matters', 'Wo es darauf ankommt'),
    archive: say('Archive', 'Archiv'),
  },
  meanings: {
    core: say('Part of every answer.', 'Teil jeder Antwort.'),
    active: say('Part of answers it is relevant to.', 'Teil von Antworten, die damit zu tun haben.'),
    archive: say('Old or corrected.', 'Alt oder berichtigt.'),
  },
  types: { note: say('note', 'Notiz'), entity: say('entity', 'Gegenstand'), relation: say('relation', 'Beziehung') },
  told: { user: say('added', 'hinzugefügt'), model: say('stored by a model', 'von einem Modell gespeichert') },
  strengthened: (times: number) => say(`confirmed ${times}×`, `${times}× bestätigt`),
  search: say('Search', 'Suchen'),
  searchFor: say('Search the memory', 'Im Gedächtnis suchen'),
  found: (count: number) => say(`Found: ${count}`, `Gefunden: ${count}`),
  add: say('Remember something', 'Etwas merken'),
  core: say('Always: part of every answer', 'Immer: Teil jeder Antwort'),
  remember: say('Remember', 'Merken'),
  added: (isNew: boolean) =>
    say(isNew ? 'Remembered.' : 'It was remembered before.', isNew ? 'Gemerkt.' : 'Das war schon gemerkt.'),
  others: {
    known: say('Known already:', 'Schon bekannt:'),
    new: '',
    conflicts: say('Contradicting entries:', 'Einträge, die anderes sagen:'),
    'not-judged': say(
      'These share words with it. No model judged whether both can hold:',
      'Diese teilen Wörter damit. Kein Modell hat beurteilt, ob beides gelten kann:',
    ),
  },
  confirm: say('Confirm', 'Bestätigen'),
  confirmed: say('Confirmed.', 'Bestätigt.'),
  erased: say('Forgotten.', 'Vergessen.'),
  forget: say('Forget', 'Vergessen'),
  forgetAll: say('Forget everything', 'Alles vergessen'),
  forgetMeans: say(
    'The entry and everything stored from its text will be erased. Answers and reports that quote it keep their quotation.',
    'Der Eintrag und alles, was aus seinem Text gespeichert wurde, wird gelöscht. Antworten und Berichte, die ihn zitieren, behalten ihr Zitat.',
  ),
  forgetAllMeans: (count: number) =>
    say(
      `All entries (${count}) and everything stored from them will be erased. Answers and reports that quote them keep their quotations.`,
      `Alle Einträge (${count}) und alles, was aus ihnen gespeichert wurde, werden gelöscht. Antworten und Berichte, die sie zitieren, behalten ihre Zitate.`,
    ),
  forgotten: (count: number) => say(`Erased: ${count}.`, `Gelöscht: ${count}.`),
  held: say('It is still quoted by', 'Zitiert wird es noch von'),
  entry: (text: string) => say(`the entry “${text}”`, `den Eintrag „${text}“`),
};

export const SIGN_IN = {
  heading: say('Sign in', 'Anmelden'),
  needed: say('This server needs to know who you are.', 'Dieser Server muss wissen, wer Sie sind.'),
  ended: say(
    'Your sign-in has ended. Sign in again; what you have written is kept.',
    'Ihre Anmeldung ist abgelaufen. Melden Sie sich wieder an; was Sie geschrieben haben, bleibt.',
  ),
  with: (issuer: string) => say(`Sign in with ${issuer}`, `Anmelden mit ${issuer}`),
  byToken: say('Use a token instead', 'Stattdessen ein Token verwenden'),
  keptInTab: say('It is kept until you close this tab.', 'Es wird behalten, bis Sie diesen Tab schließen.'),
  tokenNeeded: say(
    'This server needs its token. It is kept until you close this tab.',
    'Dieser Server braucht sein Token. Es wird behalten, bis Sie diesen Tab schließen.',
  ),
  token: 'Token',
  wrongToken: say(
    'The server does not know this token. Check it, or ask who runs the server.',
    'Der Server kennt dieses Token nicht. Prüfen Sie es, oder fragen Sie, wer den Server betreibt.',
  ),
  enter: say('Continue', 'Weiter'),
  faults: {
    over: say(
      'This sign-in cannot be finished: it began in another browser or at another address, took more than ten minutes, or was used before. Sign in again.',
      'Diese Anmeldung lässt sich nicht abschließen: Sie begann in einem anderen Browser oder unter einer anderen Adresse, dauerte über zehn Minuten oder wurde schon verwendet. Melden Sie sich noch einmal an.',
    ),
    token: (detail: string) =>
      say(
        `You are signed in, but this server does not accept it: ${detail}. Ask who runs the server.`,
        `Sie sind angemeldet, aber dieser Server nimmt es nicht an: ${detail}. Fragen Sie, wer ihn betreibt.`,
      ),
    refused: (issuer: string) =>
      say(
        `${issuer} refused the sign-in. Try another account, or ask who runs the server.`,
        `${issuer} hat die Anmeldung abgelehnt. Versuchen Sie ein anderes Konto, oder fragen Sie, wer den Server betreibt.`,
      ),
    away: (issuer: string) =>
      say(
        `${issuer} does not answer. Wait a moment, then sign in again.`,
        `${issuer} antwortet nicht. Warten Sie einen Moment, und melden Sie sich dann noch einmal an.`,
      ),
    other: (detail: string) =>
      say(
        `The sign-in did not work: ${detail}. Try again, or tell who runs the server.`,
        `Die Anmeldung hat nicht geklappt: ${detail}. Versuchen Sie es noch einmal, oder sagen Sie es dem Betreiber.`,
      ),
  },
};

/** What no part comes to but by a fault. */
const NOT_TRIED = { off: '', ready: '', answers: '', failed: '' };

export const SETTINGS_ENGLISH = {
  heading: 'Settings',
  about:
    'What is saved here is in the file plumbline.yml of the store; variables of the environment win. Keys are never set here.',
  found: (server: string, model: string) => `${server} runs on this machine, with the model ${model}.`,
  useIt: 'Use it',
  groups: {
    model: 'Language model',
    embeddings: 'Search by meaning',
    sources: 'Web search',
    scans: 'Scans',
    notifications: 'Notifications',
  },
  labels: {
    OPENAI_BASE_URL: 'Address of the model server',
    PLUMBLINE_MODEL: 'Model',
    'model.small': 'Model for simple steps',
    PLUMBLINE_EMBEDDING_BASE_URL: 'Address of the embeddings server',
    PLUMBLINE_EMBEDDING_MODEL: 'Embedding model',
    SEARXNG_URL: 'Address of a SearXNG server',
    PLUMBLINE_OCR: 'Languages of text recognition, like eng or deu+eng',
    'notify.to': 'Webhooks and mailto: addresses, separated by commas',
    'page.url': 'Address of this page, for links',
  },
  unset: {
    OPENAI_BASE_URL: 'the OpenAI service, if its key is set',
    PLUMBLINE_MODEL: 'no model: answers show passages',
    'model.small': 'the same model',
    PLUMBLINE_EMBEDDING_BASE_URL: 'the address of the model server',
    PLUMBLINE_EMBEDDING_MODEL: 'search by words only',
    SEARXNG_URL: 'not asked; a server that searches the web is started with --web',
    PLUMBLINE_OCR: 'scans are not read',
    'notify.to': 'no message when a run asks or ends',
    'page.url': 'messages have no links',
  },
  sources: {
    environment: (name: string) => `From the environment (${name}); change it there.`,
    file: (name: string) => `Set here (${name}).`,
    default: (name: string, otherwise: string) => `Not set (${name}): ${otherwise}.`,
  },
  tryIt: 'Try it',
  trying: 'Trying …',
  works: 'It works.',
  outcomes: {
    model: { ...NOT_TRIED, off: 'There is no model: answers show passages.', answers: 'The model answers.' },
    embeddings: { ...NOT_TRIED, off: 'Search is by words only.', answers: 'The model answers.' },
    sources: { ...NOT_TRIED, ready: 'Providers are ready; SearXNG is not set up.', answers: 'SearXNG answers.' },
    scans: { ...NOT_TRIED, off: 'Scans are not read.', ready: 'Scans are read.' },
    notifications: { ...NOT_TRIED, off: 'Nothing is sent: there is no recipient.', answers: 'A message was sent.' },
  },
  literally: 'In detail',
  remedies: {
    model: 'Correct the address, the model or the key OPENAI_API_KEY; without a model, answers show passages.',
    embeddings: 'Correct the address, the model or its key; without one, search is by words only.',
    sources: 'Correct the address, or leave it empty.',
    scans: 'Name installed languages, or leave it empty: scans are then not read.',
    notifications: 'Correct the addresses and PLUMBLINE_SMTP_URL, or leave them empty: nothing is sent then.',
  },
  fails: 'It does not work.',
  save: 'Save',
  saved: {
    same: 'Nothing has changed.',
    renewed: 'Saved. A new worker starts; the next question uses it.',
    yours: 'Saved. Start the workers again; then the next question uses it.',
  },
  keys: 'Keys',
  keysAbout: 'Set them in the environment before the server starts, or name a file, as in OPENAI_API_KEY_FILE.',
  isSet: (isSet: boolean): string => (isSet ? 'set' : 'not set'),
};

/** What the view of the settings says. */
export type SettingsWords = typeof SETTINGS_ENGLISH;

export const SETTINGS_GERMAN: SettingsWords = {
  heading: 'Einstellungen',
  about:
    'Was hier gesichert wird, steht in der Datei plumbline.yml der Ablage; Variablen der Umgebung gehen vor. Schlüssel werden hier nie gesetzt.',
  found: (server, model) => `Auf diesem Rechner läuft ${server} mit dem Modell ${model}.`,
  useIt: 'Verwenden',
  groups: {
    model: 'Sprachmodell',
    embeddings: 'Suche nach Bedeutung',
    sources: 'Suche im Web',
    scans: 'Scans',
    notifications: 'Benachrichtigungen',
  },
  labels: {
    OPENAI_BASE_URL: 'Adresse des Modellservers',
    PLUMBLINE_MODEL: 'Modell',
    'model.small': 'Modell für einfache Schritte',
    PLUMBLINE_EMBEDDING_BASE_URL: 'Adresse des Servers für Embeddings',
    PLUMBLINE_EMBEDDING_MODEL: 'Embedding-Modell',
    SEARXNG_URL: 'Adresse eines SearXNG-Servers',
    PLUMBLINE_OCR: 'Sprachen der Texterkennung, wie deu oder deu+eng',
    'notify.to': 'Webhooks und mailto:-Adressen, durch Kommas getrennt',
    'page.url': 'Adresse dieser Seite, für Links',
  },
  unset: {
    OPENAI_BASE_URL: 'der Dienst von OpenAI, wenn dessen Schlüssel gesetzt ist',
    PLUMBLINE_MODEL: 'kein Modell: Antworten zeigen Textstellen',
    'model.small': 'dasselbe Modell',
    PLUMBLINE_EMBEDDING_BASE_URL: 'die Adresse des Modellservers',
    PLUMBLINE_EMBEDDING_MODEL: 'Suche nur nach Wörtern',
    SEARXNG_URL: 'wird nicht gefragt; ein Server, der im Web sucht, wird mit --web gestartet',
    PLUMBLINE_OCR: 'Scans werden nicht gelesen',
    'notify.to': 'keine Nachricht, wenn ein Lauf fragt oder endet',
    'page.url': 'Nachrichten haben keine Links',
  },
  sources: {
    environment: (name) => `Aus der Umgebung (${name}); dort zu ändern.`,
    file: (name) => `Hier gesetzt (${name}).`,
    default: (name, otherwise) => `Nicht gesetzt (${name}): ${otherwise}.`,
  },
  tryIt: 'Ausprobieren',
  trying: 'Wird ausprobiert …',
  works: 'Es geht.',
  outcomes: {
    model: {
      ...NOT_TRIED,
      off: 'Es gibt kein Modell: Antworten zeigen Textstellen.',
      answers: 'Das Modell antwortet.',
    },
    embeddings: { ...NOT_TRIED, off: 'Gesucht wird nur nach Wörtern.', answers: 'Das Modell antwortet.' },
    sources: {
      ...NOT_TRIED,
      ready: 'Suchdienste sind bereit; SearXNG ist nicht eingerichtet.',
      answers: 'SearXNG antwortet.',
    },
    scans: { ...NOT_TRIED, off: 'Scans werden nicht gelesen.', ready: 'Scans werden gelesen.' },
    notifications: {
      ...NOT_TRIED,
      off: 'Nichts wird gesendet: Es gibt keine Empfänger.',
      answers: 'Eine Nachricht wurde gesendet.',
    },
  },
  literally: 'Im Einzelnen, auf Englisch',
  remedies: {
    model: 'Adresse, Modell oder den Schlüssel OPENAI_API_KEY berichtigen; ohne Modell zeigen Antworten Textstellen.',
    embeddings: 'Adresse, Modell oder dessen Schlüssel berichtigen; ohne wird nur nach Wörtern gesucht.',
    sources: 'Die Adresse berichtigen oder leer lassen.',
    scans: 'Installierte Sprachen nennen oder leer lassen: Scans werden dann nicht gelesen.',
    notifications: 'Die Adressen und PLUMBLINE_SMTP_URL berichtigen oder leer lassen: Dann wird nichts gesendet.',
  },
  fails: 'Es geht nicht.',
  save: 'Sichern',
  saved: {
    same: 'Nichts hat sich geändert.',
    renewed: 'Gesichert. Ein neuer Worker startet; die nächste Frage nutzt es.',
    yours: 'Gesichert. Starten Sie die Worker neu; dann nutzt es die nächste Frage.',
  },
  keys: 'Schlüssel',
  keysAbout:
    'Sie kommen in die Umgebung, bevor der Server startet, oder in eine Datei, die dort genannt ist, wie in OPENAI_API_KEY_FILE.',
  isSet: (isSet) => (isSet ? 'gesetzt' : 'nicht gesetzt'),
};

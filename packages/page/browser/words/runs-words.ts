const stages: Readonly<Record<string, string>> = {
  conversation: 'conversation',
  indexing: 'reading the folders',
  clarifying: 'clarifying',
  anchored: 'clarified',
  planning: 'planning',
  researching: 'researching',
  validating: 'validating',
  synthesizing: 'writing',
  verifying: 'verifying',
  published: 'published',
  stopped: 'finished early',
  halted: 'stopped at a limit',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const RUNS_ENGLISH = {
  heading: 'History',
  none: 'Nothing has been asked yet.',
  startOne: 'Ask the first question',
  search: 'Search questions',
  stages,
  awaitsYou: 'Waits for you',
  matches: (count: number, all: number) => `${count.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  noMatch: 'Nothing matches.',
  findings: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'}`,
  modelCalls: (count: number) => `${count.toLocaleString('en')} model ${count === 1 ? 'call' : 'calls'}`,
  money: (amount: number) => `$${amount.toFixed(2)}`,
  more: (count: number) => `Show ${count} more`,
  stale: 'The list could not be refreshed; this is how it was.',
};

/** What the list of runs says. */
export type RunsWords = typeof RUNS_ENGLISH;

export const RAIL_ENGLISH = {
  label: 'What was asked',
  toggle: 'Menu',
  close: 'Close',
  library: 'Library',
  pinned: 'Pinned',
  lastWeek: 'Last week',
  waiting: (count: number) => `${count} ${count === 1 ? 'waits' : 'wait'} for you`,
  actions: (title: string) => `Rename, pin or delete: ${title}`,
  rename: 'Rename',
  name: 'Name',
  save: 'Save',
  keep: 'Cancel',
  pin: 'Pin',
  unpin: 'Unpin',
  remove: 'Delete',
  removes: {
    run: 'Its report, what was asked on it, its evidence, its costs and its history are deleted for good. Documents stay, and so do files that were saved from it. A run under way has to be cancelled first.',
    session:
      'All its messages, answers and their evidence, its costs and its history are deleted for good. Documents stay, and so do research runs that began here.',
  },
  signedIn: 'Signed in',
  signedInAs: (user: string) => `Signed in as ${user}`,
  leave: 'Log out',
};

/** What the rail of everything says. */
export type RailWords = typeof RAIL_ENGLISH;

export const RUNS_GERMAN: RunsWords = {
  heading: 'Verlauf',
  none: 'Noch wurde nichts gefragt.',
  startOne: 'Die erste Frage stellen',
  search: 'Fragen durchsuchen',
  stages: {
    conversation: 'Gespräch',
    indexing: 'liest die Ordner',
    clarifying: 'fragt nach',
    anchored: 'geklärt',
    planning: 'plant',
    researching: 'recherchiert',
    validating: 'prüft',
    synthesizing: 'schreibt',
    verifying: 'vergleicht',
    published: 'veröffentlicht',
    stopped: 'vorzeitig beendet',
    halted: 'an einer Grenze angehalten',
    failed: 'gescheitert',
    cancelled: 'abgebrochen',
  },
  awaitsYou: 'Wartet auf Sie',
  matches: (count, all) => `${count.toLocaleString('de')} von ${all.toLocaleString('de')}`,
  noMatch: 'Nichts passt.',
  findings: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Fund' : 'Funde'}`,
  modelCalls: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Modellaufruf' : 'Modellaufrufe'}`,
  money: (amount) => `${amount.toFixed(2).replace('.', ',')} $`,
  more: (count) => `${count} weitere zeigen`,
  stale: 'Die Liste konnte nicht aufgefrischt werden; so war sie zuletzt.',
};

export const RAIL_GERMAN: RailWords = {
  label: 'Was gefragt wurde',
  toggle: 'Menü',
  close: 'Schließen',
  library: 'Bibliothek',
  pinned: 'Angeheftet',
  lastWeek: 'Letzte Woche',
  waiting: (count) => `${count} ${count === 1 ? 'wartet' : 'warten'} auf Sie`,
  actions: (title) => `Umbenennen, anheften oder löschen: ${title}`,
  rename: 'Umbenennen',
  name: 'Name',
  save: 'Sichern',
  keep: 'Abbrechen',
  pin: 'Anheften',
  unpin: 'Loslösen',
  remove: 'Löschen',
  removes: {
    run: 'Bericht, was dazu gefragt wurde, Belege, Kosten und Verlauf werden endgültig gelöscht. Dokumente bleiben, ebenso gespeicherte Dateien. Eine laufende Recherche ist zuerst abzubrechen.',
    session:
      'Alle Nachrichten, Antworten und ihre Belege, Kosten und Verlauf werden endgültig gelöscht. Dokumente bleiben, ebenso Recherchen, die hier begannen.',
  },
  signedIn: 'Angemeldet',
  signedInAs: (user) => `Angemeldet als ${user}`,
  leave: 'Abmelden',
};

import { type Pair, say, counted, en, de, type Spoken } from './language.ts';

const runStages: Readonly<Record<string, Pair>> = {
  conversation: say('conversation', 'Gespräch'),
  indexing: say('reading the folders', 'liest die Ordner'),
  clarifying: say('clarifying', 'fragt nach'),
  anchored: say('clarified', 'geklärt'),
  planning: say('planning', 'plant'),
  researching: say('researching', 'recherchiert'),
  validating: say('validating', 'prüft'),
  synthesizing: say('writing', 'schreibt'),
  verifying: say('verifying', 'vergleicht'),
  published: say('published', 'veröffentlicht'),
  stopped: say('finished early', 'vorzeitig beendet'),
  halted: say('stopped at a limit', 'an einer Grenze angehalten'),
  failed: say('failed', 'gescheitert'),
  cancelled: say('cancelled', 'abgebrochen'),
};

export const RUNS = {
  heading: say('History', 'Verlauf'),
  none: say('Nothing has been asked yet.', 'Noch wurde nichts gefragt.'),
  startOne: say('Ask the first question', 'Die erste Frage stellen'),
  search: say('Search questions', 'Fragen durchsuchen'),
  stages: runStages,
  awaitsYou: say('Waits for you', 'Wartet auf Sie'),
  searchTexts: say('Search answers and reports as well', 'Auch in Antworten und Berichten suchen'),
  lookedThrough: (read: number, all: number) =>
    say(`${en(read)} of ${en(all)} looked through`, `${de(read)} von ${de(all)} durchgesehen`),
  inTexts: (found: number, read: number, all: number) =>
    say(
      `In answers and reports: ${en(found)} · ${en(read)} of ${en(all)} read`,
      `In Antworten und Berichten: ${de(found)} · ${de(read)} von ${de(all)} gelesen`,
    ),
  matches: (count: number, all: number) => say(`${en(count)} of ${en(all)}`, `${de(count)} von ${de(all)}`),
  noMatch: say('Nothing matches.', 'Nichts passt.'),
  findings: (count: number) => counted(count, ['finding', 'findings'], ['Befund', 'Befunde']),
  modelCalls: (count: number) => counted(count, ['model call', 'model calls'], ['Modellaufruf', 'Modellaufrufe']),
  money: (amount: number) => say(`$${amount.toFixed(2)}`, `${amount.toFixed(2).replace('.', ',')} $`),
  more: (count: number) => say(`Show ${count} more`, `${count} weitere zeigen`),
  stale: say(
    'The list could not be refreshed; this is how it was.',
    'Die Liste konnte nicht aufgefrischt werden; so war sie zuletzt.',
  ),
};

export const RAIL = {
  label: say('What was asked', 'Was gefragt wurde'),
  toggle: say('Menu', 'Menü'),
  library: say('Library', 'Bibliothek'),
  pinned: say('Pinned', 'Angeheftet'),
  lastWeek: say('Last week', 'Letzte Woche'),
  waiting: (count: number) => counted(count, ['waits for you', 'wait for you'], ['wartet auf Sie', 'warten auf Sie']),
  actions: (title: string) => say(`Rename, pin or delete: ${title}`, `Umbenennen, anheften oder löschen: ${title}`),
  rename: say('Rename', 'Umbenennen'),
  name: 'Name',
  save: say('Save', 'Sichern'),
  keep: say('Cancel', 'Abbrechen'),
  pin: say('Pin', 'Anheften'),
  unpin: say('Unpin', 'Loslösen'),
  remove: say('Delete', 'Löschen'),
  deleted: (title: string) => say(`Deleted: ${title}`, `Gelöscht: ${title}`),
  undo: say('Undo', 'Zurückholen'),
  removes: {
    run: say(
      'Its report, what was asked on it, its evidence, its costs and its history are deleted for good. Documents stay, and so do files that were saved from it. A run under way has to be cancelled first.',
      'Bericht, was dazu gefragt wurde, Belege, Kosten und Verlauf werden endgültig gelöscht. Dokumente bleiben, ebenso gespeicherte Dateien. Eine laufende Recherche ist zuerst abzubrechen.',
    ),
    session: say(
      'All its messages, answers and their evidence, its costs and its history are deleted for good. Documents stay, and so do research runs that began here.',
      'Alle Nachrichten, Antworten und ihre Belege, Kosten und Verlauf werden endgültig gelöscht. Dokumente bleiben, ebenso Recherchen, die hier begannen.',
    ),
  },
  signedIn: say('Signed in', 'Angemeldet'),
  signedInAs: (user: string) => say(`Signed in as ${user}`, `Angemeldet als ${user}`),
  leave: say('Log out', 'Abmelden'),
};

const answerStages: Readonly<Record<string, Pair>> = {
  indexing: say('Reading what is new in the folders …', 'Liest, was in den Ordnern neu ist …'),
  understanding: say('Understanding the question …', 'Versteht die Frage …'),
  planning: say('Planning …', 'Plant …'),
  searching: say('Searching …', 'Sucht …'),
  reading: say('Reading …', 'Liest …'),
  judging: say('Judging what was found …', 'Beurteilt, was gefunden wurde …'),
  writing: say('Writing …', 'Schreibt …'),
  verifying: say('Comparing with the sources …', 'Vergleicht mit den Quellen …'),
};

export const SESSIONS = {
  heading: say('Conversations', 'Gespräche'),
  one: say('Conversation', 'Gespräch'),
  asked: say('You asked', 'Sie fragten'),
  earlier: (count: number) =>
    say(
      `${count} earlier ${count === 1 ? 'message is' : 'messages are'} no longer kept here.`,
      (count === 1 ? 'Eine frühere Nachricht wird' : `${count} frühere Nachrichten werden`) +
        ' hier nicht mehr aufbewahrt.',
    ),
  shortened: say('The whole answer is no longer kept here.', 'Die ganze Antwort wird hier nicht mehr aufbewahrt.'),
  stages: answerStages,
  working: say('Working …', 'Arbeitet …'),
  unverified: say(
    'Being written; not compared with the sources yet.',
    'Wird geschrieben; noch nicht mit den Quellen verglichen.',
  ),
  failed: (reason: string) =>
    say(`This could not be answered: ${reason}`, `Das konnte nicht beantwortet werden: ${reason}`),
  stopped: say('You stopped this answer.', 'Sie haben diese Antwort gestoppt.'),
  sendAgain: say('Ask again', 'Noch einmal fragen'),
  theSame: say('The same once more', 'Dasselbe noch einmal'),
  deeper: say('Search more thoroughly', 'Gründlicher suchen'),
  otherSources: say('With other sources', 'Mit anderen Quellen'),
  edit: say('Change', 'Ändern'),
  replaces: say('Replaces the question and what followed', 'Ersetzt die Frage und was folgte'),
  former: (count: number) =>
    counted(count, ['earlier version', 'earlier versions'], ['frühere Fassung', 'frühere Fassungen']),
  understood: (prompt: string) => say(`Understood as: ${prompt}`, `Verstanden als: ${prompt}`),
  ungrounded: say(
    'This rests on no source, only on what the model knows.',
    'Das beruht auf keiner Quelle, nur auf dem Wissen des Modells.',
  ),
  askedBack: say('Before an answer:', 'Vor einer Antwort:'),
  toRun: say('This became a research run: follow it', 'Daraus wurde eine Recherche: verfolgen'),
  suggestions: say('You could ask', 'Sie könnten fragen'),
  mapOf: (titles: readonly string[]) => say(`Map of ${titles.join(', ')}`, `Karte von ${titles.join(', ')}`),
  mapCaption: say(
    'Where they are, with north at the top and the numbers of their cards. Each opens on openstreetmap.org.',
    'Wo sie liegen: Norden ist oben, die Zahlen sind die der Karten darüber. Jede führt zu openstreetmap.org.',
  ),
  helpful: say('Helpful', 'Hilfreich'),
  unhelpful: say('Not helpful', 'Nicht hilfreich'),
  reasons: [
    say('Wrong', 'Falsch'),
    say('Incomplete', 'Unvollständig'),
    say('Not what I asked', 'Nicht, was ich fragte'),
    say('From the wrong source', 'Aus der falschen Quelle'),
    say('Hard to read', 'Schwer zu lesen'),
  ],
  note: say('What was wrong? (may stay empty)', 'Was war falsch? (kann leer bleiben)'),
  thanks: say('Noted. Thank you.', 'Notiert. Danke.'),
  next: say('Ask a further question, or answer', 'Weiter fragen oder antworten'),
  send: say('Send', 'Senden'),
  showEarlier: (count: number) =>
    say(
      `Show ${count} earlier ${count === 1 ? 'message' : 'messages'}`,
      count === 1 ? 'Eine frühere Nachricht zeigen' : `${count} frühere Nachrichten zeigen`,
    ),
  newAnswer: say('New answer', 'Neue Antwort'),
  stop: say('Stop', 'Anhalten'),
  showAll: say('Show all', 'Alles zeigen'),
  showLess: say('Show less', 'Weniger zeigen'),
  morePlaces: (count: number) =>
    say(
      `${count} more ${count === 1 ? 'place' : 'places'}`,
      count === 1 ? 'Eine weitere Stelle' : `${count} weitere Stellen`,
    ),
  further: (count: number, isAtLeast: boolean) =>
    say(
      `${isAtLeast ? 'At least ' : ''}${count} more ${count === 1 ? 'passage has' : 'passages have'} all of these words`,
      `${isAtLeast ? 'Mindestens ' : ''}${count} weitere ${count === 1 ? 'Textstelle enthält' : 'Textstellen enthalten'} alle diese Wörter`,
    ),
  copy: say('Copy', 'Kopieren'),
  research: say('Research this thoroughly', 'Gründlich recherchieren'),
};

/** What conversations say. */
export type SessionsWords = Spoken<typeof SESSIONS>;

import type { MemoryWords } from './memory-english.ts';

export const GERMAN_MEMORY: MemoryWords = {
  heading: 'Gedächtnis',
  about: 'Was Gespräche und Recherchen eines Nutzers von früher wissen. Hierher kommt nur, worum jemand gebeten hat.',
  whose: 'Wessen Gedächtnis? Der Name wird behalten, bis Sie diesen Tab schließen.',
  user: 'Nutzer',
  show: 'Zeigen',
  of: (user) => `Gedächtnis von ${user}`,
  otherUser: 'Anderer Nutzer',
  none: 'Nichts ist gemerkt.',
  standings: { core: 'Immer', active: 'Wo es darauf ankommt', archive: 'Archiv' },
  meanings: {
    core: 'Teil jeder Antwort.',
    active: 'Teil von Antworten, die damit zu tun haben.',
    archive: 'Alt oder berichtigt.',
  },
  types: { note: 'Notiz', entity: 'Gegenstand', relation: 'Beziehung' },
  told: (day, isModel, strength) =>
    `${isModel ? 'von einem Modell gespeichert' : 'hinzugefügt'} ${day}${strength > 1 ? `, ${strength - 1}× bestätigt` : ''}`,
  search: 'Suchen',
  searchFor: 'Im Gedächtnis suchen',
  found: (count) => `Gefunden: ${count}`,
  all: 'Alle zeigen',
  add: 'Etwas merken',
  text: 'Text',
  core: 'Immer: Teil jeder Antwort',
  remember: 'Merken',
  added: (isNew) => (isNew ? 'Gemerkt.' : 'Das war schon gemerkt.'),
  conflicts: 'Einträge, die anderes sagen:',
  confirm: 'Bestätigen',
  confirmed: 'Bestätigt.',
  forget: 'Vergessen',
  forgetAll: 'Alles vergessen',
  keep: 'Behalten',
  forgetMeans:
    'Der Eintrag und alles, was aus seinem Text gespeichert wurde, wird gelöscht. Antworten und Berichte, die ihn zitieren, behalten ihr Zitat.',
  forgetAllMeans: (count) =>
    `Alle Einträge (${count}) und alles, was aus ihnen gespeichert wurde, werden gelöscht. Antworten und Berichte, die sie zitieren, behalten ihre Zitate.`,
  forgotten: (count) => `Gelöscht: ${count}.`,
  held: 'Zitiert wird es noch von',
  entry: (text) => `den Eintrag „${text}“`,
};

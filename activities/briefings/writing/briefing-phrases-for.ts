import type { ClaimMark } from '@plumbline/contracts/briefings/briefing-items';
import { counted } from '@plumbline/contracts/common/counted';

const MARKED = {
  new: 'neu',
  strengthened: 'bekräftigt',
  contradicted: 'widersprochen',
  withdrawn: 'zurückgezogen',
} as const;

export const GERMAN_BRIEFING: BriefingPhrases = {
  kind: {
    daily: 'Tagesbriefing',
    'deep-daily': 'Vertieftes Tagesbriefing',
    weekly: 'Wochenbriefing',
    'on-demand': 'Briefing auf Anfrage',
  },
  notes: 'Vorab',
  backfill: 'Nachgeholt: nach dem Tag geschrieben, aus dem Stand davor. Der Stand der Themen blieb unverändert.',
  delta: { new: 'Neu', changed: 'Verändert', reversed: 'Umgekehrt', ongoing: 'Anhaltend', stale: 'Ohne Neues' },
  status: { candidate: 'Kandidat', new: 'neu', ongoing: 'laufend', closed: 'abgeschlossen' },
  conviction: (conviction) => `Überzeugung ${conviction} von 10`,
  mark: {
    new: 'Neu',
    strengthened: 'Bekräftigt',
    contradicted: 'Widersprochen',
    withdrawn: 'Zurückgezogen',
    kept: 'Unverändert',
  },
  reported: 'Berichtet, nicht bestätigt',
  conflictsWith: 'Widerspricht',
  unshownClaim: 'einer Aussage, die hier nicht gezeigt wird',
  caveat: 'Vorbehalt',
  noNews: 'Keine neuen Entwicklungen.',
  noClaims: 'Zu diesem Thema hat dieses Briefing noch nichts festgehalten.',
  unnamed: (count) => `Keines von ${count} durchsuchten Dokumenten nennt dieses Thema oder seine Akteure.`,
  documents: 'In den Dokumenten',
  elsewhere: 'Außerhalb der Themen',
  unreadDocuments: (count) =>
    count === 1
      ? 'Ein weiteres Dokument dieser Tage wurde dafür nicht angesehen.'
      : `${count} weitere Dokumente dieser Tage wurden dafür nicht angesehen.`,
  undated: 'ohne Datum',
  fresh: (count) => counted(count, 'neue Stelle', 'neue Stellen'),
  known: (count) => `${counted(count, 'Stelle', 'Stellen')} schon bekannt`,
  beside: (count) => `${count} neben dem Thema, nach dem Sprachmodell, nicht gezeigt`,
  firstShown: (count) => `${count} sind erzählt oder gezeigt`,
  focus: 'Fokus für morgen',
  watchpoints: 'Beobachtungspunkte',
  evidence: (evidence, promoteAt) => `Belege ${evidence} von ${promoteAt}`,
  promoted: (evidence, promoteAt) => `gilt jetzt als Tatsache: Belege ${evidence} von ${promoteAt}`,
  signals: 'Neue Signale',
  candidate: 'Kandidat für ein Thema',
  interactions: 'Wechselwirkungen zwischen Themen',
  more: (count) => `… und ${count} weitere im Datensatz`,
  footer: {
    heading: 'Angaben zur Recherche',
    time: 'Zeitpunkt',
    documents: 'Durchsuchte Dokumente',
    searched: (count, places, queries) => `${count} in ${places}, nach ${queries}`,
    undated: 'Dokumente ohne Datum',
    others: (count) => `und ${count} weitere`,
    queries: 'Anfragen an das Web',
    issued: (queries, requests) => `${queries} (${counted(requests, 'Aufruf', 'Aufrufe')})`,
    accepted: 'Angenommene Treffer',
    acceptedCounts: (confirmed, reported) => `${confirmed + reported} (${confirmed} bestätigt, ${reported} berichtet)`,
    rejected: 'Abgelehnte Treffer',
    corrections: 'Nachrecherchen',
    correctionCounts: (all, confirmed) => (all === 0 ? '0' : `${all} (${confirmed} bestätigt)`),
    state: 'Stand geladen',
    stateLoaded: { yes: 'ja', partial: 'teilweise', no: 'nein' },
    diagnostics: 'Diagnosen',
    refused: 'Zurückgewiesene Anfragen',
    dropped: 'Wegen des Budgets entfallene Anfragen',
    anchoring: 'Verankerung',
    anchoringSkipped: 'nicht geprüft',
    notAnchored: 'geprüft, kein Thema auffällig',
    anchored: 'die Überzeugung blieb gleich, obwohl bestätigte Meldungen ihr widersprachen',
    issues: 'Issues',
    action: { opened: 'eröffnet', updated: 'aktualisiert', closed: 'geschlossen' },
    unfiledIssues: 'Nicht angelegte Issues',
    none: 'keine',
  },
  brief: {
    firstSeen: (day) => `zuerst gesehen ${day}`,
    updated: (day) => `aktualisiert ${day}`,
    standing: 'Geltende Aussagen',
    since: (day) => `seit ${day}`,
    history: 'Verlauf',
    counts: (mark, count) => `${count} ${MARKED[mark]}`,
  },
  continuity: 'Die letzten 7 Tage',
};

export const ENGLISH_BRIEFING = {
  kind: {
    daily: 'Daily briefing',
    'deep-daily': 'Deep daily briefing',
    weekly: 'Weekly briefing',
    'on-demand': 'Briefing on demand',
  },
  /** Heading of what a reader must know first. */
  notes: 'Read this first',
  backfill: 'Backfill: written after its day, from the state before that day. It changed no state.',
  delta: { new: 'New', changed: 'Changed', reversed: 'Reversed', ongoing: 'Ongoing', stale: 'Stale' },
  status: { candidate: 'candidate', new: 'new', ongoing: 'ongoing', closed: 'closed' },
  conviction: (conviction: number) => `conviction ${conviction} of 10`,
  mark: {
    new: 'New',
    strengthened: 'Strengthened',
    contradicted: 'Contradicted',
    withdrawn: 'Withdrawn',
    kept: 'Unchanged',
  },
  /** Precedes a claim that no listed source says. */
  reported: 'Reported, not confirmed',
  conflictsWith: 'Conflicts with',
  /** Placeholder for a claim that the output does not show. */
  unshownClaim: 'a claim that is not shown here',
  caveat: 'Caveat',
  noNews: 'No new developments.',
  noClaims: 'This briefing has recorded nothing on this theme yet.',
  /** Of a theme that no document names. */
  unnamed: (count: number) => `None of ${count} documents that were searched names this theme or its actors.`,
  /** Heading of what the briefing's documents say. */
  documents: 'In the documents',
  /** Heading of what is new in them and on no theme, and what of them was too much. */
  elsewhere: 'Outside the themes',
  unreadDocuments: (count: number) => `${counted(count, 'more document')} of these days were not looked at for this.`,
  undated: 'undated',
  /** Of passages that no earlier output read, and of those that one did. */
  fresh: (count: number) => counted(count, 'new passage'),
  known: (count: number) => `${counted(count, 'passage')} known from earlier`,
  beside: (count: number) => `${count} beside the theme, by the language model, not shown`,
  firstShown: (count: number) => `${count} are told or shown`,
  focus: 'Tomorrow’s focus',
  watchpoints: 'Watchpoints',
  evidence: (evidence: number, promoteAt: number) => `evidence ${evidence} of ${promoteAt}`,
  /** Of a watchpoint that counts as fact. */
  promoted: (evidence: number, promoteAt: number) => `promoted to fact: evidence ${evidence} of ${promoteAt}`,
  signals: 'New signals',
  candidate: 'Candidate theme',
  interactions: 'Cross-theme interactions',
  more: (count: number) => `… and ${count} more in the record`,
  footer: {
    heading: 'Retrieval metadata',
    time: 'Time',
    documents: 'Documents searched',
    searched: (count: number, places: string, queries: string) => `${count} in ${places}, for ${queries}`,
    undated: 'Documents without a date',
    others: (count: number) => `and ${count} more`,
    queries: 'Queries to the web',
    issued: (queries: number, requests: number) => `${queries} (${counted(requests, 'request')})`,
    accepted: 'Results accepted',
    acceptedCounts: (confirmed: number, reported: number) =>
      `${confirmed + reported} (${confirmed} confirmed, ${reported} reported)`,
    rejected: 'Results rejected',
    corrections: 'Corrective retrievals',
    correctionCounts: (all: number, confirmed: number) => (all === 0 ? '0' : `${all} (${confirmed} confirmed)`),
    state: 'State loaded',
    stateLoaded: { yes: 'yes', partial: 'partial', no: 'no' },
    diagnostics: 'Diagnostics',
    refused: 'Queries refused',
    dropped: 'Queries dropped for the budget',
    anchoring: 'Anchoring',
    anchoringSkipped: 'not checked',
    notAnchored: 'checked, no theme flagged',
    /** Introduces the themes whose conviction did not move. */
    anchored: 'conviction did not move although confirmed items contradicted it',
    issues: 'Issues',
    action: { opened: 'opened', updated: 'updated', closed: 'closed' },
    unfiledIssues: 'Issues not filed',
    none: 'none',
  },
  brief: {
    firstSeen: (day: string) => `first seen ${day}`,
    updated: (day: string) => `updated ${day}`,
    standing: 'Standing claims',
    since: (day: string) => `since ${day}`,
    history: 'History',
    counts: (mark: Exclude<ClaimMark, 'kept'>, count: number) => `${count} ${mark}`,
  },
  continuity: 'The last 7 days',
};

/** The fixed words of a briefing in one language. */
export type BriefingPhrases = typeof ENGLISH_BRIEFING;

/** Languages without phrases of their own get the English ones. */
export function briefingPhrasesFor(language: string): BriefingPhrases {
  return language === 'de' ? GERMAN_BRIEFING : ENGLISH_BRIEFING;
}

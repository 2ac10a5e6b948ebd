import type { FiledIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { ClaimMark } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord, Delta } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import type { ThemeStatus } from '@plumbline/contracts/briefings/briefing-state';
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
  firstShown: (count) => `die ersten ${count} werden gezeigt`,
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

export const ENGLISH_BRIEFING: BriefingPhrases = {
  kind: {
    daily: 'Daily briefing',
    'deep-daily': 'Deep daily briefing',
    weekly: 'Weekly briefing',
    'on-demand': 'Briefing on demand',
  },
  notes: 'Read this first',
  backfill: 'Backfill: written after its day, from the state before that day. It changed no state.',
  delta: { new: 'New', changed: 'Changed', reversed: 'Reversed', ongoing: 'Ongoing', stale: 'Stale' },
  status: { candidate: 'candidate', new: 'new', ongoing: 'ongoing', closed: 'closed' },
  conviction: (conviction) => `conviction ${conviction} of 10`,
  mark: {
    new: 'New',
    strengthened: 'Strengthened',
    contradicted: 'Contradicted',
    withdrawn: 'Withdrawn',
    kept: 'Unchanged',
  },
  reported: 'Reported, not confirmed',
  conflictsWith: 'Conflicts with',
  unshownClaim: 'a claim that is not shown here',
  caveat: 'Caveat',
  noNews: 'No new developments.',
  noClaims: 'This briefing has recorded nothing on this theme yet.',
  unnamed: (count) => `None of ${count} documents that were searched names this theme or its actors.`,
  documents: 'In the documents',
  elsewhere: 'Outside the themes',
  unreadDocuments: (count) => `${counted(count, 'more document')} of these days were not looked at for this.`,
  undated: 'undated',
  fresh: (count) => counted(count, 'new passage'),
  known: (count) => `${counted(count, 'passage')} known from earlier`,
  firstShown: (count) => `the first ${count} are shown`,
  focus: 'Tomorrow’s focus',
  watchpoints: 'Watchpoints',
  evidence: (evidence, promoteAt) => `evidence ${evidence} of ${promoteAt}`,
  promoted: (evidence, promoteAt) => `promoted to fact: evidence ${evidence} of ${promoteAt}`,
  signals: 'New signals',
  candidate: 'Candidate theme',
  interactions: 'Cross-theme interactions',
  more: (count) => `… and ${count} more in the record`,
  footer: {
    heading: 'Retrieval metadata',
    time: 'Time',
    documents: 'Documents searched',
    searched: (count, places, queries) => `${count} in ${places}, for ${queries}`,
    undated: 'Documents without a date',
    others: (count) => `and ${count} more`,
    queries: 'Queries to the web',
    issued: (queries, requests) => `${queries} (${counted(requests, 'request')})`,
    accepted: 'Results accepted',
    acceptedCounts: (confirmed, reported) => `${confirmed + reported} (${confirmed} confirmed, ${reported} reported)`,
    rejected: 'Results rejected',
    corrections: 'Corrective retrievals',
    correctionCounts: (all, confirmed) => (all === 0 ? '0' : `${all} (${confirmed} confirmed)`),
    state: 'State loaded',
    stateLoaded: { yes: 'yes', partial: 'partial', no: 'no' },
    diagnostics: 'Diagnostics',
    refused: 'Queries refused',
    dropped: 'Queries dropped for the budget',
    anchoring: 'Anchoring',
    anchoringSkipped: 'not checked',
    notAnchored: 'checked, no theme flagged',
    anchored: 'conviction did not move although confirmed items contradicted it',
    issues: 'Issues',
    action: { opened: 'opened', updated: 'updated', closed: 'closed' },
    unfiledIssues: 'Issues not filed',
    none: 'none',
  },
  brief: {
    firstSeen: (day) => `first seen ${day}`,
    updated: (day) => `updated ${day}`,
    standing: 'Standing claims',
    since: (day) => `since ${day}`,
    history: 'History',
    counts: (mark, count) => `${count} ${mark}`,
  },
  continuity: 'The last 7 days',
};

/** Languages without phrases of their own get the English ones. */
export function briefingPhrasesFor(language: string): BriefingPhrases {
  return language === 'de' ? GERMAN_BRIEFING : ENGLISH_BRIEFING;
}

/** The fixed words of a briefing in one language. */
export interface BriefingPhrases {
  readonly kind: Readonly<Record<BriefingKind, string>>;
  /** Heading of what a reader must know first. */
  readonly notes: string;
  readonly backfill: string;
  readonly delta: Readonly<Record<Delta, string>>;
  readonly status: Readonly<Record<ThemeStatus, string>>;
  readonly conviction: (conviction: number) => string;
  readonly mark: Readonly<Record<ClaimMark, string>>;
  /** Precedes a claim that no listed source says. */
  readonly reported: string;
  readonly conflictsWith: string;
  /** Placeholder for a claim that the output does not show. */
  readonly unshownClaim: string;
  readonly caveat: string;
  readonly noNews: string;
  readonly noClaims: string;
  /** Of a theme that no document names. */
  readonly unnamed: (count: number) => string;
  /** Heading of what the briefing's documents say. */
  readonly documents: string;
  /** Heading of what is new in them and on no theme, and what of them was too much. */
  readonly elsewhere: string;
  readonly unreadDocuments: (count: number) => string;
  readonly undated: string;
  /** Of passages that no earlier output read, and of those that one did. */
  readonly fresh: (count: number) => string;
  readonly known: (count: number) => string;
  readonly firstShown: (count: number) => string;
  readonly focus: string;
  readonly watchpoints: string;
  readonly evidence: (evidence: number, promoteAt: number) => string;
  /** Of a watchpoint that counts as fact. */
  readonly promoted: (evidence: number, promoteAt: number) => string;
  readonly signals: string;
  readonly candidate: string;
  readonly interactions: string;
  readonly more: (count: number) => string;
  readonly footer: FooterPhrases;
  readonly brief: BriefPhrases;
  readonly continuity: string;
}

/** Of the retrieval metadata. */
interface FooterPhrases {
  readonly heading: string;
  readonly time: string;
  readonly documents: string;
  readonly searched: (count: number, places: string, queries: string) => string;
  readonly undated: string;
  readonly others: (count: number) => string;
  readonly queries: string;
  readonly issued: (queries: number, requests: number) => string;
  readonly accepted: string;
  readonly acceptedCounts: (confirmed: number, reported: number) => string;
  readonly rejected: string;
  readonly corrections: string;
  readonly correctionCounts: (all: number, confirmed: number) => string;
  readonly state: string;
  readonly stateLoaded: Readonly<Record<BriefingRecord['stateLoaded'], string>>;
  readonly diagnostics: string;
  readonly refused: string;
  readonly dropped: string;
  readonly anchoring: string;
  readonly anchoringSkipped: string;
  readonly notAnchored: string;
  /** Introduces the themes whose conviction did not move. */
  readonly anchored: string;
  readonly issues: string;
  readonly action: Readonly<Record<FiledIssue['action'], string>>;
  readonly unfiledIssues: string;
  readonly none: string;
}

/** Of the page of one theme. */
interface BriefPhrases {
  readonly firstSeen: (day: string) => string;
  readonly updated: (day: string) => string;
  readonly standing: string;
  readonly since: (day: string) => string;
  readonly history: string;
  readonly counts: (mark: Exclude<ClaimMark, 'kept'>, count: number) => string;
}

import type { ReadSource, ReportReading } from '../../../workflows/contracts/report/report-reading.ts';
import type { TracedFinding } from '../api/api-types.ts';
import type { Certainty } from '../models/certainty.ts';
import { ASK_ENGLISH, type AskWords } from './ask-english.ts';
import { type BriefingWords, ENGLISH_BRIEFINGS } from './briefings-english.ts';
import { type CompareWords, ENGLISH_COMPARE } from './compare-english.ts';
import { LIBRARY_ENGLISH, type LibraryWords } from './library-words.ts';
import { ENGLISH_LIVE } from './live-english.ts';
import type { LiveWords } from './live-words.ts';
import { ENGLISH_MEMORY, type MemoryWords } from './memory-english.ts';
import { ENGLISH_PICTURES, type PictureWords } from './pictures-english.ts';
import { ENGLISH_PANEL, ENGLISH_REPORT, type PanelWords, type ReportWords } from './report-english.ts';
import { RAIL_ENGLISH, type RailWords, RUNS_ENGLISH, type RunsWords } from './runs-english.ts';
import { SESSIONS_ENGLISH, type SessionsWords } from './sessions-english.ts';
import { SETTINGS_ENGLISH, type SettingsWords } from './settings-words.ts';
import { SIGN_IN_ENGLISH, type SignInWords } from './sign-in-words.ts';

export const ENGLISH: PageWords = {
  panel: ENGLISH_PANEL,
  report: ENGLISH_REPORT,
  live: ENGLISH_LIVE,
  briefings: ENGLISH_BRIEFINGS,
  compare: ENGLISH_COMPARE,
  library: LIBRARY_ENGLISH,
  memory: ENGLISH_MEMORY,
  pictures: ENGLISH_PICTURES,
  settings: SETTINGS_ENGLISH,
  language: 'en',
  otherLanguage: 'Deutsch',
  dark: 'Dark',
  light: 'Light',
  certainty: {
    stated: 'Stated and proven',
    nearest: 'Nearest passages',
    missing: 'Not found in what was read',
    readOf: (read, all) => `${read.toLocaleString('en')} of ${all.toLocaleString('en')} documents`,
  },
  skip: 'Skip to the content',
  views: 'Views',
  ask: ASK_ENGLISH,
  sessions: SESSIONS_ENGLISH,
  runs: RUNS_ENGLISH,
  rail: RAIL_ENGLISH,
  loading: 'Loading …',
  notFound: 'There is nothing at this address; it may have been deleted.',
  failed: (detail) => `This could not be loaded: ${detail}`,
  again: 'Try again',
  signIn: SIGN_IN_ENGLISH,
  contents: 'Contents',
  published: (day) => `Published ${day}`,
  stoppedEarly: 'stopped early',
  offline: 'without a model: words of the sources, chosen by rule',
  model: 'written by a model, compared with its quotations',
  citation: (number, title) => `Open source ${number}: ${title}`,
  source: (number) => `Source ${number}`,
  sources: 'Sources',
  close: 'Close',
  forClaim: 'For the claim',
  copy: 'Copy claim with citation',
  copied: 'Copied.',
  unverified: 'Its wording could not be compared with its quotations by rule.',
  untrusted: 'From a passage that addresses a program.',
  originalWording: (language) => `Original wording (${language})`,
  checking: 'Comparing with the stored source …',
  equal: 'The quotation equals the stored source, character by character; compared just now.',
  different: (fault) => `The quotation is wrong: ${fault}`,
  wordsCompared: 'The claim was compared with its quotations before the report was published.',
  judgedByMeaning: 'The claim rewords its quotations; a model confirmed that, and the rules found no objection.',
  wordsNotCompared: 'The wording of the claim could not be compared with its quotations by rule.',
  verbatim: 'The claim is a passage of the source.',
  lines: (lines) => `${/[–-]/.test(lines) ? 'lines' : 'line'} ${lines}`,
  page: (page, label, recognised) =>
    `page ${page}${label === null ? '' : ` (printed ${label})`}${recognised === undefined ? '' : `, read by OCR (${recognised} %)`}`,
  pageOf: (page, count) => `Page ${page} of ${count}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  asText: 'Show as text',
  asPage: 'Show as page',
  noOriginal: (detail) => `The page cannot be shown (${detail}). This is its text as read.`,
  notMarked: 'The words could not be located on the image of this page; they are marked in the text.',
  textOf: (title) => `Text of ${title}`,
  earlier: 'Show the text before',
  later: 'Show what follows',
  facts: {
    document: 'Document',
    place: 'Section',
    page: 'Page',
    tier: 'Tier',
    weight: 'Weight',
    relevance: 'Relevance',
    published: 'Published',
    read: 'Read',
    standing: 'Standing',
  },
  tier: (tier) => ['primary', 'secondary', 'tertiary'][tier - 1] ?? `${tier}`,
  relevance: (first, last) => (last === null ? first : `${first}, ${last} at the end`),
  sourceTier: {
    1: 'primary or official source',
    2: 'established secondary source',
    3: 'user-generated or unknown source',
  },
  unknown: 'unknown',
  standing: {
    unchanged: 'unchanged when the report was written',
    changed: 'changed after it was read',
    missing: 'gone when the report was written',
    unseen: 'its folder was out of reach when the report was written',
  },
  why: 'Why is this here?',
  steps: {
    claim: 'Claim',
    citation: 'Citation',
    finding: 'Finding',
    task: 'Task',
    queries: 'Queries of all tasks',
    question: 'Question',
  },
  origin: { search: 'found by search', reference: 'found by a reference', clarification: 'found while clarifying' },
  belowThreshold: 'below the relevance threshold, but among the first or the best',
  behind: {
    heading: 'Behind this report',
    notes: 'Notes',
    account: 'How it came about',
    checks: 'Checks',
    refusedStatements: (count) => `Statements that verification refused (${count})`,
    outcomes: { mended: 'written anew', 'left-out': 'left out' },
    doubted: (count) => `Statements that the cited words neither confirm nor deny (${count})`,
    checked: ({ quotesChecked, quotesRejected, claims, claimsRepaired, statementsRemoved }) =>
      `${quotesChecked} quotations compared with the stored sources, ${quotesRejected} rejected; ${claims + statementsRemoved} claims checked, ${claimsRepaired} mended, ${statementsRemoved} left out.`,
    drift: (count) => `Findings dropped before writing (${count})`,
    refused: (count) => `References not followed (${count})`,
    unresolved: (count) => `References without a target (${count})`,
    unreadable: (count) => `Files and pages that were not read, or only in part (${count})`,
    more: (count) => `… and ${count} more`,
  },
  scores: {
    queryAdherence: 'query adherence',
    completeness: 'completeness',
    citationSupport: 'citation support',
    quoteExactness: 'quote exactness',
    languagePurity: 'language purity',
  },
};

/** What the page itself says, in one language. The words of reports are in the language of the report. */
export interface PageWords {
  readonly panel: PanelWords;
  readonly report: ReportWords;
  readonly live: LiveWords;
  readonly briefings: BriefingWords;
  readonly compare: CompareWords;
  readonly library: LibraryWords;
  readonly memory: MemoryWords;
  readonly pictures: PictureWords;
  readonly settings: SettingsWords;
  readonly language: 'en' | 'de';
  readonly otherLanguage: string;
  readonly dark: string;
  readonly light: string;
  readonly certainty: Readonly<Record<Certainty, string>> & {
    readonly readOf: (read: number, all: number) => string;
  };
  readonly skip: string;
  readonly views: string;
  readonly ask: AskWords;
  readonly sessions: SessionsWords;
  readonly runs: RunsWords;
  readonly rail: RailWords;
  readonly loading: string;
  readonly notFound: string;
  readonly failed: (detail: string) => string;
  readonly again: string;
  readonly signIn: SignInWords;
  readonly contents: string;
  readonly published: (day: string) => string;
  readonly stoppedEarly: string;
  readonly offline: string;
  readonly model: string;
  readonly citation: (number: number, title: string) => string;
  readonly source: (number: number) => string;
  readonly sources: string;
  readonly close: string;
  readonly forClaim: string;
  readonly copy: string;
  readonly copied: string;
  readonly unverified: string;
  readonly untrusted: string;
  readonly originalWording: (language: string) => string;
  readonly checking: string;
  readonly equal: string;
  readonly different: (fault: string) => string;
  readonly wordsCompared: string;
  readonly wordsNotCompared: string;
  readonly judgedByMeaning: string;
  readonly verbatim: string;
  readonly lines: (lines: string) => string;
  /** @param recognised how surely its words were recognised in a picture, in percent */
  readonly page: (page: number, label: string | null, recognised?: number) => string;
  readonly pageOf: (page: number, count: number) => string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly asText: string;
  readonly asPage: string;
  readonly noOriginal: (detail: string) => string;
  readonly notMarked: string;
  readonly textOf: (title: string) => string;
  readonly earlier: string;
  readonly later: string;
  readonly facts: {
    readonly document: string;
    readonly place: string;
    readonly page: string;
    readonly tier: string;
    readonly weight: string;
    readonly relevance: string;
    readonly published: string;
    readonly read: string;
    readonly standing: string;
  };
  readonly tier: (tier: number) => string;
  readonly relevance: (first: string, last: string | null) => string;
  readonly sourceTier: Readonly<Record<1 | 2 | 3, string>>;
  readonly unknown: string;
  readonly standing: Readonly<Record<NonNullable<ReadSource['atPublication']>['state'], string>>;
  readonly why: string;
  readonly steps: {
    readonly claim: string;
    readonly citation: string;
    readonly finding: string;
    readonly task: string;
    readonly queries: string;
    readonly question: string;
  };
  readonly origin: Readonly<Record<TracedFinding['origin'], string>>;
  readonly belowThreshold: string;
  readonly behind: {
    readonly heading: string;
    readonly notes: string;
    readonly account: string;
    readonly checks: string;
    readonly refusedStatements: (count: number) => string;
    readonly outcomes: Readonly<Record<'mended' | 'left-out', string>>;
    readonly doubted: (count: number) => string;
    readonly checked: (checks: ReportReading['checks']) => string;
    readonly drift: (count: number) => string;
    readonly refused: (count: number) => string;
    readonly unresolved: (count: number) => string;
    readonly unreadable: (count: number) => string;
    readonly more: (count: number) => string;
  };
  readonly scores: Readonly<
    Record<'queryAdherence' | 'completeness' | 'citationSupport' | 'quoteExactness' | 'languagePurity', string>
  >;
}

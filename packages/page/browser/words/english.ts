import type { ReportReading } from '@plumbline/contracts/report/report-reading';
import type { PageLanguage } from '../models/language.ts';
import { ASK_ENGLISH } from './ask-words.ts';
import { ENGLISH_BRIEFINGS } from './briefings-words.ts';
import { ENGLISH_COMPARE } from './compare-words.ts';
import { LIBRARY_ENGLISH } from './library-words.ts';
import { ENGLISH_LIVE } from './live-english.ts';
import { ENGLISH_MEMORY } from './memory-words.ts';
import { ENGLISH_PICTURES } from './pictures-words.ts';
import { ENGLISH_PANEL, ENGLISH_REPORT } from './report-words.ts';
import { RAIL_ENGLISH, RUNS_ENGLISH } from './runs-words.ts';
import { SESSIONS_ENGLISH } from './sessions-words.ts';
import { SETTINGS_ENGLISH } from './settings-words.ts';
import { SIGN_IN_ENGLISH } from './sign-in-words.ts';

export const ENGLISH = {
  panel: ENGLISH_PANEL,
  report: ENGLISH_REPORT,
  live: ENGLISH_LIVE,
  briefings: ENGLISH_BRIEFINGS,
  compare: ENGLISH_COMPARE,
  library: LIBRARY_ENGLISH,
  memory: ENGLISH_MEMORY,
  pictures: ENGLISH_PICTURES,
  settings: SETTINGS_ENGLISH,
  language: 'en' as const,
  otherLanguage: 'Deutsch',
  dark: 'Dark',
  light: 'Light',
  certainty: {
    stated: 'Stated and proven',
    doubtful: 'Not all confirmed',
    found: 'Places found',
    missing: 'Not found in what was read',
    readOf: (read: number, all: number) => `${read.toLocaleString('en')} of ${all.toLocaleString('en')} documents`,
  },
  skip: 'Skip to the content',
  views: 'Views',
  ask: ASK_ENGLISH,
  sessions: SESSIONS_ENGLISH,
  runs: RUNS_ENGLISH,
  rail: RAIL_ENGLISH,
  loading: 'Loading …',
  notFound: 'There is nothing at this address; it may have been deleted.',
  failed: (detail: string) => `This could not be loaded: ${detail}`,
  again: 'Try again',
  signIn: SIGN_IN_ENGLISH,
  contents: 'Contents',
  published: (day: string) => `Published ${day}`,
  stoppedEarly: 'stopped early',
  offline: 'without a model: words of the sources, chosen by rule',
  model: 'written by a model, compared with its quotations',
  citation: (number: number, title: string) => `Open source ${number}: ${title}`,
  source: (number: number) => `Source ${number}`,
  sources: 'Sources',
  close: 'Close',
  forClaim: 'For the claim',
  copy: 'Copy claim with citation',
  copied: 'Copied.',
  unverified: 'Its wording could not be compared with its quotations by rule.',
  untrusted: 'From a passage that addresses a program.',
  originalWording: (language: string) => `Original wording (${language})`,
  checking: 'Comparing with the stored source …',
  equal: 'The quotation equals the stored source, character by character; compared just now.',
  different: (fault: string) => `The quotation is wrong: ${fault}`,
  wordsCompared: 'The claim was compared with its quotations before the report was published.',
  judgedByMeaning: 'The claim rewords its quotations; a model confirmed that, and the rules found no objection.',
  wordsNotCompared: 'The wording of the claim could not be compared with its quotations by rule.',
  verbatim: 'The claim is a passage of the source.',
  lines: (lines: string): string => `${/[–-]/.test(lines) ? 'lines' : 'line'} ${lines}`,
  page: (page: number, label: string | null, recognised?: number): string =>
    `page ${page}${label === null ? '' : ` (printed ${label})`}${recognised === undefined ? '' : `, read by OCR (${recognised} %)`}`,
  pageOf: (page: number, count: number) => `Page ${page} of ${count}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  asText: 'Show as text',
  asPage: 'Show as page',
  noOriginal: (detail: string) => `The page cannot be shown (${detail}). This is its text as read.`,
  notMarked: 'The words could not be located on the image of this page; they are marked in the text.',
  textOf: (title: string) => `Text of ${title}`,
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
  tier: (tier: number): string => ['primary', 'secondary', 'tertiary'][tier - 1] ?? `${tier}`,
  relevance: (first: string, last: string | null): string => (last === null ? first : `${first}, ${last} at the end`),
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
    refusedStatements: (count: number) => `Statements that verification refused (${count})`,
    outcomes: { mended: 'written anew', 'left-out': 'left out' },
    doubted: (count: number) => `Statements that the cited words neither confirm nor deny (${count})`,
    checked: ({ quotesChecked, quotesRejected }: ReportReading['checks']): string =>
      `${quotesChecked} quotations compared with the stored sources, ${quotesRejected} rejected.`,
    drift: (count: number) => `Findings dropped before writing (${count})`,
    refused: (count: number) => `References not followed (${count})`,
    unresolved: (count: number) => `References without a target (${count})`,
    unreadable: (count: number) => `Files and pages that were not read, or only in part (${count})`,
    more: (count: number) => `… and ${count} more`,
  },
  trust: {
    equal: 'quotations that equal their sources',
    confirmed: 'statements confirmed',
    unsure: 'unsure',
    leftOut: 'left out',
    notJudged: 'not judged',
  },
};

/** What the page itself says, in one language. The words of reports are in the language of the report. */
export type PageWords = Omit<typeof ENGLISH, 'language'> & { readonly language: PageLanguage };

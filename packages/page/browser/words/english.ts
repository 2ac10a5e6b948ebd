import { ASK_ENGLISH } from './ask-words.ts';
import { ENGLISH_BRIEFINGS } from './briefings-words.ts';
import { ENGLISH_COMPARE } from './compare-words.ts';
import { LIBRARY_ENGLISH } from './library-words.ts';
import { ENGLISH_LIVE } from './live-english.ts';
import { ENGLISH_MEMORY } from './memory-words.ts';
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
  settings: SETTINGS_ENGLISH,
  language: 'en' as const,
  otherLanguage: 'Deutsch',
  dark: 'Dark',
  light: 'Light',
  engine: {
    model: (name: string) => name,
    none: 'without model',
    lost: 'model away',
    server: 'server away',
    away: 'The server does not answer.',
    again: 'The server does not answer. It is asked again every 3 seconds.',
    kept: 'The server does not answer. Your question is kept and is sent when it is back.',
    instead: 'The model did not answer. These are places that were found without it.',
  },
  certainty: {
    signs: {
      confirmed: 'Every statement confirmed',
      partly: 'Not every statement confirmed',
      poor: 'Few statements confirmed',
      unjudged: 'Not checked in full',
      missing: 'Not found in what was read',
    },
    counts: {
      quotations: (equal: number, all: number): string =>
        `${equal === all ? '' : `${equal} of `}${all === 1 ? '1 quotation equals its source' : `${all} quotations equal their sources`}`,
      confirmed: (count: number): string => `${count} ${count === 1 ? 'statement' : 'statements'} confirmed`,
      unsure: (count: number) => `${count} unsure`,
      leftOut: (count: number) => `${count} left out`,
      notJudged: (count: number) => `${count} not judged`,
    },
    made: 'Quotations are compared with their stored sources, character by character. A statement is confirmed if it is the words of its source, or if a model that looked once more found that its quotations say it; it can err.',
    care: 'Read with care: for most statements it was not confirmed that their quotations say them.',
    readOf: (read: number, all: number) => `${read.toLocaleString('en')} of ${all.toLocaleString('en')} documents`,
  },
  keyboard: {
    heading: 'Keyboard',
    keys: [
      ['Enter', 'sends a question'],
      ['Shift Enter', 'begins a line'],
      ['Ctrl Enter', 'sends any form'],
      ['/', 'leads to the field for a question'],
      ['Tab, Enter', 'leads to a number, and opens its source'],
      ['Escape', 'closes what is open, and leads back'],
      ['?', 'shows this'],
    ] as readonly (readonly [keys: string, does: string])[],
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
  model: 'written by a model',
  citation: (number: number, title: string) => `Open source ${number}: ${title}`,
  source: (number: number) => `Source ${number}`,
  sources: 'Sources',
  close: 'Close',
  copy: 'Copy claim with citation',
  copied: 'Copied.',
  unverified: 'In doubt: its quotations neither confirm nor deny it.',
  untrusted: 'From a passage that addresses a program.',
  originalWording: (language: string) => `Original wording (${language})`,
  checking: 'Comparing with the stored source …',
  equal: 'The quotation equals the stored source, character by character; compared just now.',
  different: (fault: string) => `The quotation is wrong: ${fault}`,
  wordsCompared: 'The claim is made of the words of its quotations.',
  judgedByMeaning: 'The claim rewords its quotations; a model that looked once more confirmed that.',
  notJudged: 'Whether its quotations say it was not judged.',
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
    refusedStatements: (count: number) => `Statements that verification refused (${count})`,
    outcomes: { mended: 'written anew', 'left-out': 'left out' },
    leftOutHere: (count: number) => `${count} left out here`,
    clarified: {
      heading: 'How your answers were understood',
      refinedIntent: 'What you want to know',
      scope: 'Where it ends',
      keyClarifications: 'What you made clear',
      remainingGaps: 'What stayed open',
    },
    doubted: (count: number) => `Statements that the cited words neither confirm nor deny (${count})`,
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
export type PageLanguage = 'en' | 'de';
export type PageWords = Omit<typeof ENGLISH, 'language'> & { readonly language: PageLanguage };

/** As chosen before, or the first of the browser’s that the page knows. */
export function languageFor(chosen: string | null, preferred: readonly string[]): PageLanguage {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((code) => code === 'en' || code === 'de') ?? 'en';
}

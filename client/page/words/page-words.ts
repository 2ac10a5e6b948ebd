import type { ReadSource } from '../../../workflows/contracts/report-reading.ts';
import type { TracedFinding } from '../api/api-types.ts';
import type { AskWords } from './ask/words.ts';
import type { RunsWords } from './runs/words.ts';
import type { SessionsWords } from './sessions/words.ts';

/** What the page itself says, in one language. The words of reports are in the language of the report. */
export interface PageWords {
  readonly language: 'en' | 'de';
  readonly otherLanguage: string;
  readonly dark: string;
  readonly light: string;
  readonly skip: string;
  readonly views: string;
  readonly ask: AskWords;
  readonly sessions: SessionsWords;
  readonly runs: RunsWords;
  readonly loading: string;
  readonly notFound: string;
  readonly failed: (detail: string) => string;
  readonly again: string;
  readonly tokenNeeded: string;
  readonly token: string;
  readonly enter: string;
  readonly contents: string;
  readonly report: string;
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
  readonly verbatim: string;
  readonly page: (page: number, label: string | null) => string;
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
    readonly checks: string;
    readonly checked: (quotes: number, rejected: number, removed: number, repaired: number) => string;
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

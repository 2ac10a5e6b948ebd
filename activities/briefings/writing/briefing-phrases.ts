import type { FiledIssue } from '../../../workflows/contracts/briefing-issues.ts';
import type { ClaimMark } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord, Delta } from '../../../workflows/contracts/briefing-record.ts';
import type { BriefingKind } from '../../../workflows/contracts/briefing-slot.ts';
import type { ThemeStatus } from '../../../workflows/contracts/briefing-state.ts';

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
  /** Stands for a claim that the output does not show. */
  readonly unshownClaim: string;
  readonly caveat: string;
  readonly noNews: string;
  readonly noClaims: string;
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

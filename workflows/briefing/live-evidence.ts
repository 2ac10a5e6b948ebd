import type { BriefingItem, ItemRelation, LiveQuery, LiveResult } from '../contracts/briefing-items.ts';
import type { BriefingRecord } from '../contracts/briefing-record.ts';
import type { Finding, SearchHit } from '../contracts/evidence.ts';

/** What all live searches of a run have brought so far. */
export interface LiveEvidence {
  readonly queries: LiveQuery[];
  readonly refused: BriefingRecord['refusedQueries'];
  readonly results: LiveResult[];
  readonly items: BriefingItem[];
  readonly relations: ItemRelation[];
  readonly findings: Finding[];
  readonly corrections: BriefingRecord['corrections'];
  /** Wanted queries beyond the budget. */
  dropped: number;
  /** Requests to search providers that may still be made. */
  left: number;
  /** Addresses that earlier outputs dealt with: they are no results of this run. */
  readonly known: ReadonlySet<string>;
  /** Addresses that this run has seen, and its articles by `titleKeyOf`. */
  readonly seen: Set<string>;
  readonly seenTitles: Set<string>;
}

export function startEvidence(left: number, known: ReadonlySet<string>): LiveEvidence {
  return {
    queries: [],
    refused: [],
    results: [],
    items: [],
    relations: [],
    findings: [],
    corrections: [],
    dropped: 0,
    left,
    known,
    seen: new Set(),
    seenTitles: new Set(),
  };
}

/** Notes that a result is of no use. @param reason for people */
export function reject(
  evidence: LiveEvidence,
  { queryId }: LiveQuery,
  { locator, title }: SearchHit,
  reason: string,
): void {
  evidence.results.push({ queryId, locator, title, verdict: 'rejected', reason });
}

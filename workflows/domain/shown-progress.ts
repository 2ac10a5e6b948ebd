import { MAX_TELEMETRY_ENTRIES, type RetrievalTelemetry } from '../contracts/accounting.ts';
import type { Drift } from '../contracts/drift.ts';

const DROPPED_SHOWN = 50;

/** What a run shows of its drift while it is under way; the counts beside the list are complete, and so is the record. */
export function shownDrift(drift: Drift): Drift {
  return { ...drift, dropped: drift.dropped.slice(0, DROPPED_SHOWN) };
}

/**
 * What a run shows of its retrieval while it is under way: every stage sends it once more. The record has every entry, with
 * task and reason.
 */
export function shownTelemetry(telemetry: RetrievalTelemetry): RetrievalTelemetry {
  const {
    rewrittenQueries,
    relevanceScores,
    rerankedResults,
    qualityNotes,
    references,
    isComplete: _,
    ...counts
  } = telemetry;
  const first = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(0, MAX_TELEMETRY_ENTRIES);
  return {
    ...counts,
    rewrittenQueries: first(rewrittenQueries),
    relevanceScores: first(relevanceScores).map(({ locator, score }) => ({ locator, score })),
    rerankedResults: first(rerankedResults),
    qualityNotes: first(qualityNotes),
    references: { ...references, refused: first(references.refused), unresolved: first(references.unresolved) },
  };
}

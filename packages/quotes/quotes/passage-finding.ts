import type { Reading } from '@plumbline/contracts/activities';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { InjectionSignal } from '@plumbline/contracts/evidence/source';
import type { StoredPassage } from '@plumbline/search/corpus-index';

const MAX_INFORMATION_LENGTH = 2_000;
const MAX_REASON_LENGTH = 200;

/** A reading whose passage still exists. */
export interface PresentReading {
  readonly reading: Reading;
  readonly stored: StoredPassage;
  /** Injection signals in the passage and around it. */
  readonly untrusted: readonly InjectionSignal[];
}

/** What was read in a passage. */
export interface ReadContent extends Pick<Finding, 'taskId' | 'relevance' | 'relevanceReason'> {
  readonly information: string;
  readonly quotes: readonly Quote[];
}

/** The finding of a passage; it has no tier yet. */
export function toFinding(
  { reading: { findingId, hitScore, belowThreshold, searchRank, depth, origin }, stored, untrusted }: PresentReading,
  { taskId, information, relevance, relevanceReason, quotes }: ReadContent,
): Finding {
  const { passage, source } = stored;
  return {
    findingId,
    taskId,
    passageId: passage.passageId,
    sourceId: source.sourceId,
    locator: source.locator,
    title: source.title,
    ...(source.publishedAt !== null && { publishedAt: source.publishedAt }),
    page: passage.page,
    headingPath: [...passage.headingPath],
    extractedInfo: information.slice(0, MAX_INFORMATION_LENGTH),
    quotes: [...quotes],
    passageSpan: { textHash: source.text.sha256, start: passage.start, end: passage.end },
    hitScore: hitScore?.score ?? null,
    relevance,
    relevanceReason: relevanceReason.slice(0, MAX_REASON_LENGTH),
    belowThreshold,
    ...(searchRank !== undefined && { searchRank }),
    mentionedEntities: [],
    contextTier: 3,
    weight: 0,
    depth,
    origin,
    finalRelevance: null,
    finalReason: '',
    untrusted: [...untrusted],
  };
}

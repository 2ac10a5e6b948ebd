import type { Reading } from '@plumbline/contracts/activities';
import { citationKeyOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { InjectionSignal, BlobRef } from '@plumbline/contracts/evidence/source';
import { injectionSignalsIn } from '@plumbline/language/injection';
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

/** What tells one short text from another. */
export type WholeText = Pick<Finding, 'findingId' | 'taskId' | 'passageId' | 'sourceId' | 'locator' | 'title'> &
  Required<Pick<Finding, 'sourceType'>>;

/**
 * The finding of a text that is evidence as a whole, such as an item or a note; its one quote is the stored text.
 *
 * @param blob of `text`
 * @param score 0..1
 */
export function wholeTextFinding(whole: WholeText, text: string, blob: BlobRef, score: number): Finding {
  const span = { textHash: blob.sha256, start: 0, end: text.length };
  const { findingId, sourceId } = whole;
  return {
    ...whole,
    page: null,
    headingPath: [],
    extractedInfo: text,
    quotes: [{ key: citationKeyOf(findingId, 1), text, sourceId, page: null, reason: '', ...span }],
    passageSpan: span,
    hitScore: score,
    relevance: score,
    relevanceReason: '',
    belowThreshold: false,
    mentionedEntities: [],
    contextTier: 1,
    weight: 1,
    depth: 0,
    origin: 'search',
    finalRelevance: null,
    finalReason: '',
    untrusted: injectionSignalsIn(text),
  };
}

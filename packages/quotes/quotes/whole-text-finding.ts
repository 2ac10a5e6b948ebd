import { citationKeyOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { BlobRef } from '@plumbline/contracts/evidence/source';
import { injectionSignalsIn } from '@plumbline/language/injection';

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

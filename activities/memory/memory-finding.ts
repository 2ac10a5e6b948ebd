import { citationKeyOf, findingIdOf } from '../../workflows/contracts/citation-key.ts';
import type { BlobRef, Finding } from '../../workflows/contracts/evidence.ts';
import { type FoundEntry, type MemoryEntry, memoryLocator } from '../../workflows/contracts/memory.ts';
import type { SourceType } from '../../workflows/contracts/source-registry.ts';
import { injectionSignalsIn } from '../injection/injection-signals.ts';
import { detectLanguage } from '../text/language.ts';

/** Of all findings that are remembered. */
const MEMORY_TASK = 'memory';

/** An entry with its date, as it is stored for quotations: "Note of 2026-11-23: My budget is 200 euros". */
export function rememberedText({ text, createdAt }: Pick<MemoryEntry, 'text' | 'createdAt'>): string {
  const day = createdAt.slice(0, 10);
  return detectLanguage(text) === 'de' ? `Notiz vom ${day}: ${text}` : `Note of ${day}: ${text}`;
}

/**
 * The finding that an answer cites for an entry; its one quote is the whole stored text.
 *
 * @param blob of `rememberedText`
 * @param number of the finding among those of one recall, from 1
 */
export function memoryFinding({ entry, score }: FoundEntry, blob: BlobRef, number: number): Finding {
  const text = rememberedText(entry);
  const findingId = findingIdOf(MEMORY_TASK, number);
  const sourceId = memoryLocator(entry.entryId);
  const span = { textHash: blob.sha256, start: 0, end: text.length };
  return {
    findingId,
    taskId: MEMORY_TASK,
    passageId: sourceId,
    sourceId,
    locator: sourceId,
    title: text.slice(0, text.indexOf(':')),
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
    sourceType: sourceTypeOf(entry),
    finalRelevance: score,
    finalReason: '',
    untrusted: injectionSignalsIn(text),
  };
}

function sourceTypeOf({ type, standing }: MemoryEntry): SourceType {
  if (standing !== 'active') return standing;
  return type === 'entity' ? 'entity' : 'note';
}

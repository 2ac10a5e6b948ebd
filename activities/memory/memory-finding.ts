import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { BlobRef } from '@plumbline/contracts/evidence/source';
import type { SourceType } from '@plumbline/contracts/evidence/source-registry';
import { type FoundEntry, type MemoryEntry, memoryLocator } from '@plumbline/contracts/research/memory';
import { detectLanguage } from '@plumbline/language/detection';
import { wholeTextFinding } from '@plumbline/quotes/passages';
import type { BlobStore } from '@plumbline/storage/blobs';

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
 * @param number of the finding within one recall, from 1
 */
export function memoryFinding({ entry, score }: FoundEntry, blob: BlobRef, number: number): Finding {
  const text = rememberedText(entry);
  const locator = memoryLocator(entry.entryId);
  const whole = {
    findingId: findingIdOf(MEMORY_TASK, number),
    taskId: MEMORY_TASK,
    passageId: locator,
    sourceId: locator,
    locator,
    title: text.slice(0, text.indexOf(':')),
    sourceType: sourceTypeOf(entry),
  };
  // It is not researched, so no validation follows.
  return { ...wholeTextFinding(whole, text, blob, score), searchRank: number, finalRelevance: score };
}

/** The same, with its text in the store. */
export async function storedMemoryFinding(found: FoundEntry, number: number, blobs: BlobStore): Promise<Finding> {
  return memoryFinding(found, await blobs.putText(rememberedText(found.entry), 'text/plain'), number);
}

function sourceTypeOf({ type, standing }: MemoryEntry): SourceType {
  if (standing !== 'active') return standing;
  return type === 'entity' ? 'entity' : 'note';
}

import type { MemoryEntry } from '@plumbline/contracts/research/memory';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import type { MemoryStore } from '../../../activities/memory/memory-store.ts';
import { createMemory, type Memory } from '../../../activities/memory/memory.ts';

const AT = '2026-01-02T03:04:05.000Z';

/** A remembered entry of anna's. */
export function memoryEntryOf(changes: Partial<MemoryEntry> = {}): MemoryEntry {
  return {
    entryId: 'm-1',
    userId: 'anna',
    text: 'My budget is 200 euros',
    type: 'note',
    standing: 'active',
    provenance: { by: 'user', where: 'cli', reason: 'asked' },
    createdAt: AT,
    confirmedAt: AT,
    strength: 1,
    history: [{ eventId: 'added', what: 'added', at: AT, evidence: '' }],
    ...changes,
  };
}

const ARCHIVE_AFTER_MS = 180 * 86_400_000;

/** The memory over a store, compared by words. */
export function memoryOver(
  store: MemoryStore,
  now = (): Date => new Date(),
  reasoner = createOfflineReasoner(),
): Memory {
  return createMemory({ store, embedder: null, reasoner, now, archiveAfterMs: ARCHIVE_AFTER_MS });
}

import type { MemoryEvent } from '@plumbline/contracts/research/memory';
import type { StoredMemory } from './memory-store.ts';

/** An entry after an event; the same entry where the event happened before. */
export function withEvent(entry: StoredMemory, event: MemoryEvent): StoredMemory {
  if (entry.history.some(({ eventId }) => eventId === event.eventId)) return entry;
  const history = [...entry.history, event];
  switch (event.what) {
    case 'reinforced':
      return { ...entry, history, strength: entry.strength + 1, confirmedAt: later(entry.confirmedAt, event.at) };
    case 'made-core':
      return { ...entry, history, isCore: true };
    case 'corrected':
      return { ...entry, history, isCore: false };
    case 'added':
      return { ...entry, history };
  }
}

/** Id of the later entry that contradicts this one; null without one, or if this one was said again since. */
export function correctorOf({ history }: Pick<StoredMemory, 'history'>): string | null {
  const last = history.findLast(({ what }) => what === 'added' || what === 'corrected');
  return last?.what === 'corrected' ? last.evidence : null;
}

/**
 * Merges a new entry into the existing one with its id: core if the new one is, and valid again if it had been
 * corrected.
 */
export function mergedWith(known: StoredMemory, added: StoredMemory): StoredMemory {
  const { createdAt: at, isCore } = added;
  const event = { at, evidence: '' };
  const valid =
    correctorOf(known) !== null
      ? { ...withEvent(known, { ...event, eventId: `added ${at}`, what: 'added' }), confirmedAt: at }
      : known;
  return isCore && !known.isCore ? withEvent(valid, { ...event, eventId: `core ${at}`, what: 'made-core' }) : valid;
}

function later(first: string, second: string): string {
  return first > second ? first : second;
}

import type { MemoryEntry } from '@plumbline/contracts/research/memory';

const STANDINGS = ['core', 'active', 'archive'] as const;

/** Entries by their standing, the newest first; standings without entries are left out. */
export function byStanding(entries: readonly MemoryEntry[]) {
  return STANDINGS.map((standing) => ({
    standing,
    entries: entries
      .filter((entry) => entry.standing === standing)
      .sort((a, b) => Date.parse(b.confirmedAt) - Date.parse(a.confirmedAt)),
  })).filter(({ entries: found }) => found.length > 0);
}

import type { MemoryEntry } from '@plumbline/contracts/research/memory';
import { describe, expect, it } from 'vitest';
import { byStanding } from '../../../packages/page/browser/models/memory.ts';

function entryOf(entryId: string, standing: MemoryEntry['standing'], confirmedAt: string): MemoryEntry {
  return {
    entryId,
    userId: 'anna',
    text: entryId,
    type: 'note',
    standing,
    provenance: { by: 'user', where: 'http', reason: 'asked' },
    createdAt: '2026-01-02T03:00:00.000Z',
    confirmedAt,
    strength: 1,
    history: [],
  };
}

describe('a memory', () => {
  it('is shown by standing, what was confirmed last first, without empty parts', () => {
    const groups = byStanding([
      entryOf('old', 'core', '2026-01-02T03:00:00.000Z'),
      entryOf('corrected', 'archive', '2026-01-02T03:00:00.000Z'),
      entryOf('new', 'core', '2026-01-03T03:00:00.000Z'),
    ]);

    expect(groups.map(({ standing, entries }) => [standing, entries.map(({ entryId }) => entryId)])).toEqual([
      ['core', ['new', 'old']],
      ['archive', ['corrected']],
    ]);
  });
});

import type { MemoryEvent } from '@plumbline/contracts/research/memory';
import { expect, it } from 'vitest';
import type { MemoryStore, StoredMemory } from '../../activities/memory/memory-store.ts';

export interface TestMemoryStore {
  readonly store: MemoryStore;
  /** Another process's view of the same database. */
  openAnother(): MemoryStore;
}

const AT = '2026-01-02T03:04:05.000Z';
const LATER = '2026-02-03T04:05:06.000Z';

export function storedMemoryOf(changes: Partial<StoredMemory> = {}): StoredMemory {
  return {
    entryId: 'm-1',
    userId: 'anna',
    text: 'Grüße 😀: the budget is 200 euros',
    type: 'note',
    isCore: false,
    provenance: { by: 'user', where: 'cli', reason: 'asked' },
    createdAt: AT,
    confirmedAt: AT,
    strength: 1,
    history: [{ eventId: 'added', what: 'added', at: AT, evidence: '' }],
    ...changes,
  };
}

const eventOf = (changes: Partial<MemoryEvent> = {}): MemoryEvent => ({
  eventId: 'e1',
  what: 'reinforced',
  at: LATER,
  evidence: 'the bill',
  ...changes,
});

/** Behaviour that every store of memory shows; called inside a `describe` of the adapter. */
export function itKeepsMemory(world: () => TestMemoryStore): void {
  const store = (): MemoryStore => world().store;

  it('keeps an entry unchanged, also for another process', async () => {
    const entry = storedMemoryOf();

    expect(await store().add(entry)).toEqual({ entry, isNew: true });
    expect(await world().openAnother().list('anna')).toEqual([entry]);
    expect(await store().find('anna', 'm-1')).toEqual(entry);
  });

  it('keeps the first of two entries of one id', async () => {
    await store().add(storedMemoryOf());
    const again = storedMemoryOf({ createdAt: LATER, strength: 7 });

    expect(await store().add(again)).toEqual({ entry: storedMemoryOf(), isNew: false });
    expect(await store().list('anna')).toHaveLength(1);
  });

  it('makes a kept entry core, once', async () => {
    await store().add(storedMemoryOf());
    for (let times = 0; times < 2; times += 1) await store().add(storedMemoryOf({ isCore: true }));

    expect(await store().find('anna', 'm-1')).toMatchObject({
      isCore: true,
      history: [{ what: 'added' }, { what: 'made-core' }],
    });
  });

  it('makes a corrected entry valid again, and lets it be corrected again', async () => {
    const correction = eventOf({ what: 'corrected', eventId: 'c1' });
    await store().add(storedMemoryOf());
    await store().note('anna', 'm-1', correction);
    await store().add(storedMemoryOf({ createdAt: LATER }));
    const added = await store().add(storedMemoryOf({ createdAt: LATER }));
    await store().note('anna', 'm-1', { ...correction, eventId: 'c2' });

    expect(added.entry.confirmedAt).toBe(LATER);
    const found = await store().find('anna', 'm-1');
    expect(found?.history.map(({ what }) => what)).toEqual(['added', 'corrected', 'added', 'corrected']);
  });

  it('reinforces once for each event, however many ask at the same time', async () => {
    await store().add(storedMemoryOf());
    const other = world().openAnother();
    const events = Array.from({ length: 12 }, (_, index) => eventOf({ eventId: `e${index % 3}` }));
    await Promise.all(events.map((event, index) => (index % 2 ? store() : other).note('anna', 'm-1', event)));

    expect(await store().find('anna', 'm-1')).toMatchObject({ strength: 4, confirmedAt: LATER });
  });

  it('notes nothing on what is not there', async () => {
    expect(await store().note('anna', 'm-1', eventOf())).toBeNull();
    expect(await store().find('anna', 'm-1')).toBeNull();
  });

  it('keeps users apart, in every operation', async () => {
    await store().add(storedMemoryOf());
    await store().add(storedMemoryOf({ userId: 'bert', text: 'another text' }));

    expect(await store().note('carl', 'm-1', eventOf())).toBeNull();
    expect(await store().remove('carl', ['m-1'])).toEqual([]);
    expect(await store().remove('bert', null)).toMatchObject([{ text: 'another text' }]);
    expect(await store().list('bert')).toEqual([]);
    expect(await store().list('anna')).toEqual([storedMemoryOf()]);
  });

  it('lists the last confirmed first', async () => {
    for (const entryId of ['m-1', 'm-2', 'm-3']) await store().add(storedMemoryOf({ entryId }));
    await store().note('anna', 'm-2', eventOf());

    expect((await store().list('anna')).map(({ entryId }) => entryId)).toEqual(['m-2', 'm-1', 'm-3']);
  });

  it('removes the entries that are named, and counts the rest', async () => {
    for (const entryId of ['m-1', 'm-2', 'm-3']) await store().add(storedMemoryOf({ entryId }));
    await store().add(storedMemoryOf({ userId: 'bert' }));

    expect(await store().count()).toEqual({ users: 2, entries: 4 });
    expect((await store().remove('anna', ['m-1', 'm-9'])).map(({ entryId }) => entryId)).toEqual(['m-1']);
    expect(await store().remove('anna', [])).toEqual([]);
    expect(await store().count()).toEqual({ users: 2, entries: 3 });
    expect(await store().remove('anna', null)).toHaveLength(2);
    expect(await store().count()).toEqual({ users: 1, entries: 1 });
  });
}

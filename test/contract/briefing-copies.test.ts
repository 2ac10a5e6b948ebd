import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownerOf } from '../../activities/briefings/writing/briefing-copies.ts';
import { listBlobs } from '../../packages/storage/stores/blob-sweep.ts';
import { backUpHome } from '../../workers/lifecycle/backup.ts';
import { restoreHome } from '../../workers/lifecycle/home-lifecycle.ts';
import { addDays, slotOf } from '../../workflows/domain/briefing/slots.ts';
import { briefingRecord } from '../support/builders/briefing-fixtures.ts';
import { stateIn } from '../support/builders/stored-records.ts';
import { sweepEverything } from '../support/builders/sweep-everything.ts';
import { age } from '../support/worlds/aged-home.ts';
import { type BriefingToPublish, briefingToPublish } from '../support/worlds/briefing-to-publish.ts';

const signal = new AbortController().signal;

let briefing: BriefingToPublish;

beforeEach(async () => {
  briefing = await briefingToPublish();
});
afterEach(() => briefing.dispose());

const sweep = (home = briefing.home) => sweepEverything(home);

/** A record whose quotations are of a text in the home. */
async function recordOfStoredText(): Promise<BriefingRecord> {
  const { sha256 } = await createFileBlobStore(briefing.home).putText('Harbour Energy connected them.', 'text/plain');
  const { findings } = briefingRecord();
  return briefingRecord({
    findings: findings.map((finding) => ({
      ...finding,
      quotes: finding.quotes.map((quote) => ({ ...quote, textHash: sha256 })),
      passageSpan: { ...finding.passageSpan, textHash: sha256 },
    })),
  });
}

const copiesIn = async (home: string): Promise<string[]> =>
  (await stateIn(home).records.outline('briefing')).map(({ name }) => name).sort();

describe('the texts that a briefing quotes', () => {
  it('survive a sweep, as long as the home has a copy of the record', async () => {
    const record = await recordOfStoredText();
    await createFileBlobStore(briefing.home).putText('orphan', 'text/plain');
    await briefing.publish({ record });
    await age(briefing.home);
    await sweep();
    const kept = (await listBlobs(briefing.home)).map(({ sha256 }) => sha256);
    const { records } = stateIn(briefing.home);
    for (const { kind, owner } of await records.owners()) await records.remove(kind, owner);
    await sweep();

    expect(kept).toEqual([record.findings[0]?.passageSpan.textHash]);
    expect(await listBlobs(briefing.home)).toEqual([]);
  });

  it('survive backup, restore and a sweep', async () => {
    await briefing.publish({ record: await recordOfStoredText() });
    const [target, restored] = [`${briefing.home}-backup`, `${briefing.home}-restored`];
    await backUpHome({ home: briefing.home, target, now: new Date(), signal, onProgress: () => undefined });
    await restoreHome({ home: restored, source: target, force: false, now: new Date(), signal });
    await age(restored);
    await sweep(restored);

    expect(await copiesIn(restored)).toEqual(await copiesIn(briefing.home));
    expect(await listBlobs(restored)).toHaveLength(1);
  });
});

describe('the copies of records', () => {
  const keep = async (kind: BriefingRecord['slot']['kind'], day: string, isBackfill = false) =>
    stateIn(briefing.home).copies.keep(
      briefing.folder,
      briefingRecord({ slot: slotOf(kind, `${day}T06:30:00.000Z`, 'UTC'), isBackfill }),
    );

  it('are the newest 400 of each kind', async () => {
    for (let day = 0; day < 402; day += 1) await keep('daily', addDays('2026-01-01', day));
    await keep('weekly', '2026-01-01');
    await keep('deep-daily', '2026-01-01');
    await keep('on-demand', '2026-01-01');
    await keep('daily', '2026-01-01', true);
    // Older than all that are kept.
    await keep('daily', '2025-12-31');

    const names = await copiesIn(briefing.home);
    const dailies = names.filter((name) => /^\d{4}-\d{2}-\d{2}$/u.test(name));
    expect(dailies).toHaveLength(400);
    expect([dailies[0], dailies.at(-1)]).toEqual(['2026-01-03', '2027-02-06']);
    expect(names.filter((name) => !dailies.includes(name)).sort()).toEqual([
      '2026-01-01-backfill',
      '2026-01-01-deep',
      '2026-01-01T0630',
      '2026-W01',
    ]);
  });

  it('of two folders with briefings of one name stand apart', async () => {
    expect(ownerOf('/one', 'norhaven')).not.toBe(ownerOf('/two', 'norhaven'));
    expect(ownerOf('/one/', 'norhaven')).toBe(ownerOf('/one', 'norhaven'));
  });
});

describe('a backfill', () => {
  it.each([{ isPublished: true }, { isPublished: false }])(
    'writes its own two files and a copy, nothing else (original written: $isPublished)',
    async ({ isPublished }) => {
      if (isPublished) await briefing.publish();
      const before = await briefing.hashes();
      const record = briefingRecord({ isBackfill: true });
      const published = await briefing.publish({ record, themes: [], convictionEntries: [] });
      const after = await briefing.hashes();

      expect(published).toEqual({
        outputPath: 'outputs/daily/2026-03-06-backfill.md',
        recordPath: 'outputs/daily/2026-03-06-backfill.json',
        changedThemes: ['grid-storage'],
      });
      expect(after).toMatchObject(before);
      expect(Object.keys(after).filter((name) => !(name in before))).toEqual([
        'briefing/outputs/daily/2026-03-06-backfill.json',
        'briefing/outputs/daily/2026-03-06-backfill.md',
      ]);
      const copies = isPublished ? ['2026-03-06', '2026-03-06-backfill'] : ['2026-03-06-backfill'];
      expect(await copiesIn(briefing.home)).toEqual(copies);
      const locks = (await readdir(join(briefing.folder, 'state'))).filter((name) => name.endsWith('.lock'));
      expect(locks).toHaveLength(isPublished ? 1 : 0);
    },
  );

  it('writes no state, even if it is given some', async () => {
    const before = await briefing.hashes();
    await briefing.publish({ record: briefingRecord({ isBackfill: true }) });

    expect(await briefing.hashes()).toMatchObject(before);
  });
});

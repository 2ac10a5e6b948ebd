import { join } from 'node:path';
import type { ReadCanonInput } from '@plumbline/contracts/briefings/briefing-activities';
import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../../activities/briefings/folder/snapshots.ts';
import { createReadCanon } from '../../activities/entries/briefings/read-canon.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { theme } from '../support/builders/briefing-fixtures.ts';
import { type BriefingWorld, createBriefingWorld } from '../support/worlds/briefing-world.ts';

const THEMES = [
  theme({ id: 'high', conviction: 7 }),
  theme({ id: 'low', conviction: 6 }),
  theme({ id: 'closed', conviction: 9, status: 'closed' }),
  theme({ id: 'without-brief', conviction: 9, status: 'new' }),
];

function readCanon({ folder, read }: BriefingWorld, changes: Partial<ReadCanonInput> = {}) {
  const slot = slotOf('weekly', '2026-03-29T06:00:00Z', 'Europe/Berlin');
  return createReadCanon(read)({
    folder,
    slot,
    isBackfill: false,
    themes: THEMES,
    highConviction: 7,
    days: [],
    ...changes,
  });
}

async function writtenWorld(): Promise<BriefingWorld> {
  const world = await createBriefingWorld();
  for (const id of ['high', 'low', 'closed']) await world.write(`outputs/themes/${id}.md`, `Brief of ${id}.`);
  for (const day of ['01', '08', '15', '22', '29']) {
    const { slot } = await world.record('weekly', `2026-03-${day}T06:00:00Z`);
    await world.write(`outputs/weekly/${slot.slotId}.md`, `Weekly of ${day}.`);
  }
  await world.write('outputs/daily/2026-03-10.md', 'Daily of 10.');
  await world.write('outputs/daily/2026-03-11-deep.md', 'Deep daily of 11.');
  return world;
}

describe('readCanon', () => {
  it('reads the canonical documents first, then briefs, weeklies and dailies', async () => {
    const world = await writtenWorld();
    const read = await readCanon(world, { days: ['2026-03-10', '2026-03-11', '2026-03-12'] });

    expect(world.asked.filter((path) => path.endsWith('.md'))).toEqual([
      'METHODOLOGY.md',
      'CONVICTION.md',
      'TAXONOMY.md',
      'SOURCES.md',
      'outputs/themes/high.md',
      'outputs/themes/without-brief.md',
      'outputs/weekly/2026-W12.md',
      'outputs/weekly/2026-W11.md',
      'outputs/weekly/2026-W10.md',
      'outputs/daily/2026-03-10.md',
      'outputs/daily/2026-03-11.md',
      'outputs/daily/2026-03-11-deep.md',
      'outputs/daily/2026-03-12.md',
      'outputs/daily/2026-03-12-deep.md',
    ]);
    expect(world.asked.slice(0, 4)).toEqual(['METHODOLOGY.md', 'CONVICTION.md', 'TAXONOMY.md', 'SOURCES.md']);
    expect(read.themeBriefs).toEqual([{ themeId: 'high', path: 'outputs/themes/high.md', text: 'Brief of high.' }]);
    expect(read.weeklies.map(({ text }) => text)).toEqual(['Weekly of 22.', 'Weekly of 15.', 'Weekly of 08.']);
    expect(read.dailies).toEqual([
      { path: 'outputs/daily/2026-03-10.md', text: 'Daily of 10.' },
      { path: 'outputs/daily/2026-03-11-deep.md', text: 'Deep daily of 11.' },
    ]);
  });

  it('reads no weeklies for other kinds', async () => {
    const slot = slotOf('daily', '2026-03-29T06:00:00Z', 'Europe/Berlin');

    expect((await readCanon(await writtenWorld(), { slot })).weeklies).toEqual([]);
  });

  it('takes the briefs of a backfill from the snapshot', async () => {
    const world = await writtenWorld();
    const slot = slotOf('daily', '2026-03-06T06:00:00Z', 'Europe/Berlin');
    await takeSnapshot(world.folder, slot, 'before');
    await world.write('outputs/themes/high.md', 'A later brief.');
    const { themeBriefs } = await readCanon(world, { slot, isBackfill: true });

    expect(themeBriefs).toEqual([
      { themeId: 'high', path: 'state/snapshots/2026-03-06/before/themes/high.md', text: 'Brief of high.' },
    ]);
  });

  it('names the folders of outputs, once there are some, and those of the settings', async () => {
    const world = await createBriefingWorld();
    await world.write('briefing.yml', 'name: a\ntitle: A\ncorpus: [documents, /srv/reports, ../shared]\n');
    const named = [join(world.folder, 'documents'), '/srv/reports', join(world.folder, '../shared')];
    const before = await readCanon(world);
    await world.write('outputs/daily/2026-03-06.md', 'Daily.');

    expect(before.corpusDirectories).toEqual(named);
    expect((await readCanon(world)).corpusDirectories).toEqual([join(world.folder, 'outputs'), ...named]);
  });

  it('gives the documents as far as a run needs them', async () => {
    const { canon } = await readCanon(await createBriefingWorld());

    expect(canon.methodology).toHaveLength(5);
    expect(canon.methodology[0]).toMatchObject({ ruleId: 'M6', text: expect.stringContaining('weekly') });
    expect(canon.conviction).toMatch(/^# Conviction/u);
    expect(canon.taxonomy).toContainEqual(
      expect.objectContaining({ id: 'storage-safety', tags: ['storage', 'permits'] }),
    );
    expect(canon.sources).toContainEqual({ domain: 'europa.eu', tier: 1 });
    expect(canon.sources).toContainEqual({ domain: 'reddit.com', tier: 3 });
  });

  it('names all documents that are missing or cannot be read, and reads nothing else', async () => {
    const world = await writtenWorld();
    await world.remove('METHODOLOGY.md');
    await world.write('CONVICTION.md', '\n');
    await world.write('SOURCES.md', '# Sources\n\n## Tier 1\n\n- the regulator\n');

    await expect(readCanon(world)).rejects.toMatchObject({
      name: 'BriefingFileError',
      faults: [
        `METHODOLOGY.md: is missing; npx plumbline briefing init ${world.folder} writes an example of each missing file, and changes no other`,
        'CONVICTION.md:1: is empty',
        'SOURCES.md:5: "the" is no domain; write entries like - example.org — its name',
      ],
    });
    expect(world.asked).toEqual(['METHODOLOGY.md', 'CONVICTION.md', 'TAXONOMY.md', 'SOURCES.md']);
  });
});

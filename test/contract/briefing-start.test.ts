import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isActive } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import { STATE_FILES, THEMES_FILE } from '../../activities/briefings/briefing-paths.ts';
import { initBriefing } from '../../activities/briefings/folder/briefing-start.ts';
import { takeSnapshot } from '../../activities/briefings/folder/snapshots.ts';
import { createOpenBriefing } from '../../activities/entries/briefings/open-briefing.ts';
import { createReadCanon } from '../../activities/entries/briefings/read-canon.ts';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { createBriefingWorld } from '../support/worlds/briefing-world.ts';

const NOW = '2026-03-06T09:00:00+01:00';
const tools = openLocalTools({}).openBriefings();
const slotAt = (day: string) => slotOf('daily', `${day}T06:00:00Z`, 'Europe/Berlin');

async function folderNamed(name: string): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'plumbline-start-')), name);
}

async function contentOf(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')])));
}

describe('initBriefing', () => {
  it('writes a folder that every reader accepts', async () => {
    const folder = await folderNamed('Grid & Größe');
    const { written, kept } = await initBriefing(folder, { now: NOW });
    const slot = slotAt('2026-03-07');
    const opened = await createOpenBriefing()({ folder, slot, isBackfill: false });
    if (opened.status !== 'open') throw new Error(`The briefing is ${opened.status}.`);
    const { settings, state } = opened;
    const { themes } = state;
    const { canon } = await createReadCanon()({ folder, slot, isBackfill: false, themes, highConviction: 7, days: [] });

    expect(written).toHaveLength(8);
    expect(kept).toEqual([]);
    expect(settings).toMatchObject({
      name: 'grid-grosse',
      budget: { daily: 12 },
      schedules: { daily: { jitter: '5m' } },
    });
    expect(themes.filter(isActive)).toHaveLength(2);
    expect(state.loaded).toEqual(['active-themes', 'continuity', 'conviction-log']);
    for (const { id, tags, tomorrowsFocus } of themes) {
      expect(tomorrowsFocus).not.toEqual([]);
      expect(canon.taxonomy).toContainEqual(expect.objectContaining({ id, tags }));
    }
  });

  it('writes what a person said, so that every reader accepts it', async () => {
    const folder = await folderNamed('storage');
    const themes = [
      { title: 'Grid fees', actors: ['ACER', 'Terna'] },
      { title: 'Grid: fees', actors: [] },
    ];
    const said = { title: 'Storage', language: 'de', timezone: 'Europe/Berlin', corpus: ['/srv/news'], notify: false };
    const setup = {
      ...said,
      themes,
      web: { providers: ['searxng' as const], domainAllow: ['acer.example'], domainBlock: [] },
      cron: '30 6 * * 1-5',
    };
    await initBriefing(folder, { now: NOW, setup });
    const slot = slotAt('2026-03-07');
    const opened = await createOpenBriefing()({ folder, slot, isBackfill: false });
    if (opened.status !== 'open') throw new Error(`The briefing is ${opened.status}.`);
    const { settings, state } = opened;
    const at = { folder, slot, isBackfill: false, themes: state.themes, highConviction: 7, days: [] };
    const { canon } = await createReadCanon()(at);

    expect(settings).toMatchObject({ ...said, web: setup.web, maxStateAgeHours: 84 });
    expect(settings.schedules).toEqual({ daily: { cron: '30 6 * * 1-5', jitter: '5m', catchUp: '6h' } });
    expect(state.themes.map(({ id, actors, tomorrowsFocus }) => ({ id, actors, tomorrowsFocus }))).toEqual([
      { id: 'grid-fees', actors: ['ACER', 'Terna'], tomorrowsFocus: ['ACER Grid fees'] },
      { id: 'theme-2', actors: [], tomorrowsFocus: ['Grid: fees'] },
    ]);
    expect(canon.taxonomy.map(({ id, actors }) => [id, actors])).toEqual([
      ['grid-fees', ['ACER', 'Terna']],
      ['theme-2', []],
    ]);
    expect(canon.sources).toEqual([]);
  });

  it('writes nothing where the times cannot be read', async () => {
    const folder = await folderNamed('storage');
    const said = { title: 'Storage', language: 'en', timezone: 'UTC', corpus: [], notify: true, web: null };
    const setup = { ...said, themes: [{ title: 'Grid fees', actors: [] }], cron: '99 6 * * *' };

    await expect(initBriefing(folder, { now: NOW, setup })).rejects.toThrow('nothing was written');
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  it('leaves what is there, and writes what is missing', async () => {
    const folder = await folderNamed('grid');
    const { written } = await initBriefing(folder, { now: NOW });
    const first = await contentOf(folder);
    const again = await initBriefing(folder, { name: 'other', now: '2027-01-01T00:00:00Z' });

    expect(again).toEqual({ written: [], kept: written });
    expect(await contentOf(folder)).toEqual(first);
  });

  it('takes a name, and refuses one that is none', async () => {
    const folder = await folderNamed('grid');
    await expect(initBriefing(folder, { name: 'My Grid', now: NOW })).rejects.toThrow('use small letters');
    await initBriefing(folder, { name: 'my-grid', now: NOW });

    expect(await (await tools).readSettings(folder)).toMatchObject({ name: 'my-grid' });
  });
});

describe('refreshing the state', () => {
  it('confirms the themes with changes, and keeps comments', async () => {
    const world = await createBriefingWorld();
    const { folder } = world;
    const before = await world.text(THEMES_FILE);
    const { confirmState, readForRefresh } = await tools;
    const changes = { 'storage-revenues': { conviction: 8, status: 'closed' } } as const;
    const { restored } = await confirmState(folder, { now: NOW, changes });

    expect(restored).toEqual([]);
    expect(await world.text(THEMES_FILE)).toBe(
      before
        .replace('2026-03-09T06:00:00.000Z', '2026-03-06T08:00:00.000Z')
        .replace('status: new\n    conviction: 6', 'status: closed\n    conviction: 8'),
    );
    expect(await readForRefresh(folder)).toMatchObject({
      snapshot: null,
      themes: { themes: [{}, changes['storage-revenues']] },
    });
  });

  it.each([
    [{ unknown: {} }, 'there is no theme unknown; there are connection-queues, storage-revenues'],
    [{ 'storage-revenues': { conviction: 11 } }, 'storage-revenues: conviction: '],
  ])('refuses %j, and writes nothing', async (changes, message) => {
    const world = await createBriefingWorld();
    const { folder } = world;
    const before = await world.text(THEMES_FILE);

    await expect((await tools).confirmState(folder, { now: NOW, changes })).rejects.toThrow(message);
    expect(await world.text(THEMES_FILE)).toBe(before);
  });

  it('restores missing files from what the newest run left, before it confirms', async () => {
    const world = await createBriefingWorld();
    const { folder } = world;
    await takeSnapshot(folder, slotAt('2026-03-08'), 'after');
    const left = (await world.text(THEMES_FILE)).replace('conviction: 7', 'conviction: 9');
    await world.write(THEMES_FILE, left);
    await world.write('state/continuity_last7d.md', 'What was said.');
    await takeSnapshot(folder, slotAt('2026-03-09'), 'after');
    await world.write(THEMES_FILE, left.replace('conviction: 9', 'conviction: 1'));
    await takeSnapshot(folder, slotAt('2026-03-10'), 'before');
    for (const file of STATE_FILES) await world.remove(file);
    const { confirmState, readForRefresh } = await tools;

    expect(await readForRefresh(folder)).toMatchObject({
      snapshot: 'state/snapshots/2026-03-09/after',
      themes: { themes: [{ conviction: 9 }, {}] },
    });
    expect(await confirmState(folder, { now: NOW, changes: {} })).toEqual({ restored: [...STATE_FILES] });
    expect(await world.text(THEMES_FILE)).toBe(left.replace('2026-03-09T06:00:00.000Z', '2026-03-06T08:00:00.000Z'));
    expect(await world.text('state/continuity_last7d.md')).toBe('What was said.');
  });

  it('restores from what a run found, if none left anything', async () => {
    const world = await createBriefingWorld();
    await takeSnapshot(world.folder, slotAt('2026-03-10'), 'before');
    await world.remove(THEMES_FILE);

    expect(await (await tools).confirmState(world.folder, { now: NOW, changes: {} })).toEqual({
      restored: [THEMES_FILE],
    });
  });

  it('says what to do without any themes', async () => {
    const world = await createBriefingWorld();
    await world.remove(THEMES_FILE);

    await expect((await tools).readForRefresh(world.folder)).rejects.toThrow(
      `state/active_themes.yml: is missing; npx plumbline briefing init ${world.folder}`,
    );
  });
});

describe('listOutputs', () => {
  it('lists outputs of all kinds, newest first, backfills behind their originals', async () => {
    const world = await createBriefingWorld();
    await world.record('daily', '2026-03-06T06:00:00Z');
    await world.record('daily', '2026-03-06T06:00:00Z', { isBackfill: true });
    await world.record('deep-daily', '2026-03-07T06:00:00Z', { isBackfill: true });
    await world.record('weekly', '2026-03-08T07:00:00Z');
    await world.write('outputs/daily/2026-03-05.json', 'damaged');
    const outputs = await (await tools).listOutputs(world.folder);

    expect(outputs.map(({ path }) => path)).toEqual([
      'outputs/weekly/2026-W10.md',
      'outputs/daily/2026-03-07-deep-backfill.md',
      'outputs/daily/2026-03-06.md',
      'outputs/daily/2026-03-06-backfill.md',
    ]);
    expect(outputs[0]).toMatchObject({
      isBackfill: false,
      deltas: [
        { themeId: 'grid-storage', title: 'Grid storage', delta: 'changed' },
        { themeId: 'gas-hub', title: 'Gas hub', delta: 'stale' },
      ],
      diagnostics: [],
      issues: [],
    });
  });
});

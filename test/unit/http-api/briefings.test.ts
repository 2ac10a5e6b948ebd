import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { webSettingsSchema } from '@plumbline/contracts/common/web-search';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../../../packages/page/browser/api/api-client.ts';
import { createApiWorld } from '../../support/builders/api-world.ts';
import { briefingRecord, claim, themeOutput } from '../../support/builders/briefing-fixtures.ts';
import { ScriptedSchedules } from '../../support/builders/scripted-stores.ts';
import { createBriefingWorld } from '../../support/worlds/briefing-world.ts';

const SOURCES = {
  documents: new Map([['docs', '/srv/docs']]),
  catalogues: new Map(),
  web: webSettingsSchema.parse({ providers: ['searxng'] }),
};
const TIME = '2026-03-09T12:00:00Z';
const JSON_BODY = { 'content-type': 'application/json' };
const WANTED = {
  title: 'Storage',
  language: 'en',
  timezone: 'Europe/Berlin',
  themes: [{ title: 'Grid fees', actors: ['ACER'] }],
  documents: ['docs'],
  web: false,
  cron: '30 6 * * 1-5',
  notify: false,
};

/** The page's client over an API with one briefing, which has a daily of today's week and a weekly. */
async function briefingApi() {
  const world = await createBriefingWorld();
  const time = new Date(Date.now() - 86_400_000).toISOString();
  const { slot } = await world.record('daily', time);
  await world.record('daily', time, { isBackfill: true });
  const home = join(world.folder, 'home');
  const schedules = new ScriptedSchedules();
  const briefings = { folders: [world.folder], home, schedules };
  const { api } = createApiWorld({ briefings, settings: { sources: SOURCES } });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => api.request(path, init));
  return { world, home, api, slot, schedules, client: createApiClient({ token: () => null }) };
}

afterEach(() => void vi.unstubAllGlobals());

describe('/api/briefings', () => {
  it('lists the briefings, and shows one with its calendar and outputs', async () => {
    const { client, slot } = await briefingApi();

    const listed = await client.listBriefings();
    const briefing = await client.showBriefing('norhaven');

    expect(listed).toMatchObject([{ name: 'norhaven', newest: { outputId: slot.slotId } }]);
    expect(briefing.schedules).toContainEqual({
      kind: 'daily',
      cron: '0 7 * * *',
      every: null,
      next: null,
      isPaused: false,
    });
    expect(briefing.calendar).toContainEqual({ slot, state: 'published', outputId: slot.slotId });
    expect(briefing.outputs.map(({ outputId }) => outputId)).toEqual([slot.slotId, `${slot.slotId}-backfill`]);
  });

  it('sets one up in the home of the server, with a name of its own, and schedules it', async () => {
    const { client, home } = await briefingApi();
    const wanted = { ...WANTED, title: 'Norhaven', web: true };

    const made = [await client.setUpBriefing(wanted), await client.setUpBriefing(wanted)];

    expect(made.map(({ name }) => name)).toEqual(['norhaven-2', 'norhaven-3']);
    expect(made[0]?.schedules).toMatchObject([
      { kind: 'daily', cron: '30 6 * * 1-5', next: '2026-03-09T05:00:00.000Z' },
    ]);
    expect((await client.listBriefings()).map(({ title }) => title)).toEqual([
      'Battery storage and grid connection in Europe',
      'Norhaven',
      'Norhaven',
    ]);
    const settings = await readFile(join(home, 'norhaven-2', 'briefing.yml'), 'utf8');
    expect(settings).toContain('max_state_age_hours: 84');
    expect(settings).toContain('notify: false');
    expect(settings).toMatch(/providers:\s+- searxng/u);
  });

  it.each([
    ['no place to look', { documents: [] }, 'documents'],
    ['a folder that is not served', { documents: ['else'] }, 'documents'],
    ['times that cannot be read', { cron: '99 6 * * *' }, 'cron'],
    ['no theme', { themes: [] }, 'themes'],
  ])('refuses one with %s, and leaves nothing', async (_, changes, field) => {
    const { api, home } = await briefingApi();
    const body = JSON.stringify({ ...WANTED, ...changes });

    const response = await api.request('/api/briefings', { method: 'POST', headers: JSON_BODY, body });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [expect.objectContaining({ path: field })] });
    expect(await readdir(home).catch(() => [])).toEqual([]);
  });

  it('sets none up for a token that names a user', async () => {
    const token = 'a-token-of-more-than-enough-letters';
    const { api } = createApiWorld({ settings: { token: [{ user: 'anna', token }] } });
    const headers = { ...JSON_BODY, authorization: `Bearer ${token}` };

    const response = await api.request('/api/briefings', { method: 'POST', headers, body: JSON.stringify(WANTED) });

    expect(response.status).toBe(403);
  });

  it('schedules a kind in its settings and in Temporal, until it no longer does', async () => {
    const { client } = await briefingApi();
    const told = async () => (await client.showBriefing('norhaven')).schedules.filter(({ kind }) => kind === 'daily');

    await client.scheduleBriefing('norhaven', 'daily', '30 6 * * 1-5');
    const changed = await told();
    await client.scheduleBriefing('norhaven', 'daily', null);

    expect(changed).toMatchObject([{ cron: '30 6 * * 1-5', next: '2026-03-09T05:00:00.000Z' }]);
    expect(await told()).toEqual([]);
  });

  it('moves every schedule that Temporal has to another time zone, and refuses one that there is not', async () => {
    const { client, schedules } = await briefingApi();
    await client.scheduleBriefing('norhaven', 'weekly', '0 8 * * 0');
    await client.scheduleBriefing('norhaven', 'daily', '0 7 * * *', 'America/New_York');

    await expect(client.scheduleBriefing('norhaven', 'daily', '0 7 * * *', 'Atlantis')).rejects.toThrow('IANA');
    expect((await client.showBriefing('norhaven')).timezone).toBe('America/New_York');
    expect(schedules.zones).toEqual(['weekly Europe/Berlin', 'daily America/New_York', 'weekly America/New_York']);
  });

  it('keeps a schedule where Temporal refuses another one', async () => {
    const { client } = await briefingApi();

    await expect(client.scheduleBriefing('norhaven', 'daily', '99 7 * * *')).rejects.toThrow('cannot read');
    expect((await client.showBriefing('norhaven')).schedules).toContainEqual(
      expect.objectContaining({ kind: 'daily', cron: '0 7 * * *' }),
    );
  });

  it('reads an output with what became of each claim, and its evidence', async () => {
    const { client, world, slot } = await briefingApi();
    await world.write(`outputs/daily/${slot.slotId}.md`, '# Norhaven energy\n');

    const reading = await client.readBriefing('norhaven', slot.slotId);

    expect(reading.text).toBe('# Norhaven energy\n');
    expect(reading.themes.flatMap(({ claims }) => claims.map(({ mark }) => mark))).toEqual(['new', 'new', 'kept']);
    expect(reading.themes[1]?.claims[0]?.evidence).toEqual([
      {
        title: 'Decision on the gas hub',
        locator: 'https://ministry.example/gas-hub',
        quote: 'The gas hub stays open until the end of the year.',
      },
    ]);
  });

  it('reads what the documents say, with its place and source', async () => {
    const { client, world } = await briefingApi();
    const { themes } = briefingRecord();
    const cited = themes.flatMap(({ claims }) => claims).find(({ text }) => text.includes('gas hub')) ?? claim();
    const passages = [{ text: 'The hub stays.', place: 'May', day: '2026-03-01', citations: cited.citations }];
    const documents = { query: 'hub', passages, fresh: 1, known: 2 };
    const elsewhere = { summary: [{ text: 'The hub stays.', citations: cited.citations }], documents, unread: 0 };
    const { slot } = await world.record('on-demand', TIME, { themes: [themeOutput({ documents })], elsewhere });
    const reading = await client.readBriefing('norhaven', slot.slotId);

    const source = { title: 'Decision on the gas hub', locator: 'https://ministry.example/gas-hub' };
    const quote = 'The gas hub stays open until the end of the year.';
    const read = [{ ...source, quote: 'The hub stays.', place: 'May', day: '2026-03-01' }];
    expect(reading.themes[0]?.documents).toEqual({ fresh: 1, known: 2, passages: read });
    expect(reading.elsewhere).toEqual({
      summary: [{ text: 'The hub stays.', evidence: [{ ...source, quote }] }],
      documents: { fresh: 1, known: 2, passages: read },
    });
  });

  it.each([
    ['/api/briefings/other', 'GET /api/briefings lists them.'],
    ['/api/briefings/norhaven/outputs/2020-01-01', 'GET /api/briefings/norhaven lists its outputs.'],
    ['/api/briefings/norhaven/outputs/..%2F..%2Fbriefing', 'GET /api/briefings/norhaven lists its outputs.'],
  ])('is 404 for what there is not: %s', async (path, remedy) => {
    const { api } = await briefingApi();

    const response = await api.request(path);

    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ remedy })]);
  });

  it('is 503 without a path where the settings cannot be read', async () => {
    const { api, world } = await briefingApi();
    await writeFile(join(world.folder, 'briefing.yml'), 'name: [');

    const response = await api.request('/api/briefings');

    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain(world.folder);
  });
});

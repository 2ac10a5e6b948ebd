import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings, writeSchedule } from '../../activities/briefings/folder/settings-files.ts';

const SETTINGS = `# mine
name: grid
title: Grid
schedules:
  # at work days
  daily:
    cron: 0 7 * * 1-5 # early
    jitter: 5m
  weekly:
    cron: 0 8 * * 0
issues:
  adapter: folder
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-briefing-'));
  await writeFile(join(folder, 'briefing.yml'), SETTINGS);
});
afterEach(() => rm(folder, { recursive: true }));

const text = () => readFile(join(folder, 'briefing.yml'), 'utf8');

describe('the schedule in the settings', () => {
  it('gets new times; comments and everything else stay', async () => {
    await writeSchedule(folder, 'daily', { cron: '0 6 * * *', jitter: '5m', catchUp: '3h' });

    expect(await text()).toBe(
      SETTINGS.replace('0 7 * * 1-5 # early\n    jitter: 5m', '0 6 * * * # early\n    jitter: 5m\n    catch_up: 3h'),
    );
  });

  it('gets another time zone, for all of it', async () => {
    await writeSchedule(folder, 'weekly', { cron: '0 8 * * 0', catchUp: '6h' }, 'Asia/Tokyo');

    expect(await readSettings(folder)).toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  it('loses the fields that it no longer has', async () => {
    await writeSchedule(folder, 'daily', { every: '12h', catchUp: '6h' });

    expect((await readSettings(folder)).schedules).toEqual({
      daily: { every: '12h', catchUp: '6h' },
      weekly: { cron: '0 8 * * 0', catchUp: '6h' },
    });
  });

  it('is added, also where nothing was scheduled, and removed', async () => {
    await writeFile(join(folder, 'briefing.yml'), 'name: grid\ntitle: Grid\n');
    await writeSchedule(folder, 'deep-daily', { cron: '0 6 * * *', catchUp: '6h' });
    const added = await readSettings(folder);
    await writeSchedule(folder, 'deep-daily', null);
    await writeSchedule(folder, 'weekly', null);

    expect(added.schedules).toEqual({ 'deep-daily': { cron: '0 6 * * *', catchUp: '6h' } });
    expect((await readSettings(folder)).schedules).toEqual({});
  });

  it.each(['0 25 * * *', '0 6 * * * *', '@daily', '0 6 30 2 *'])('is refused with the field: %s', async (cron) => {
    const written = writeSchedule(folder, 'daily', { cron, catchUp: '6h' });

    await expect(written).rejects.toThrow(`schedules.daily.cron "${cron}"`);
    expect(await text()).toBe(SETTINGS);
  });
});

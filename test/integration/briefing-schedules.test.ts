import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectedSlots } from '../../activities/briefings/folder/expected-slots.ts';
import {
  briefingIn,
  createScheduleWorld,
  DAILY,
  MORNING,
  type ScheduleWorld,
} from '../support/worlds/briefing-schedule-world.ts';

let world: ScheduleWorld;
beforeAll(async () => {
  world = await createScheduleWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('a schedule of briefings', () => {
  it('is kept as it was asked for, in the time zone of the briefing', async () => {
    const briefing = briefingIn('/grid');
    const schedule = { ...MORNING, jitter: '10m' };

    const isNew = await world.briefings.schedules.put(briefing, { ...DAILY, schedule });

    const { spec, policies, action } = await world.handleOf(briefing).describe();
    expect(isNew).toBe(true);
    expect(spec).toMatchObject({ timezone: 'Europe/Berlin', jitter: 600_000 });
    expect(spec.calendars).toMatchObject([{ hour: [{ start: 6, end: 6 }], minute: [{ start: 0, end: 0 }] }]);
    expect(policies).toMatchObject({ overlap: 'BUFFER_ONE', catchupWindow: 21_600_000 });
    expect(action).toMatchObject({
      workflowType: 'scheduledBriefing',
      args: [{ folder: '/grid', kind: 'daily', tracker: { adapter: 'folder', folder: 'issues' }, isBackfill: false }],
    });
  });

  it('is updated in place, and stays paused', async () => {
    const briefing = briefingIn('/grid');
    await world.briefings.schedules.put(briefing, { ...DAILY, schedule: { ...MORNING, jitter: '10m' } });
    await world.briefings.schedules.pause(briefing.settings.name, 'daily', { isPaused: true, note: 'on holiday' });

    const isNew = await world.briefings.schedules.put(briefing, {
      ...DAILY,
      schedule: { every: '12h', catchUp: '1h' },
    });

    const { spec, policies, state } = await world.handleOf(briefing).describe();
    expect(isNew).toBe(false);
    expect([spec.calendars, spec.jitter]).toEqual([[], undefined]);
    expect(spec.intervals).toMatchObject([{ every: 43_200_000 }]);
    expect([policies.catchupWindow, state]).toMatchObject([3_600_000, { paused: true, note: 'on holiday' }]);
  });

  it('is shown with its next times, paused or not, and removed', async () => {
    const briefing = briefingIn('/grid', 'UTC');
    const { name } = briefing.settings;
    await world.briefings.schedules.put(briefing, DAILY);

    const running = await world.briefings.schedules.look(name, 'daily');
    await world.briefings.schedules.pause(name, 'daily', { isPaused: true, note: 'on holiday' });
    const paused = await world.briefings.schedules.look(name, 'daily');
    const removed = [
      await world.briefings.schedules.remove(name, 'daily'),
      await world.briefings.schedules.remove(name, 'daily'),
    ];

    expect(running).toMatchObject({ isPaused: false, recent: [], missed: 0, skipped: 0 });
    expect(running?.next[0]).toMatch(/T06:00:00.000Z$/);
    expect(paused).toMatchObject({ isPaused: true, note: 'on holiday', next: [] });
    expect(removed).toEqual([true, false]);
    expect(await world.briefings.schedules.look(name, 'daily')).toBeNull();
    expect(await world.briefings.schedules.pause(name, 'daily', { isPaused: false, note: '' })).toBe(false);
  });

  it('is refused with the field when the server cannot read its times', async () => {
    const put = world.briefings.schedules.put(briefingIn('/grid'), {
      ...DAILY,
      schedule: { cron: '0 25 * * *', catchUp: '6h' },
    });

    await expect(put).rejects.toThrow('schedules.daily.cron: Temporal cannot read "0 25 * * *"');
  });

  it('is not taken over by another folder of the same name, unless the folder has gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-briefing-'));
    await writeFile(join(folder, 'briefing.yml'), '');
    const briefing = briefingIn(folder);
    await world.briefings.schedules.put(briefing, DAILY);

    const refused = world.briefings.schedules.put({ ...briefing, folder: '/other' }, DAILY);
    await expect(refused).rejects.toThrow(`the briefing in ${folder} is called`);
    await rm(folder, { recursive: true });
    const moved = await world.briefings.schedules.put({ ...briefing, folder: '/other' }, DAILY);

    expect(moved).toBe(false);
    expect((await world.handleOf(briefing).describe()).action.args).toMatchObject([{ folder: '/other' }]);
  });
});

describe('the times of a schedule', () => {
  it.each([
    { schedule: { cron: '0 6 * * *' }, timezone: 'Europe/Berlin' },
    { schedule: { cron: '30 2 * * *' }, timezone: 'America/New_York' },
    { schedule: { cron: '15 7 * * 1-5' }, timezone: 'Asia/Kolkata' },
    { schedule: { cron: '0 7 13 * 5' }, timezone: 'UTC' },
    { schedule: { cron: '0 8 * * 0' }, timezone: 'Europe/Berlin' },
    { schedule: { cron: '*/20 9-10 * mar,nov mon' }, timezone: 'Europe/Berlin' },
    { schedule: { every: '7h' }, timezone: 'Europe/Berlin' },
    { schedule: { every: '7d' }, timezone: 'UTC' },
  ])('are those that the folder expects: $schedule in $timezone', async ({ schedule, timezone }) => {
    const briefing = briefingIn('/grid', timezone);
    await world.briefings.schedules.put(briefing, { ...DAILY, schedule: { ...schedule, catchUp: '6h' } });

    const [after = '', ...next] = (await world.briefings.schedules.look(briefing.settings.name, 'daily'))?.next ?? [];

    const range = { after, before: '2100-01-01T00:00:00Z', max: next.length };
    expect(next.length).toBeGreaterThan(5);
    expect(expectedSlots({ ...schedule, catchUp: '6h' }, timezone, range)).toEqual(next);
  });
});

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BriefingFolder } from '../../client/briefings/briefing-schedules.ts';
import { observeRun } from '../../client/runs/run-observation.ts';
import { scheduledIdOf, slotOf } from '../../workflows/briefing/messages.ts';
import { endSignal } from '../support/workflows/briefings.ts';
import {
  briefingIn,
  createScheduleWorld,
  DAILY,
  MORNING,
  type ScheduleWorld,
} from '../support/worlds/briefing-schedule-world.ts';
import { keepHistory } from '../support/worlds/workflow-world.ts';

const POLL = { interval: 50 };

let world: ScheduleWorld;
beforeAll(async () => {
  world = await createScheduleWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

/** The workflow that a schedule started for a nominal time. */
const scheduledHandle = ({ settings }: BriefingFolder, nominal: string) =>
  world.workflows.client.workflow.getHandle(`${scheduledIdOf(settings.name, 'daily', false)}-${nominal}`);

/** The workflow that a schedule started when it was triggered, which it tells a moment later. */
async function triggeredHandle(name: string) {
  const recent = async () => (await world.briefings.schedules.look(name, 'daily'))?.recent ?? [];
  await expect.poll(async () => (await recent()).length, POLL).toBe(1);
  const [action] = await recent();
  return world.workflows.client.workflow.getHandle(action?.workflowId ?? '');
}

/** An hour is enough for the jitter, and too short for another slot. */
const backfillOnce = (briefing: BriefingFolder, nominal: string) =>
  world.handleOf(briefing).backfill({
    start: new Date(nominal),
    end: new Date(Date.parse(nominal) + 3_600_000),
    overlap: 'BUFFER_ALL',
  });

describe('a scheduled briefing', () => {
  it('runs the slot of the present when it is triggered', async () => {
    const briefing = briefingIn('/grid');
    const asked = Date.now();
    await world.working(async () => {
      await world.briefings.schedules.put(briefing, { ...DAILY, triggersNow: true });

      await expect.poll(() => world.noted.length, POLL).toBe(1);
    });

    const [input] = world.noted;
    expect(input).toMatchObject({ folder: '/grid', kind: 'daily', isBackfill: false, themeIds: null });
    const time = Date.parse(input?.time ?? '');
    // It counts in seconds.
    expect([time >= asked - 1_000, time <= Date.now() + 1_000]).toEqual([true, true]);
  });

  it('takes the nominal time, not that of the clock, and runs what is past as a backfill', async () => {
    const briefing = briefingIn('/grid');
    await world.working(async () => {
      await world.briefings.schedules.put(briefing, { ...DAILY, schedule: { ...MORNING, jitter: '10m' } });
      await backfillOnce(briefing, '2026-03-06T05:00:00Z');
      await expect.poll(() => world.noted.length, POLL).toBe(1);

      const scheduled = scheduledHandle(briefing, '2026-03-06T05:00:00Z');
      expect(await scheduled.result()).toEqual({
        status: 'published',
        workflowId: `briefing:${briefing.settings.name}:daily:2026-03-06-backfill`,
        outputPath: 'outputs/daily/2026-03-06-backfill.md',
        isBackfill: true,
      });
      await keepHistory(scheduled, 'scheduled-briefing');
    });
    expect(world.noted).toMatchObject([
      { time: '2026-03-06T05:00:00.000Z', timezone: 'Europe/Berlin', isBackfill: true },
    ]);
  });

  it('leaves a slot alone that was started by hand', async () => {
    const briefing = briefingIn('/waits');
    const { name, timezone } = briefing.settings;
    await world.working(async () => {
      const input = { folder: '/waits', kind: 'daily', time: new Date().toISOString(), timezone } as const;
      const started = await world.briefings.start(name, { ...input, isBackfill: false, themeIds: null });
      const joined = await world.briefings.start(name, { ...input, isBackfill: false, themeIds: null });
      expect(joined).toEqual({ ...started, attached: true });
      const elsewhere = world.briefings.start(name, { ...input, folder: '/other', isBackfill: false, themeIds: null });
      await expect(elsewhere).rejects.toThrow('the briefing in /waits is called');
      const { client } = world.workflows;
      await expect(observeRun(client, started.workflowId)).rejects.toThrow('there is no run');

      await world.briefings.schedules.put(briefing, { ...DAILY, triggersNow: true });
      const result = await (await triggeredHandle(name)).result();

      expect(result).toMatchObject({ status: 'joined', workflowId: started.workflowId });
      expect(await world.briefings.observe(started)).toMatchObject({
        status: 'running',
        progress: { stage: 'corpus' },
      });
      await world.workflows.client.workflow.getHandle(started.workflowId).signal(endSignal);
      await expect
        .poll(() => world.briefings.observe(started), POLL)
        .toMatchObject({ outcome: { status: 'published' } });
    });
    expect(world.noted).toHaveLength(1);
  });

  it('files one issue when its slot has no output, and fails with the cause', async () => {
    const briefing = briefingIn('/fails');
    const { name } = briefing.settings;
    await world.working(async () => {
      await world.briefings.schedules.put(briefing, { ...DAILY, triggersNow: true });
      await expect.poll(() => world.filed.length, POLL).toBe(1);
      const failed = await triggeredHandle(name);
      await expect(failed.result()).rejects.toThrow('Workflow execution failed');
      await keepHistory(failed, 'scheduled-briefing-failed');
    });
    const slotId = slotOf('daily', world.noted[0]?.time ?? '', 'Europe/Berlin').slotId;
    expect(world.filed).toEqual([
      {
        folder: '/fails',
        tracker: { adapter: 'folder', folder: 'issues' },
        briefing: name,
        wanted: [
          expect.objectContaining({
            key: `${name}/SLOT_WITHOUT_OUTPUT`,
            body: expect.stringMatching(new RegExp(`the disk is on fire[^]*Slot: ${slotId} \\(daily`, 'u')),
          }),
        ],
        closed: [],
      },
    ]);
  });
});

describe('a backfill', () => {
  const day = (number: number) => `2026-03-0${number}`;
  const slotsOf = (...days: number[]) =>
    days.map((number) => slotOf('daily', `${day(number)}T05:00:00Z`, 'Europe/Berlin'));

  it('runs every slot of its days, one after the other, though nothing is scheduled', async () => {
    const briefing = briefingIn('/grid');
    await world.working(async () => {
      const slots = slotsOf(2, 3, 4, 5, 6);
      const days = { kind: 'daily', schedule: MORNING, from: day(2), to: day(6), slots } as const;

      const backfilled = await world.briefings.backfill(briefing, days);

      for (const slot of backfilled) {
        const seen = () => world.briefings.observeBackfilled(slot);
        await expect.poll(seen, POLL).toMatchObject({ outcome: { slotId: slot.slot.slotId } });
      }
    });
    expect(world.noted.map(({ time }) => time)).toEqual(
      [2, 3, 4, 5, 6].map((number) => `${day(number)}T05:00:00.000Z`),
    );
    expect(world.noted.every(({ isBackfill }) => isBackfill)).toBe(true);
    expect(await world.briefings.schedules.look(briefing.settings.name, 'daily')).toBeNull();
    expect(await world.briefings.schedules.look(briefing.settings.name, 'daily', true)).toMatchObject({
      isPaused: true,
    });
  });

  it('runs a day again, while the regular schedule stays as it was', async () => {
    const briefing = briefingIn('/grid');
    await world.briefings.schedules.put(briefing, DAILY);
    await world.working(async () => {
      const days = { kind: 'daily', schedule: MORNING, from: day(2), to: day(2), slots: slotsOf(2) } as const;
      for (const count of [1, 2]) {
        const [slot] = await world.briefings.backfill(briefing, days);
        if (slot === undefined) throw new Error('nothing to run');
        expect(slot.earlierRunId === null).toBe(count === 1);
        await expect.poll(() => world.briefings.observeBackfilled(slot), POLL).toMatchObject({ status: 'completed' });
        expect(world.noted).toHaveLength(count);
      }
    });
    const regular = await world.briefings.schedules.look(briefing.settings.name, 'daily');
    expect(regular).toMatchObject({ isPaused: false, recent: [] });
  });

  it('that fails files no issue', async () => {
    const briefing = briefingIn('/fails');
    await world.working(async () => {
      const days = { kind: 'daily', schedule: MORNING, from: day(2), to: day(2), slots: slotsOf(2) } as const;
      const [slot] = await world.briefings.backfill(briefing, days);
      if (slot === undefined) throw new Error('nothing to run');

      const seen = () => world.briefings.observeBackfilled(slot);
      await expect.poll(seen, POLL).toMatchObject({ status: 'failed', failure: 'the disk is on fire' });
      const idle = async () => (await world.briefings.schedules.look(briefing.settings.name, 'daily', true))?.running;
      await expect.poll(idle, POLL).toEqual([]);
    });
    expect(world.filed).toEqual([]);
  });
});

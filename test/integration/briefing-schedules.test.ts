import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type BriefingClient, createBriefingClient } from '../../client/briefings/briefing-client.ts';
import type { BriefingFolder, ScheduleToKeep } from '../../client/briefings/briefing-schedules.ts';
import { scheduledIdOf, scheduleIdOf, slotOf } from '../../workflows/briefing/messages.ts';
import type { BriefingInput, FileIssuesInput } from '../../workflows/contracts/briefing-activities.ts';
import { briefingSettingsSchema } from '../../workflows/contracts/briefing-settings.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { endSignal } from '../support/workflows/briefings.ts';
import { bundleWorkflows, createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

const POLL = { timeout: 30_000, interval: 50 };
const MORNING = { cron: '0 6 * * *', catchUp: '6h' };
const DAILY: ScheduleToKeep = { kind: 'daily', schedule: MORNING, isBackfill: false, triggersNow: false };

let world: WorkflowWorld;
let code: { readonly code: string };
let briefings: BriefingClient;
let noted: BriefingInput[];
let filed: FileIssuesInput[];

beforeAll(async () => {
  const path = fileURLToPath(new URL('../support/workflows/briefings.ts', import.meta.url));
  [world, code] = await Promise.all([createWorkflowWorld(inject('temporalAddress')), bundleWorkflows(path)]);
  briefings = createBriefingClient({ client: world.client, taskQueue: world.taskQueue, tenant: null });
});
afterAll(() => world.close());
beforeEach(() => {
  noted = [];
  filed = [];
});

const briefingIn = (folder: string, timezone = 'Europe/Berlin'): BriefingFolder => ({
  folder,
  settings: briefingSettingsSchema.parse({ name: `grid-${randomUUID().slice(0, 8)}`, title: 'Grid', timezone }),
});

/** With workers whose briefings only note what they were asked for. */
async function working(body: () => Promise<void>): Promise<void> {
  const scripted = scriptActivities();
  const activities = {
    ...scripted.activities,
    noteBriefing: async (input: BriefingInput) => void noted.push(input),
    fileIssues: async (input: FileIssuesInput) => {
      filed.push(input);
      return input.wanted.map(({ key }) => ({ key, reference: 'issues/1.md', action: 'opened' }));
    },
  };
  await world.withWorkers({ ...scripted, activities }, body, code);
}

const handleOf = ({ settings }: BriefingFolder, isBackfill = false) =>
  world.client.schedule.getHandle(scheduleIdOf(settings.name, 'daily', isBackfill));

/** What the workflow that a schedule started for a nominal time ended with. */
const scheduledResult = ({ settings }: BriefingFolder, nominal: string) =>
  world.client.workflow.getHandle(`${scheduledIdOf(settings.name, 'daily', false)}-${nominal}`).result();

const backfillOnce = (briefing: BriefingFolder, nominal: string) =>
  handleOf(briefing).backfill({ start: new Date(nominal), end: new Date(nominal), overlap: 'BUFFER_ALL' });

describe('a schedule of briefings', () => {
  it('is kept as it was asked for, in the time zone of the briefing', async () => {
    const briefing = briefingIn('/grid');
    const schedule = { ...MORNING, jitter: '10m' };

    const isNew = await briefings.schedules.put(briefing, { ...DAILY, schedule });

    const { spec, policies, action } = await handleOf(briefing).describe();
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
    await briefings.schedules.put(briefing, { ...DAILY, schedule: { ...MORNING, jitter: '10m' } });
    await briefings.schedules.pause(briefing.settings.name, 'daily', { isPaused: true, note: 'on holiday' });

    const isNew = await briefings.schedules.put(briefing, { ...DAILY, schedule: { every: '12h', catchUp: '1h' } });

    const { spec, policies, state } = await handleOf(briefing).describe();
    expect(isNew).toBe(false);
    expect([spec.calendars, spec.jitter]).toEqual([[], undefined]);
    expect(spec.intervals).toMatchObject([{ every: 43_200_000 }]);
    expect([policies.catchupWindow, state]).toMatchObject([3_600_000, { paused: true, note: 'on holiday' }]);
  });

  it('is shown with its next times, paused or not, and removed', async () => {
    const briefing = briefingIn('/grid', 'UTC');
    const { name } = briefing.settings;
    await briefings.schedules.put(briefing, DAILY);

    const running = await briefings.schedules.look(name, 'daily');
    await briefings.schedules.pause(name, 'daily', { isPaused: true, note: 'on holiday' });
    const paused = await briefings.schedules.look(name, 'daily');
    const removed = [await briefings.schedules.remove(name, 'daily'), await briefings.schedules.remove(name, 'daily')];

    expect(running).toMatchObject({ isPaused: false, recent: [], missed: 0, skipped: 0 });
    expect(running?.next[0]).toMatch(/T06:00:00.000Z$/);
    expect(paused).toMatchObject({ isPaused: true, note: 'on holiday', next: [] });
    expect(removed).toEqual([true, false]);
    expect(await briefings.schedules.look(name, 'daily')).toBeNull();
    expect(await briefings.schedules.pause(name, 'daily', { isPaused: false, note: '' })).toBe(false);
  });

  it('is refused with the field when the server cannot read its times', async () => {
    const put = briefings.schedules.put(briefingIn('/grid'), {
      ...DAILY,
      schedule: { cron: '0 25 * * *', catchUp: '6h' },
    });

    await expect(put).rejects.toThrow('schedules.daily.cron: Temporal cannot read "0 25 * * *"');
  });

  it('is not taken over by another folder of the same name, unless the folder has gone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-briefing-'));
    await writeFile(join(folder, 'briefing.yml'), '');
    const briefing = briefingIn(folder);
    await briefings.schedules.put(briefing, DAILY);

    const refused = briefings.schedules.put({ ...briefing, folder: '/other' }, DAILY);
    await expect(refused).rejects.toThrow(`the briefing in ${folder} is called`);
    await rm(folder, { recursive: true });
    const moved = await briefings.schedules.put({ ...briefing, folder: '/other' }, DAILY);

    expect(moved).toBe(false);
    expect((await handleOf(briefing).describe()).action.args).toMatchObject([{ folder: '/other' }]);
  });
});

describe('a scheduled briefing', () => {
  it('runs the slot of the present when it is triggered', async () => {
    const briefing = briefingIn('/grid');
    await working(async () => {
      await briefings.schedules.put(briefing, { ...DAILY, triggersNow: true });

      await expect.poll(() => noted.length, POLL).toBe(1);
    });

    const [input] = noted;
    expect(input).toMatchObject({ folder: '/grid', kind: 'daily', isBackfill: false, themeIds: null });
    expect(Math.abs(Date.now() - Date.parse(input?.time ?? ''))).toBeLessThan(120_000);
  });

  it('takes the nominal time, not that of the clock, and runs what is past as a backfill', async () => {
    const briefing = briefingIn('/grid');
    await working(async () => {
      await briefings.schedules.put(briefing, DAILY);
      await backfillOnce(briefing, '2026-03-06T05:00:00Z');
      await expect.poll(() => noted.length, POLL).toBe(1);

      expect(await scheduledResult(briefing, '2026-03-06T05:00:00Z')).toEqual({
        status: 'published',
        workflowId: `briefing:${briefing.settings.name}:daily:2026-03-06-backfill`,
        outputPath: 'outputs/daily/2026-03-06-backfill.md',
        isBackfill: true,
      });
    });
    expect(noted).toMatchObject([{ time: '2026-03-06T05:00:00.000Z', timezone: 'Europe/Berlin', isBackfill: true }]);
  });

  it('leaves a slot alone that was started by hand', async () => {
    const briefing = briefingIn('/waits');
    const { name, timezone } = briefing.settings;
    await working(async () => {
      const input = { folder: '/waits', kind: 'daily', time: new Date().toISOString(), timezone } as const;
      const started = await briefings.start(name, { ...input, isBackfill: false, themeIds: null });
      const joined = await briefings.start(name, { ...input, isBackfill: false, themeIds: null });
      expect(joined).toEqual({ ...started, attached: true });

      await briefings.schedules.put(briefing, { ...DAILY, triggersNow: true });
      await expect.poll(async () => (await briefings.schedules.look(name, 'daily'))?.recent.length, POLL).toBe(1);
      const [action] = (await briefings.schedules.look(name, 'daily'))?.recent ?? [];
      const result = await world.client.workflow.getHandle(action?.workflowId ?? '').result();

      expect(result).toMatchObject({ status: 'joined', workflowId: started.workflowId });
      expect(await briefings.observe(started)).toMatchObject({ status: 'running', progress: { stage: 'corpus' } });
      await world.client.workflow.getHandle(started.workflowId).signal(endSignal);
      await expect.poll(() => briefings.observe(started), POLL).toMatchObject({ outcome: { status: 'published' } });
    });
    expect(noted).toHaveLength(1);
  });

  it('files one issue when its slot has no output, and fails with the cause', async () => {
    const briefing = briefingIn('/fails');
    const { name } = briefing.settings;
    await working(async () => {
      await briefings.schedules.put(briefing, { ...DAILY, triggersNow: true });
      await expect.poll(() => filed.length, POLL).toBe(1);
      const [action] = (await briefings.schedules.look(name, 'daily'))?.recent ?? [];

      await expect(world.client.workflow.getHandle(action?.workflowId ?? '').result()).rejects.toThrow();
    });
    const slotId = slotOf('daily', noted[0]?.time ?? '', 'Europe/Berlin').slotId;
    expect(filed).toEqual([
      {
        folder: '/fails',
        tracker: { adapter: 'folder', folder: 'issues' },
        briefing: name,
        wanted: [
          expect.objectContaining({
            key: `${name}/SLOT_WITHOUT_OUTPUT`,
            title: `${name}: the daily briefing ${slotId} has no output`,
            body: expect.stringContaining('> the disk is on fire'),
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
    await working(async () => {
      const slots = slotsOf(2, 3, 4, 5, 6);
      const days = { kind: 'daily', schedule: MORNING, from: day(2), to: day(6), slots } as const;

      const backfilled = await briefings.backfill(briefing, days);

      for (const slot of backfilled) {
        const seen = () => briefings.observeBackfilled(slot);
        await expect.poll(seen, POLL).toMatchObject({ outcome: { slotId: slot.slot.slotId } });
      }
    });
    expect(noted.map(({ time }) => time)).toEqual([2, 3, 4, 5, 6].map((number) => `${day(number)}T05:00:00.000Z`));
    expect(noted.every(({ isBackfill }) => isBackfill)).toBe(true);
    expect(await briefings.schedules.look(briefing.settings.name, 'daily')).toBeNull();
    expect(await briefings.schedules.look(briefing.settings.name, 'daily', true)).toMatchObject({ isPaused: true });
  });

  it('runs a day again, while the regular schedule stays as it was', async () => {
    const briefing = briefingIn('/grid');
    await briefings.schedules.put(briefing, DAILY);
    await working(async () => {
      const days = { kind: 'daily', schedule: MORNING, from: day(2), to: day(2), slots: slotsOf(2) } as const;
      for (const count of [1, 2]) {
        const [slot] = await briefings.backfill(briefing, days);
        if (slot === undefined) throw new Error('nothing to run');
        expect(slot.earlierRunId === null).toBe(count === 1);
        await expect.poll(() => briefings.observeBackfilled(slot), POLL).toMatchObject({ status: 'completed' });
        expect(noted).toHaveLength(count);
      }
    });
    const regular = await briefings.schedules.look(briefing.settings.name, 'daily');
    expect(regular).toMatchObject({ isPaused: false, recent: [] });
  });

  it('that fails files no issue', async () => {
    const briefing = briefingIn('/fails');
    await working(async () => {
      const days = { kind: 'daily', schedule: MORNING, from: day(2), to: day(2), slots: slotsOf(2) } as const;
      const [slot] = await briefings.backfill(briefing, days);
      if (slot === undefined) throw new Error('nothing to run');

      const seen = () => briefings.observeBackfilled(slot);
      await expect.poll(seen, POLL).toMatchObject({ status: 'failed', failure: 'the disk is on fire' });
      const idle = async () => (await briefings.schedules.look(briefing.settings.name, 'daily', true))?.running;
      await expect.poll(idle, POLL).toEqual([]);
    });
    expect(filed).toEqual([]);
  });
});

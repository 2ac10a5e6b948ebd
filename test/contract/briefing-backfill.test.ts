import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { THEMES_FILE } from '../../activities/briefings/briefing-paths.ts';
import { takeSnapshot } from '../../activities/briefings/folder/snapshots.ts';
import { createOpenBriefing } from '../../activities/entries/briefings/open-briefing.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { type BriefingWorld, createBriefingWorld } from '../support/worlds/briefing-world.ts';

const slotAt = (day: string) => slotOf('daily', `${day}T06:00:00Z`, 'Europe/Berlin');
const DAY_6 = slotAt('2026-03-06');

async function backfill({ folder, read }: BriefingWorld) {
  return createOpenBriefing(read)({ folder, slot: DAY_6, isBackfill: true });
}

/** The conviction of the first theme tells the states apart. */
async function stateWith(world: BriefingWorld, conviction: number): Promise<void> {
  const text = await world.text(THEMES_FILE);
  await world.write(THEMES_FILE, text.replace(/conviction: \d+/u, `conviction: ${conviction}`));
}

async function snapshots(world: BriefingWorld, taken: readonly (readonly [string, 'before' | 'after', number])[]) {
  for (const [day, moment, conviction] of taken) {
    await stateWith(world, conviction);
    await takeSnapshot(world.folder, slotAt(day), moment);
  }
  await stateWith(world, 10);
}

describe('openBriefing of a backfill', () => {
  it.each([
    {
      state: 'that the slot began with',
      taken: [
        ['2026-03-05', 'after', 1],
        ['2026-03-06', 'before', 2],
        ['2026-03-06', 'after', 3],
        ['2026-03-07', 'before', 4],
      ],
      conviction: 2,
      notes: [],
    },
    {
      state: 'that the newest slot before it left',
      taken: [
        ['2026-03-03', 'after', 1],
        ['2026-03-04', 'after', 2],
        ['2026-03-05', 'before', 3],
        ['2026-03-07', 'before', 4],
      ],
      conviction: 2,
      notes: ['The slot has no snapshot of its own; the state is what 2026-03-04 left.'],
    },
    {
      state: 'that the earliest slot after it found',
      taken: [
        ['2026-03-07', 'before', 1],
        ['2026-03-07', 'after', 2],
        ['2026-03-08', 'before', 3],
      ],
      conviction: 1,
      notes: ['The slot has no snapshot of its own; the state is what 2026-03-07 found.'],
    },
    {
      state: 'of today, without any snapshot',
      taken: [],
      conviction: 10,
      notes: ['There is no snapshot of the state; it is the state of today.'],
    },
  ] as const)('rests on the state $state', async ({ taken, conviction, notes }) => {
    const world = await createBriefingWorld();
    await snapshots(world, taken);
    const opened = await backfill(world);

    expect(opened).toMatchObject({ status: 'open', openIssues: [], state: { notes } });
    expect(opened.status === 'open' && opened.state.themes[0]?.conviction).toBe(conviction);
  });

  it('knows the outputs before its slot only, and the issues that were open then', async () => {
    const world = await createBriefingWorld();
    const issue = {
      key: 'norhaven/STALENESS',
      title: 'Stale',
      type: 'source',
      severity: 'high',
      code: 'STALENESS',
      themeId: null,
      reference: 'issues/1.md',
    } as const;
    await world.record('daily', '2026-03-05T06:00:00Z');
    await world.record('daily', DAY_6.time, { openIssues: [issue] });
    await world.record('daily', '2026-03-07T06:00:00Z');
    const opened = await backfill(world);

    expect(opened).toMatchObject({
      openIssues: [issue],
      state: { previous: { slot: { slotId: '2026-03-05' } }, recent: [{ slot: { slotId: '2026-03-05' } }] },
    });
  });

  it('runs with themes that nobody can confirm any more, and notes their age', async () => {
    const world = await createBriefingWorld();
    await world.write(THEMES_FILE, 'updated_at: 2026-03-01T06:00:00Z\nthemes: []\n');

    expect(await backfill(world)).toMatchObject({
      status: 'open',
      state: {
        notes: [
          'There is no snapshot of the state; it is the state of today.',
          'The themes of this state were last confirmed at 2026-03-01T06:00:00Z.',
        ],
      },
    });
  });

  it('takes no snapshot', async () => {
    const world = await createBriefingWorld();
    await backfill(world);

    expect(await readdir(join(world.folder, 'state'))).not.toContain('snapshots');
  });

  it('is done once', async () => {
    const world = await createBriefingWorld();
    await world.record('daily', DAY_6.time, { isBackfill: true });

    expect(await backfill(world)).toEqual({
      status: 'repeated',
      outputPath: 'outputs/daily/2026-03-06-backfill.md',
    });
  });

  it('halts without any themes', async () => {
    const world = await createBriefingWorld();
    await world.remove(THEMES_FILE);

    expect(await backfill(world)).toMatchObject({ status: 'halted' });
  });
});

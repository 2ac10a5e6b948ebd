import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { describe, expect, it } from 'vitest';
import { THEMES_FILE } from '../../activities/briefings/briefing-paths.ts';
import { createOpenBriefing } from '../../activities/entries/briefings/open-briefing.ts';
import { UNREAD } from '../../workflows/domain/briefing/result-screening.ts';
import { slotOf } from '../../workflows/domain/briefing/slots.ts';
import { claim, liveResult, themeOutput } from '../support/builders/briefing-fixtures.ts';
import { type BriefingWorld, createBriefingWorld } from '../support/worlds/briefing-world.ts';

// Summer time in Berlin begins on 2026-03-29.
const TIME = '2026-03-10T06:00:00Z';

function open({ folder, read }: BriefingWorld, time = TIME, kind: BriefingKind = 'daily') {
  return createOpenBriefing(read)({ folder, slot: slotOf(kind, time, 'Europe/Berlin'), isBackfill: false });
}

async function stateOf(world: BriefingWorld, time = TIME, kind: BriefingKind = 'daily') {
  const opened = await open(world, time, kind);
  if (opened.status !== 'open') throw new Error(`The briefing is ${opened.status}.`);
  return opened.state;
}

const confirmAt = async (world: BriefingWorld, time: string) =>
  world.write(THEMES_FILE, (await world.text(THEMES_FILE)).replace('2026-03-09T06:00:00.000Z', time));

describe('openBriefing', () => {
  it('loads the themes, the digest, the conviction log and the last output, in this order', async () => {
    const world = await createBriefingWorld();
    const yesterday = await world.record('daily', '2026-03-09T06:00:00Z');
    const state = await stateOf(world);

    expect(world.asked.slice(0, 5)).toEqual([
      'briefing.yml',
      'state/active_themes.yml',
      'state/continuity_last7d.md',
      'state/conviction_log.yml',
      'outputs/daily/2026-03-09.json',
    ]);
    expect(state.loaded).toEqual(['active-themes', 'continuity', 'conviction-log', 'previous-output']);
    expect(state.previous).toEqual(yesterday);
    expect(state.notes).toEqual([]);
    expect(state.missedSlots).toEqual([]);
  });

  it('notes and leaves out what is missing', async () => {
    const world = await createBriefingWorld();
    await world.remove('state/continuity_last7d.md');
    await world.remove('state/conviction_log.yml');
    const state = await stateOf(world);

    expect(state).toMatchObject({ continuity: null, convictionLog: null, previous: null, loaded: ['active-themes'] });
    expect(state.notes).toEqual([
      'state/continuity_last7d.md is missing.',
      'state/conviction_log.yml is missing.',
      'There is no earlier output, although themes were first seen before 2026-03-10.',
    ]);
  });

  it('runs with themes that were confirmed 36 h before the slot', async () => {
    const world = await createBriefingWorld();
    await confirmAt(world, '2026-03-08T19:00:00+01:00');

    expect((await open(world)).status).toBe('open');
  });

  it('halts with themes that were confirmed longer ago, and takes no snapshot', async () => {
    const world = await createBriefingWorld();
    await confirmAt(world, '2026-03-08T18:59:00+01:00');
    const opened = await open(world);

    expect(opened).toMatchObject({
      status: 'halted',
      reason:
        'The themes in state/active_themes.yml were last confirmed at 2026-03-08T18:59:00+01:00, 36 h 1 min before the ' +
        "slot's time 2026-03-10T06:00:00.000Z; at most 36 h are allowed. Confirm or edit them: " +
        `npx plumbline briefing themes ${world.folder}`,
    });
    expect(await readdir(join(world.folder, 'state'))).not.toContain('snapshots');
  });

  it('halts without themes', async () => {
    const world = await createBriefingWorld();
    await world.remove(THEMES_FILE);

    expect(await open(world)).toMatchObject({
      status: 'halted',
      settings: { name: 'norhaven' },
      reason: `state/active_themes.yml is missing. Confirm or edit the themes: npx plumbline briefing themes ${world.folder}`,
    });
  });

  it('does nothing for a slot that has its record', async () => {
    const world = await createBriefingWorld();
    await world.record('daily', TIME);

    expect(await open(world)).toEqual({ status: 'repeated', outputPath: 'outputs/daily/2026-03-10.md' });
    expect(world.asked).toEqual([]);
  });

  it('takes the state of a slot once', async () => {
    const world = await createBriefingWorld();
    await world.write('outputs/themes/connection-queues.md', 'The brief.');
    await open(world);
    const kept = await world.text(THEMES_FILE);
    await world.write(THEMES_FILE, kept.replace('conviction: 7', 'conviction: 9'));
    await world.write('outputs/themes/connection-queues.md', 'Another brief.');
    await open(world);

    const snapshot = 'state/snapshots/2026-03-10/before';
    expect(await world.text(`${snapshot}/active_themes.yml`)).toBe(kept);
    expect(await world.text(`${snapshot}/themes/connection-queues.md`)).toBe('The brief.');
    expect((await readdir(join(world.folder, snapshot))).sort()).toEqual([
      'active_themes.yml',
      'continuity_last7d.md',
      'conviction_log.yml',
      'slot.json',
      'themes',
    ]);
    expect(await readdir(join(world.folder, 'state/snapshots/2026-03-10'))).toEqual(['before']);
  });

  it('takes a whole snapshot if an earlier attempt was killed while it wrote', async () => {
    const world = await createBriefingWorld();
    await world.write('state/snapshots/2026-03-10/before.1.tmp/active_themes.yml', 'themes: []');
    await open(world);

    expect(await world.text('state/snapshots/2026-03-10/before/active_themes.yml')).toBe(await world.text(THEMES_FILE));
  });

  it('takes the newest output if there is none of the day before, and says so', async () => {
    const world = await createBriefingWorld();
    await world.record('daily', '2026-03-07T06:00:00Z');
    await world.record('daily', '2026-03-08T06:00:00Z');
    const state = await stateOf(world);

    expect(state.previous?.slot.slotId).toBe('2026-03-08');
    expect(state.notes).toEqual(['No output of 2026-03-09; the newest before it is 2026-03-08.']);
    expect(state.missedSlots).toEqual(['2026-03-09T06:00:00.000Z']);
  });

  it('reports the slots that nothing ran, over a change of clocks', async () => {
    const world = await createBriefingWorld();
    await confirmAt(world, '2026-03-30T05:00:00Z');
    await world.record('daily', '2026-03-27T06:00:00Z');
    const { missedSlots } = await stateOf(world, '2026-03-31T05:00:00Z');

    expect(missedSlots).toEqual(['2026-03-28T06:00:00.000Z', '2026-03-29T05:00:00.000Z', '2026-03-30T05:00:00.000Z']);
  });

  it.each([
    ['daily', '2026-03-09T08:00:00Z', '2026-03-09-deep'],
    ['weekly', '2026-03-09T08:00:00Z', '2026-03-09-deep'],
    ['on-demand', '2026-03-09T08:00:00Z', '2026-03-09-deep'],
    ['daily', '2026-03-08T05:00:00Z', '2026-W10'],
  ] as const)('continues, for a %s, the newest output but those on demand', async (kind, deepTime, slotId) => {
    const world = await createBriefingWorld();
    await world.record('deep-daily', deepTime);
    await world.record('weekly', '2026-03-08T07:00:00Z');
    await world.record('on-demand', '2026-03-09T12:00:00Z');
    await world.record('daily', '2026-03-11T06:00:00Z');
    await world.record('daily', '2026-03-09T20:00:00Z', { isBackfill: true });

    expect((await stateOf(world, TIME, kind)).previous?.slot.slotId).toBe(slotId);
  });

  it.each([
    ['daily', '2026-03-02', ['storage:a', 'storage:b']],
    ['weekly', '2026-03-02', ['storage:a']],
    ['weekly', '2026-03-04', ['storage:a']],
  ] as const)(
    'takes for known, in a %s, what was read before its time (first on %s)',
    async (kind, first, passages) => {
      const world = await createBriefingWorld();
      await world.record('daily', `${first}T06:00:00Z`, { knownPassages: ['storage:a'] });
      await world.record('daily', '2026-03-08T06:00:00Z', { knownPassages: ['storage:a', 'storage:b'] });

      expect((await stateOf(world, '2026-03-09T20:00:00Z', kind)).readPassages).toEqual(passages);
    },
  );

  it('gives what later runs need of the outputs of 7 days, oldest first', async () => {
    const world = await createBriefingWorld();
    const results = [
      liveResult(),
      liveResult(),
      liveResult({ locator: 'https://a.example', verdict: 'flagged' }),
      liveResult({ locator: 'https://b.example', verdict: 'rejected' }),
      liveResult({ locator: 'https://c.example', verdict: 'rejected', reason: UNREAD }),
    ];
    await world.record('daily', '2026-03-02T06:00:00Z');
    await world.record('daily', '2026-03-03T06:00:00Z', { results, themes: [themeOutput(), themeOutput()] });
    await world.record('weekly', '2026-03-08T07:00:00Z');
    await world.record('on-demand', '2026-03-08T12:00:00Z');
    await world.record('daily', '2026-03-09T06:00:00Z');
    const { recent } = await stateOf(world);

    expect(recent.map(({ slot }) => slot.slotId)).toEqual(['2026-03-03', '2026-W10', '2026-03-09']);
    expect(recent[0]).toEqual({
      slot: slotOf('daily', '2026-03-03T06:00:00Z', 'Europe/Berlin'),
      corrections: [],
      signals: expect.any(Array),
      claims: [claim(), claim()],
      locators: [liveResult().locator, 'https://a.example', 'https://b.example'],
    });
  });

  it('leaves a damaged record out, and names it once', async () => {
    const world = await createBriefingWorld();
    await world.record('daily', '2026-03-08T06:00:00Z');
    await world.write('outputs/daily/2026-03-09.json', '{"version": 1, ');
    const state = await stateOf(world);

    expect(state.previous?.slot.slotId).toBe('2026-03-08');
    expect(state.notes).toContain('The record outputs/daily/2026-03-09.json is damaged and was left out.');
    expect(state.notes.filter((note) => note.includes('damaged'))).toHaveLength(1);
  });

  it('gives the log of the 14 days before the day', async () => {
    const world = await createBriefingWorld();
    const days = ['2026-02-23', '2026-02-24', '2026-03-09', '2026-03-10'];
    const entries = days.map((day) => `- {day: ${day}, theme: a, conviction: 5, confirmed: 0, contradicting: 0}`);
    await world.write('state/conviction_log.yml', `entries:\n${entries.join('\n')}\n`);

    expect((await stateOf(world)).convictionLog?.map(({ day }) => day)).toEqual(['2026-02-24', '2026-03-09']);
  });

  it.each([
    [
      'briefing.yml',
      'name: Norhaven\n',
      /^briefing\.yml:1: name: use small letters.*\nbriefing\.yml:1: title: is missing$/u,
    ],
    [
      'briefing.yml',
      'name: a\ntitle: A\nschedules:\n  daily:\n    cron: at 7\n',
      /^briefing\.yml:5: schedules\.daily\.cron: use/u,
    ],
    [THEMES_FILE, 'updated_at: 2026-03-10T06:00:00Z\n', /^state\/active_themes\.yml:1: themes: is missing$/u],
    ['state/conviction_log.yml', 'entries: 5\n', /^state\/conviction_log\.yml:1: entries: use a list$/u],
  ])('names what is wrong in %s', async (file, text, message) => {
    const world = await createBriefingWorld();
    await world.write(file, text);

    await expect(open(world)).rejects.toMatchObject({
      name: 'BriefingFileError',
      message: expect.stringMatching(message),
    });
  });

  it('says how to get the settings back', async () => {
    const world = await createBriefingWorld();
    await world.remove('briefing.yml');

    await expect(open(world)).rejects.toThrow(`briefing.yml: is missing; npx plumbline briefing init ${world.folder}`);
  });
});

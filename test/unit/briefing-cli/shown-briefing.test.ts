import { briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import { renderBriefing, type ShownBriefing } from '../../../client/cli/briefings/show-briefing.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

const slot = slotOf('daily', '2026-03-06T05:00:00Z', 'Europe/Berlin');
const TIMES = { cron: '0 6 * * *', catchUp: '6h' };
const IN_TEMPORAL = {
  scheduleId: 'briefing:grid:daily',
  isPaused: false,
  note: '',
  next: ['2026-03-07T05:00:00.000Z'],
  recent: [{ due: '2026-03-06T05:00:00.000Z', started: '2026-03-06T05:00:01.000Z', workflowId: 'w' }],
  running: [],
  missed: 0,
  skipped: 0,
  waiting: 0,
};

const show = (changes: Partial<ShownBriefing> = {}): string[] =>
  renderBriefing({
    folder: '/my grid',
    settings: briefingSettingsSchema.parse({ name: 'grid', title: 'Grid', timezone: 'Europe/Berlin' }),
    isServerRunning: true,
    schedules: [{ kind: 'daily', times: TIMES, inTemporal: IN_TEMPORAL }],
    missed: [],
    outputs: [],
    issues: { open: [], asOf: null },
    ...changes,
  }).split('\n');

describe('a briefing at a glance', () => {
  it('tells the last and the next run of a schedule in the zone of the briefing', () => {
    const lines = show();

    expect(lines).toContain('    next: Sat 2026-03-07 06:00 (Europe/Berlin)');
    expect(lines).toContain('    last: Fri 2026-03-06 06:00 (Europe/Berlin)');
    expect(lines.join('\n')).not.toContain('too late');
  });

  it('tells what the server missed and dropped', () => {
    const lines = show({
      schedules: [{ kind: 'daily', times: TIMES, inTemporal: { ...IN_TEMPORAL, missed: 2, skipped: 1 } }],
    });

    expect(lines).toContain('    2 starts came too late even for the catch-up window');
    expect(lines).toContain('    1 start dropped, because one ran and one waited');
  });

  it.each([
    {
      what: 'paused',
      inTemporal: { ...IN_TEMPORAL, isPaused: true, note: 'on holiday', next: [] },
      says: 'paused (on holiday); resume it: npx plumbline briefing schedule "/my grid" --kind daily --resume',
    },
    {
      what: 'not yet in Temporal',
      inTemporal: null,
      says: 'not scheduled yet: npx plumbline briefing schedule "/my grid"',
    },
  ])('says what to do about a schedule that is $what', ({ inTemporal, says }) => {
    expect(show({ schedules: [{ kind: 'daily', times: TIMES, inTemporal }] }).join('\n')).toContain(says);
  });

  it('says that nothing runs while Temporal does not', () => {
    const lines = show({ isServerRunning: false, schedules: [{ kind: 'daily', times: TIMES, inTemporal: null }] });

    expect(lines.join('\n')).toContain('Start it: npx plumbline up');
    expect(lines.join('\n')).not.toContain('not scheduled yet');
  });

  it('lists missed slots with the command that runs one', () => {
    const lines = show({ missed: [slot] });

    expect(lines).toContain('  daily 2026-03-06, Fri 2026-03-06 06:00 (Europe/Berlin)');
    expect(lines).toContain('  Run one: npx plumbline briefing run "/my grid" --again 2026-03-06');
  });

  it('lists outputs with deltas and diagnostics, and the issues after the newest', () => {
    const output = {
      slot,
      isBackfill: false,
      outputId: '2026-03-06',
      path: 'outputs/daily/2026-03-06.md',
      deltas: [{ themeId: 'queues', title: 'Queues', delta: 'changed' as const }],
      diagnostics: [{ code: 'STALENESS' as const, themeId: null, detail: '' }],
      issues: [],
    };
    const open = [{ key: 'grid/STALENESS', reference: 'issues/1.md' }];
    const healthy = { ...output, isBackfill: true, deltas: [], diagnostics: [] };
    const lines = show({ outputs: [output, healthy], issues: { open, asOf: slot.time } });

    expect(lines).toContain('  2026-03-06  outputs/daily/2026-03-06.md  STALENESS');
    expect(lines).toContain('    changed  queues  Queues');
    expect(lines).toContain('  2026-03-06 (backfill)  outputs/daily/2026-03-06.md  HEALTHY');
    expect(lines.slice(-2)).toEqual([
      'OPEN ISSUES, as of Fri 2026-03-06 06:00 (Europe/Berlin)',
      '  issues/1.md  grid/STALENESS',
    ]);
  });
});

import { briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import { expectedSlots } from '../../../activities/briefings/folder/expected-slots.ts';
import type { ListedOutput } from '../../../activities/briefings/folder/output-list.ts';
import { calendarOf } from '../../../client/briefings/briefing-calendar.ts';
import type { RunStatus } from '../../../client/runs/run-observation.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

const SETTINGS = briefingSettingsSchema.parse({
  name: 'grid',
  title: 'Grid',
  schedules: { daily: { cron: '0 6 * * *', catchUp: '6h' } },
});
const NOW = new Date('2026-03-10T08:00:00Z');

function outputOf(day: string, delta: ListedOutput['deltas'][number]['delta'], isBackfill = false): ListedOutput {
  const slot = slotOf('daily', `${day}T06:00:00Z`, 'UTC');
  const outputId = isBackfill ? `${day}-backfill` : day;
  const deltas = [{ themeId: 'grid-storage', title: 'Grid storage', delta }];
  return { outputId, slot, isBackfill, path: `outputs/daily/${outputId}.md`, deltas, diagnostics: [], issues: [] };
}

async function statesOf(outputs: readonly ListedOutput[], runs: Readonly<Record<string, RunStatus>> = {}) {
  const statusOf = async (workflowId: string) => runs[workflowId] ?? null;
  const calendar = await calendarOf(SETTINGS, outputs, { now: NOW, expectTimes: expectedSlots, statusOf });
  return new Map(calendar.map(({ slot, state, output }) => [slot.slotId, [state, output?.outputId ?? null]]));
}

describe('the calendar of slots', () => {
  it('says of each slot what became of it', async () => {
    const outputs = [outputOf('2026-03-08', 'changed'), outputOf('2026-03-04', 'stale')];
    const states = await statesOf(outputs, {
      'briefing:grid:daily:2026-03-05': 'failed',
      'briefing:grid:daily:2026-03-07': 'completed',
      'briefing:grid:daily:2026-03-09': 'running',
    });

    expect(Object.fromEntries([...states].slice(0, 8))).toEqual({
      '2026-03-04': ['quiet', '2026-03-04'],
      '2026-03-05': ['failed', null],
      '2026-03-06': ['missed', null],
      '2026-03-07': ['failed', null],
      '2026-03-08': ['published', '2026-03-08'],
      '2026-03-09': ['under-way', null],
      '2026-03-10': ['due', null],
      '2026-03-11': ['coming', null],
    });
    expect([...states.keys()].at(-1)).toBe('2026-03-17');
  });

  it('shows a backfill only where there is no original', async () => {
    const states = await statesOf([
      outputOf('2026-03-08', 'changed'),
      outputOf('2026-03-08', 'stale', true),
      outputOf('2026-03-07', 'stale', true),
    ]);

    expect(states.get('2026-03-08')).toEqual(['published', '2026-03-08']);
    expect(states.get('2026-03-07')).toEqual(['quiet', '2026-03-07-backfill']);
  });
});

import type { BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import { briefingSettingsSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import type { ListedOutput } from '../../../activities/briefings/folder/output-list.ts';
import { presentOutcome } from '../../../client/cli/briefings/run-briefing.ts';
import type { CommandContext } from '../../../client/cli/context/command-context.ts';
import { createOutput } from '../../../client/cli/terminal/output.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

const slot = slotOf('daily', '2026-03-06T05:00:00Z', 'UTC');
const settings = briefingSettingsSchema.parse({ name: 'grid', title: 'Grid' });
const PATH = 'outputs/daily/2026-03-06.md';
const WRITTEN: ListedOutput = {
  slot,
  isBackfill: false,
  outputId: '2026-03-06',
  path: PATH,
  deltas: [{ themeId: 'queues', title: 'Queues', delta: 'reversed' }],
  diagnostics: [{ code: 'STALENESS', themeId: 'queues', detail: 'all are old' }],
  issues: [],
};
const PUBLISHED: BriefingOutcome = {
  status: 'published',
  slotId: slot.slotId,
  outputPath: PATH,
  reason: '',
  diagnostics: [],
  issues: [],
};

async function present(outcome: BriefingOutcome | null, isJson = false) {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[name] += text;
      return true;
    },
  });
  const output = createOutput({ stdout: stream('stdout'), stderr: stream('stderr'), isJson, isQuiet: false });
  const tools = async () => ({ openBriefings: async () => ({ listOutputs: async () => [WRITTEN] }) });
  const context = { output, tools } as unknown as CommandContext;
  const over = {
    status: outcome === null ? 'failed' : 'completed',
    progress: null,
    outcome,
    failure: 'no disk',
  } as const;
  const code = await presentOutcome(context, { briefing: { folder: '/grid', settings }, slot, workflowId: 'w', over });
  return { code, ...printed };
}

describe('the end of a briefing', () => {
  it('is shown with its path, the deltas and that it is healthy', async () => {
    const { code, stdout } = await present(PUBLISHED);

    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'Published 2026-03-06',
      '/grid/outputs/daily/2026-03-06.md',
      '  reversed  queues  Queues',
      'Diagnostics: HEALTHY',
      '',
    ]);
  });

  it('tells what was written before when the slot is repeated', async () => {
    const { code, stdout } = await present({ ...PUBLISHED, status: 'repeated' });

    expect(code).toBe(0);
    expect(stdout).toContain('2026-03-06 had been written already; nothing was done.');
    expect(stdout).toContain('STALENESS (queues): all are old');
  });

  it.each([
    { code: 'STATE_MISSING' as const, remedy: 'npx plumbline briefing themes /grid' },
    { code: 'CONTEXT_OVER_CAP' as const, remedy: 'raise `caps.total` in briefing.yml' },
  ])('says what to do when it was halted: $code', async ({ code, remedy }) => {
    const halted = {
      status: 'halted',
      outputPath: null,
      reason: 'why',
      diagnostics: [{ code, themeId: null, detail: '' }],
    };
    const ended = await present({ ...PUBLISHED, ...halted } as BriefingOutcome);

    expect(ended.code).toBe(4);
    expect(ended.stdout).toContain('Halted, nothing was written: why');
    expect(ended.stderr).toContain(remedy);
  });

  it('is complete as JSON', async () => {
    const { stdout } = await present(PUBLISHED, true);

    expect(JSON.parse(stdout)).toMatchObject({
      workflowId: 'w',
      status: 'published',
      outputPath: '/grid/outputs/daily/2026-03-06.md',
      themes: [{ themeId: 'queues', delta: 'reversed' }],
      remedy: null,
    });
  });

  it('without an output is a failure with its cause', async () => {
    await expect(present(null)).rejects.toThrow('ended without an output: no disk');
  });
});

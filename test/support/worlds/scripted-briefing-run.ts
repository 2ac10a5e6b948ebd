import { randomUUID } from 'node:crypto';
import type { BriefingInput, BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { expect } from 'vitest';
import { BRIEFING, briefingProgressQuery } from '../../../workflows/briefing/messages.ts';
import type { ScriptedActivities } from '../builders/scripted-activities.ts';
import { keepHistory, type WorkflowWorld } from './workflow-world.ts';

const SLOT = { kind: 'daily', time: '2026-03-06T06:00:00.000Z', timezone: 'UTC' } as const;

/** A briefing that has ended. */
export interface EndedBriefing {
  readonly outcome: BriefingOutcome;
  /** Null: nothing was published. */
  readonly record: BriefingRecord | null;
  readonly order: readonly string[];
}

/** Runs a daily briefing around scripted activities. @param shape name of the history to keep, where histories are recorded */
export async function runBriefing(
  world: WorkflowWorld,
  scripted: ScriptedActivities,
  changes: Partial<BriefingInput> = {},
  shape?: string,
): Promise<EndedBriefing> {
  const input: BriefingInput = { folder: '/briefing', ...SLOT, isBackfill: false, themeIds: null, ...changes };
  return world.withWorkers(scripted, async () => {
    const handle = await world.client.workflow.start(BRIEFING, {
      taskQueue: world.taskQueue,
      workflowId: `briefing:lamps:${randomUUID()}`,
      workflowTaskTimeout: 5_000,
      args: [input],
    });
    const outcome = (await handle.result()) as BriefingOutcome;
    expect((await handle.query(briefingProgressQuery)).stage).toBe(outcome.status === 'halted' ? 'halted' : 'done');
    if (shape !== undefined) await keepHistory(handle, shape);
    const record = scripted.inputsOf('publishBriefing')[0]?.record ?? null;
    return { outcome, record, order: scripted.calls.map(({ name }) => name) };
  });
}

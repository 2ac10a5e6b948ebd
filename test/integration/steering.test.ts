import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { approvePlanSignal, finishEarlySignal } from '../../workflows/messages.ts';
import { hang, scriptActivities } from '../support/scripted-activities.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

describe('steering', () => {
  it('finishes early with what was found and says so', async () => {
    const wellBehaved = scriptActivities().activities;
    const scripted = scriptActivities({
      extractQuotes: (input) => (input.task.taskId === 't2' ? hang() : wellBehaved.extractQuotes(input)),
    });

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, ({ tasks }) => tasks[0]?.step === 'done' && tasks[1]?.step === 'extracting');
      await handle.signal(finishEarlySignal);
      const value = await handle.result();
      await keepHistory(handle, 'finished-early');
      return value;
    });

    expect(result).toMatchObject({ outcome: 'stopped', answered: true });
    expect(scripted.inputsOf('publishReport')[0]).toMatchObject({
      outcome: 'stopped',
      gaps: [{ kind: 'finished-early' }],
      findings: [{ findingId: 't1f1' }],
    });
  });

  it('researches the edited plan after approval', async () => {
    const scripted = scriptActivities();

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({ approvePlan: true });
      await world.until(handle, ({ planToApprove }) => planToApprove !== null);
      await handle.signal('approvePlan', { plan: { tasks: [] } });
      await world.until(handle, ({ rejectionCount }) => rejectionCount === 1);
      await handle.signal(approvePlanSignal, {
        plan: { tasks: [{ taskId: 'mine', text: 'Only this', rationale: '' }] },
      });
      await handle.result();
      await keepHistory(handle, 'plan-edited');
    });

    expect(new Set(scripted.inputsOf('rewriteQuery').map(({ task }) => task.text))).toEqual(new Set(['Only this']));
  });
});

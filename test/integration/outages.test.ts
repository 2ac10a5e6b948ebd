import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { finishEarlySignal, retryNowSignal } from '../../workflows/deep-research/messages.ts';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { reasoned } from '../support/builders/scripted-evidence.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const isWaiting = ({ waits }: ResearchProgress): boolean => waits.length > 0;

/** A model endpoint that fails until it is mended; its log has the requests that failed. */
function scriptModel(failure: () => ApplicationFailure, tasks = 2) {
  const { activities } = scriptActivities();
  const log: string[] = [];
  let isDown = true;
  const scripted = scriptActivities({
    planResearch: async (input) => {
      const { value } = await activities.planResearch(input);
      const texts = Array.from(
        { length: tasks },
        (_, index) => `Part ${index + 1} of ${input.anchor.originalQuestion}`,
      );
      return reasoned({
        ...value,
        tasks: texts.map((text, index) => ({ taskId: `t${index + 1}`, text, rationale: '' })),
      });
    },
    extractQuotes: async (input) => {
      if (isDown && input.engine === 'configured') {
        log.push(...input.tasks.map(({ taskId }) => taskId));
        throw failure();
      }
      return activities.extractQuotes(input);
    },
  });
  const mend = (): void => {
    isDown = false;
  };
  return { scripted, log, mend };
}

function unavailable(details: Record<string, unknown> = {}): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'ModelUnavailable',
    message: 'The model endpoint is down',
    details: [details],
  });
}

describe('a model endpoint that is down', () => {
  it('is asked by one of four tasks at a time, and all continue when it is back', async () => {
    const { scripted, log, mend } = scriptModel(unavailable, 4);

    const attempts = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const { waits } = await world.until(handle, ({ waits: present }) => (present[0]?.attempts ?? 0) >= 2);
      mend();
      await handle.result();
      await keepHistory(handle, 'outage');
      expect(waits).toEqual([expect.objectContaining({ kind: 'outage', subject: 'model' })]);
      return waits[0]?.attempts ?? 0;
    });

    const [published] = scripted.inputsOf('publishReport');
    expect(published?.degradations).toEqual([]);
    expect(published?.gaps).toEqual([]);
    // At most four were under way when it went down; after that one asked for all, once in each interval, the last
    // perhaps still.
    expect(log.length).toBeGreaterThanOrEqual(attempts);
    expect(log.length).toBeLessThanOrEqual(4 + attempts + 1);
  });

  it('is waited for as long as it asks, and retried at once when the user says so', async () => {
    const { scripted, log, mend } = scriptModel(() => unavailable({ retryAfterMs: 3_600_000, isQuota: true }));

    await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const { waits } = await world.until(handle, isWaiting);
      const [wait] = waits;
      expect(Date.parse(wait?.until ?? '') - Date.parse(wait?.since ?? '')).toBe(3_600_000);
      mend();
      await handle.signal(retryNowSignal);
      await handle.result();
    });

    expect(log.length).toBeLessThanOrEqual(2);
    expect(scripted.inputsOf('publishReport')[0]?.degradations).toEqual([]);
  });

  it('is given up after a week: the rules take over and the report says so', async () => {
    const { scripted } = scriptModel(unavailable);

    const release = await loadWorkflowsWith({ RUN_MODEL_SECONDS: 1 });
    await world.withWorkers(scripted, async () => (await world.start()).result(), release);

    const [published] = scripted.inputsOf('publishReport');
    expect(published?.degradations).toContainEqual(
      expect.objectContaining({ step: 'extractQuotes', cause: 'The model endpoint is down' }),
    );
    expect(published?.findings.length).toBeGreaterThan(0);
  });

  it('does not prevent finishing early', async () => {
    const { scripted } = scriptModel(() => unavailable({ retryAfterMs: 3_600_000 }));

    const result = await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      await world.until(handle, isWaiting);
      await handle.signal(finishEarlySignal);
      return handle.result();
    });

    expect(result).toMatchObject({ outcome: 'stopped' });
  });
});

describe('a wrong key', () => {
  it('parks the run with instructions; once corrected, the run continues without a loss', async () => {
    const fix = 'The model endpoint refused the key: set OPENAI_API_KEY';
    const { scripted, mend } = scriptModel(() => ApplicationFailure.nonRetryable(fix, 'ModelMisconfigured'));

    await world.withWorkers(scripted, async () => {
      const handle = await world.start();
      const { waits } = await world.until(handle, isWaiting);
      expect(waits).toEqual([expect.objectContaining({ kind: 'setup', reason: fix })]);
      const { searchAttributes } = await handle.describe();
      expect(searchAttributes['AwaitingInput']).toEqual([true]);
      mend();
      await handle.signal(retryNowSignal);
      await handle.result();
      await keepHistory(handle, 'wrong-key');
    });

    expect(scripted.inputsOf('publishReport')[0]).toMatchObject({ degradations: [], gaps: [] });
  });
});

describe('an endpoint that never worked', () => {
  it.each([
    { name: 'refuses the key', type: 'ModelMisconfigured', details: {} },
    { name: 'sends what cannot be read', type: 'ModelUnavailable', details: { isUnreadable: true } },
  ])('ends the run that requires its model with what to do: it $name', async ({ type, details }) => {
    const message = 'The model endpoint is none: set OPENAI_BASE_URL';
    const failing = async () => {
      throw ApplicationFailure.create({ type, message, nonRetryable: true, details: [details] });
    };
    const scripted = scriptActivities({ assessClarity: failing, planResearch: failing });
    const release = await loadWorkflowsWith({ UNREADABLE_PATIENCE: 1_000 });

    await world.withWorkers(
      scripted,
      async () => {
        const handle = await world.start({ requireModel: true });
        await expect(handle.result()).rejects.toMatchObject({ cause: { message } });
      },
      release,
    );

    expect(scripted.inputsOf('publishReport')).toEqual([]);
  });
});

describe('a search provider that is down', () => {
  const web = { providers: ['wikipedia'] };

  it('is waited for in one place, and searched when it is back', async () => {
    let isDown = true;
    let asked = 0;
    const scripted = scriptActivities({
      searchWeb: async () => {
        asked += 1;
        if (isDown) throw ApplicationFailure.retryable('wikipedia is down', 'ProviderUnavailable');
        return { hits: [], notes: [] };
      },
    });

    await world.withWorkers(scripted, async () => {
      const handle = await world.start({}, { web });
      await world.until(handle, isWaiting);
      isDown = false;
      await handle.signal(retryNowSignal);
      await handle.result();
      await keepHistory(handle, 'provider-outage');
    });

    expect(asked).toBeGreaterThan(1);
    expect(scripted.inputsOf('publishReport')[0]?.telemetry.providerErrors).toEqual([]);
  });

  it('is left out after the time limit of the request', async () => {
    const scripted = scriptActivities({
      searchWeb: async () => {
        throw ApplicationFailure.retryable('wikipedia is down', 'ProviderUnavailable');
      },
    });

    const release = await loadWorkflowsWith({ RUN_PROVIDER_SECONDS: 1 });
    await world.withWorkers(scripted, async () => (await world.start({}, { web })).result(), release);

    const [published] = scripted.inputsOf('publishReport');
    expect(published?.telemetry.providerErrors).toMatchObject([{ provider: 'wikipedia' }]);
    expect(published?.gaps.map(({ kind }) => kind)).toContain('provider-failed');
  });
});

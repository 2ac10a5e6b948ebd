import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createResearchClient } from '../../client/runs/research-client.ts';
import type { ResearchProgress } from '../../workflows/contracts/progress.ts';
import { answerClarificationSignal, approvePlanSignal } from '../../workflows/deep-research/messages.ts';
import { hang, type ScriptedActivities, scriptActivities } from '../support/builders/scripted-activities.ts';
import { loadEarlierRelease, servingBothReleases } from '../support/worlds/earlier-release.ts';
import {
  bundleWorkflows,
  createWorkflowWorld,
  type DeepResearchHandle,
  type WorkflowWorld,
} from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
let earlier: { readonly code: string };
beforeAll(async () => {
  [world, earlier] = await Promise.all([createWorkflowWorld(inject('temporalAddress')), loadEarlierRelease()]);
});
afterAll(() => world.close());

const QUESTIONS = [{ text: 'Which lamp?', reason: 'there are two' }];

/** Asks once, and never again. */
function asking(): ScriptedActivities {
  const { activities } = scriptActivities();
  return servingBothReleases(
    scriptActivities({
      assessClarity: async (input) => {
        const { value, cost } = await activities.assessClarity(input);
        return { value: { ...value, questions: input.conversation.length === 0 ? QUESTIONS : [] }, cost };
      },
    }),
  );
}

/** As in the earlier release: an activity that is under way when its worker stops begins anew with the next one. */
function hangingIn(name: 'search' | 'extractQuotes' | 'synthesizeReport'): {
  readonly before: ScriptedActivities;
  readonly after: ScriptedActivities;
} {
  const hanging = scriptActivities({ [name]: hang });
  return { before: servingBothReleases(hanging), after: servingBothReleases(scriptActivities()) };
}

/** Begins with the earlier release, waits for a place, and ends with the present one. */
async function deployAt(
  { before, after = before }: { readonly before: ScriptedActivities; readonly after?: ScriptedActivities },
  isThere: (progress: ResearchProgress) => boolean,
  goOn: (handle: DeepResearchHandle) => Promise<void> = async () => {},
  settings = {},
): Promise<unknown> {
  const handle = await world.withWorkers(
    before,
    async () => {
      const started = await world.start(settings);
      await world.until(started, isThere);
      return started;
    },
    earlier,
  );
  return world.withWorkers(after, async () => {
    await goOn(handle);
    return handle.result();
  });
}

describe('a run of the release before', () => {
  const done = { outcome: 'published', answered: true };

  it('that waits for an answer is answered and ended by the present code', async () => {
    const result = await deployAt(
      { before: asking() },
      ({ pendingClarification }) => pendingClarification !== null,
      (handle) => handle.signal(answerClarificationSignal, { text: 'the brass one' }),
      { clarify: 'always' },
    );

    expect(result).toMatchObject(done);
  });

  it('that waits for an answer until its time is up goes on with the present code', async () => {
    const result = await deployAt(
      { before: asking() },
      ({ pendingClarification }) => pendingClarification !== null,
      async () => {},
      { clarify: 'always', clarificationTimeoutSeconds: 3 },
    );

    expect(result).toMatchObject(done);
  });

  it('that waits for approval is approved and ended by the present code', async () => {
    const result = await deployAt(
      { before: servingBothReleases(scriptActivities()) },
      ({ planToApprove }) => planToApprove !== null,
      (handle) => handle.signal(approvePlanSignal, {}),
      { approvePlan: true },
    );

    expect(result).toMatchObject(done);
  });

  it('that waits for a retry is tried again by the present code', async () => {
    const failing = scriptActivities({
      planResearch: async () => {
        throw new Error('not now');
      },
    });
    const result = await deployAt(
      { before: servingBothReleases(failing), after: servingBothReleases(scriptActivities()) },
      ({ stage }) => stage === 'planning',
    );

    expect(result).toMatchObject(done);
  });

  it.each([
    ['search', ({ tasks }: ResearchProgress) => tasks[0]?.step === 'searching'],
    ['extractQuotes', ({ tasks }: ResearchProgress) => tasks[0]?.step === 'extracting'],
    ['synthesizeReport', ({ stage }: ResearchProgress) => stage === 'synthesizing'],
  ] as const)('that is inside of %s is ended by the present code', async (name, isThere) => {
    const { activities } = scriptActivities();
    const { before, after } = hangingIn(name);
    // The retrieval that clarifies the question comes before every task.
    const quickFirst: ScriptedActivities =
      name === 'search'
        ? servingBothReleases(
            scriptActivities({ search: (input) => (input.language === 'und' ? activities.search(input) : hang()) }),
          )
        : before;

    expect(await deployAt({ before: quickFirst, after }, isThere)).toMatchObject(done);
  });
});

describe('a change without a patch', () => {
  it('stops the run without a loss; its status says why, and the right code ends it', async () => {
    const incompatible = await bundleWorkflows(
      fileURLToPath(new URL('../fixtures/incompatible-workflow.ts', import.meta.url)),
    );
    const scripted = scriptActivities({ assessClarity: async (input) => asking().activities.assessClarity(input) });
    const research = createResearchClient({
      client: world.client,
      listing: world.client,
      taskQueue: world.taskQueue,
      tenant: null,
      hidesQuestions: false,
    });
    const handle = await world.withWorkers(scripted, async () => {
      const started = await world.start({ clarify: 'always' });
      await world.until(started, ({ pendingClarification }) => pendingClarification !== null);
      return started;
    });

    const explained = await world.withWorkers(
      scripted,
      async () => {
        await handle.signal(answerClarificationSignal, { text: 'the brass one' });
        for (;;) {
          const run = await research.observe(handle.workflowId);
          if (run.failingTask !== null) return run;
        }
      },
      incompatible,
    );
    const { failingTask } = explained;
    expect(failingTask?.cause).toContain('TMPRL1100');

    const result = await world.withWorkers(scripted, () => handle.result());
    expect(result).toMatchObject({ outcome: 'published', answered: true });
  });
});

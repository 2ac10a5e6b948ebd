import { fileURLToPath } from 'node:url';
import type { Activities } from '@plumbline/contracts/activities';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createResearchClient } from '../../client/runs/research-client.ts';
import {
  answerClarificationSignal,
  approvePlanSignal,
  extendBudgetSignal,
  retryNowSignal,
  skipClarificationSignal,
} from '../../workflows/deep-research/messages.ts';
import { hang, scriptActivities, type ScriptedActivities } from '../support/builders/scripted-activities.ts';
import { isAsking } from '../support/builders/scripted-clarification.ts';
import {
  bundleWorkflows,
  createWorkflowWorld,
  type DeepResearchHandle,
  type WorkflowWorld,
} from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
let earlier: { readonly code: string };
beforeAll(async () => {
  [world, earlier] = await Promise.all([createWorkflowWorld(inject('temporalAddress')), bundleWorkflows()]);
});
afterAll(() => world.close());

const QUESTIONS = [{ text: 'Which lamp?', reason: 'there are two' }];

/** Asks once, and never again. */
function asking(): ScriptedActivities {
  const { activities } = scriptActivities();
  return scriptActivities({
    assessClarity: async (input) => {
      const { value, cost } = await activities.assessClarity(input);
      return { value: { ...value, questions: input.conversation.length === 0 ? QUESTIONS : [] }, cost };
    },
  });
}

const failing = (type: string) => async (): Promise<never> => {
  throw ApplicationFailure.create({ type, message: 'not now', nonRetryable: type === 'ModelMisconfigured' });
};

const isWaitingFor =
  (kind: string) =>
  ({ waits }: ResearchProgress): boolean =>
    waits.some((wait) => wait.kind === kind);

/** A place where a run of the earlier release waits, and how it goes on with the present one. */
interface Stop {
  readonly waits: string;
  readonly before: ScriptedActivities;
  /** As before, if left out. */
  readonly after?: ScriptedActivities;
  readonly isThere: (progress: ResearchProgress) => boolean;
  readonly goOn?: (handle: DeepResearchHandle) => Promise<void>;
  readonly settings?: Record<string, unknown>;
  readonly request?: Record<string, unknown>;
}

const ON_WIKIPEDIA = { web: { providers: ['wikipedia'] } };

const STOPS: readonly Stop[] = [
  {
    waits: 'for an answer',
    before: asking(),
    isThere: isAsking,
    goOn: (handle) => handle.signal(answerClarificationSignal, { text: 'the brass one' }),
    settings: { clarify: 'always' },
  },
  {
    waits: 'for an answer and is skipped',
    before: asking(),
    isThere: isAsking,
    goOn: (handle) => handle.signal(skipClarificationSignal),
    settings: { clarify: 'always' },
  },
  {
    waits: 'for an answer until its time is up',
    before: asking(),
    isThere: isAsking,
    settings: { clarify: 'always', clarificationTimeoutSeconds: 3 },
  },
  {
    waits: 'for approval of its plan',
    before: scriptActivities(),
    isThere: ({ planToApprove }) => planToApprove !== null,
    goOn: (handle) => handle.signal(approvePlanSignal, {}),
    settings: { approvePlan: true },
  },
  {
    waits: 'at a limit',
    before: scriptActivities(),
    isThere: isWaitingFor('budget'),
    goOn: (handle) => handle.signal(extendBudgetSignal, { pages: 50 }),
    settings: { limits: { pages: 1 } },
  },
  {
    waits: 'for a model that is down',
    before: scriptActivities({ rewriteQuery: failing('ModelUnavailable') }),
    after: scriptActivities(),
    isThere: isWaitingFor('outage'),
    goOn: (handle) => handle.signal(retryNowSignal),
  },
  {
    waits: 'for a key to be put right',
    before: scriptActivities({ rewriteQuery: failing('ModelMisconfigured') }),
    after: scriptActivities(),
    isThere: isWaitingFor('setup'),
    goOn: (handle) => handle.signal(retryNowSignal),
  },
  {
    waits: 'for a search provider that is down',
    before: scriptActivities({ searchWeb: failing('ProviderUnavailable') }),
    after: scriptActivities(),
    isThere: isWaitingFor('outage'),
    goOn: (handle) => handle.signal(retryNowSignal),
    request: ON_WIKIPEDIA,
  },
  {
    waits: 'for the retry of an activity',
    before: scriptActivities({
      planResearch: async () => {
        throw new Error('not now');
      },
    }),
    after: scriptActivities(),
    isThere: ({ stage }) => stage === 'planning',
  },
];

/** Starts with the earlier release, waits for a place, and ends with the present one. */
async function deployAt({ before, after = before, isThere, goOn, settings, request }: Stop): Promise<unknown> {
  const handle = await startEarlier(earlier, before, isThere, settings, request);
  return world.withWorkers(after, async () => {
    await goOn?.(handle);
    return handle.result();
  });
}

function startEarlier(
  release: { readonly code: string },
  scripted: ScriptedActivities,
  isThere: Stop['isThere'],
  settings: Record<string, unknown> = {},
  request: Record<string, unknown> = {},
): Promise<DeepResearchHandle> {
  return world.withWorkers(
    scripted,
    async () => {
      const handle = await world.start(settings, request);
      await world.until(handle, isThere);
      return handle;
    },
    release,
  );
}

/** Its activity that is under way when the worker stops starts anew with the next one. */
function hangingIn(name: 'searchFolder' | 'extractQuotes' | 'synthesizeReport'): ScriptedActivities {
  const { activities } = scriptActivities();
  const hanging: Partial<Activities> =
    // The retrieval that clarifies the question comes before every task.
    name === 'searchFolder'
      ? { searchFolder: (input) => (input.language === 'und' ? activities.searchFolder(input) : hang()) }
      : { [name]: hang };
  return scriptActivities(hanging);
}

const DONE = { outcome: 'published', answered: true };

// The release before has the same commands while the version is 0.x; its bundle is another one.
describe('a run of the release before', () => {
  it.each(STOPS)('that waits $waits is finished by the present code', async (stop) => {
    expect(await deployAt(stop)).toMatchObject(DONE);
  });

  it.each([
    ['searchFolder', ({ tasks }: ResearchProgress) => tasks[0]?.step === 'searching'],
    ['extractQuotes', ({ tasks }: ResearchProgress) => tasks[0]?.step === 'extracting'],
    ['synthesizeReport', ({ stage }: ResearchProgress) => stage === 'synthesizing'],
  ] as const)('that is inside %s is finished by the present code', async (name, isThere) => {
    const stop = { waits: name, before: hangingIn(name), after: scriptActivities(), isThere };

    expect(await deployAt(stop)).toMatchObject(DONE);
  });
});

describe('a change without a patch', () => {
  const isStuck = async (handle: DeepResearchHandle): Promise<string> => {
    const research = createResearchClient({
      client: world.client,
      listing: world.client,
      taskQueue: world.taskQueue,
      tenant: null,
      hidesQuestions: false,
      store: () => Promise.reject(new Error('this test has no store')),
    });
    await handle.signal(answerClarificationSignal, { text: 'the brass one' });
    for (;;) {
      const { failingTask } = await research.observe(handle.workflowId);
      if (failingTask !== null) return failingTask.cause;
    }
  };

  it('stops the run without a loss; its status says why, and the right code finishes it', async () => {
    const incompatible = await bundleWorkflows(
      fileURLToPath(new URL('../fixtures/incompatible-workflow.ts', import.meta.url)),
    );
    const scripted = asking();
    const handle = await world.withWorkers(scripted, async () => {
      const started = await world.start({ clarify: 'always' });
      await world.until(started, isAsking);
      return started;
    });

    const cause = await world.withWorkers(scripted, () => isStuck(handle), incompatible);

    expect(cause).toContain('TMPRL1100');
    expect(await world.withWorkers(scripted, () => handle.result())).toMatchObject(DONE);
  });

  it('is caught in a release too: the present code cannot finish a run with another activity', async () => {
    const other = { code: earlier.code.replaceAll("'recordProgress'", "'rememberPlan'") };
    expect(other.code).not.toBe(earlier.code);
    const scripted = asking();
    const handle = await startEarlier(other, scripted, isAsking, { clarify: 'always' });

    const cause = await world.withWorkers(scripted, () => isStuck(handle));

    expect(cause).toContain('TMPRL1100');
    await handle.terminate();
  });
});

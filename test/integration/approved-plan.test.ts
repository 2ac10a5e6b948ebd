import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { approvePlanSignal, steerSignal } from '../../workflows/deep-research/messages.ts';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

const FILES = {
  'lamp.md': `# Harbour lamp

## Burning time

The harbour lamp burns for nine hours on one filling of rapeseed oil.
The keeper trims the wick of the harbour lamp at midnight.

## Fuel

The harbour lamp is filled with rapeseed oil every evening.
`,
  'market.md': `# Market rules

## Stall fee

The fee for a market stall is eight crowns for each day.
A market stall may stand for three days.

## Opening

The market opens at six in the morning.
`,
  'ferry.md': `# Ferry rules

## Fares

The fare of the ferry is three crowns for an adult.
`,
};
const QUESTION = 'How long does the harbour lamp burn on one filling?';
const LAMP = { taskId: 't1', text: QUESTION, rationale: '' };
const STALL = { taskId: 'mine', text: 'What is the fee for a market stall?', rationale: '' };
const FARE = { taskId: 'fare', text: 'What is the fare of the ferry for an adult?', rationale: '' };

let research: RealResearch | undefined;
let server: ScriptedModelServer | undefined;
afterEach(async () => {
  await research?.dispose();
  await server?.close();
  server = undefined;
});

type During = NonNullable<Parameters<RealResearch['run']>[2]>;

/** @param plan undefined: approves the plan as it is */
const approving =
  (plan?: ResearchPlan): During =>
  async (handle, world) => {
    await world.until(handle, ({ planToApprove }) => planToApprove !== null);
    await handle.signal(approvePlanSignal, plan === undefined ? {} : { plan });
  };

async function run(during: During, settings: Record<string, unknown> = { approvePlan: true }, question = QUESTION) {
  research = await createRealResearch(inject('temporalAddress'), FILES, server?.baseURL);
  return research.run(question, { clarify: 'never', ...settings }, during);
}

describe('a plan that a user edited', () => {
  it('is answered in all its tasks, also in those that go beyond the question', async () => {
    const { record, markdown, calls } = await run(approving({ tasks: [LAMP, STALL, FARE] }));

    const answer = citedClaims(record.report)
      .map(({ text }) => text)
      .join('\n');
    expect(answer).toContain('nine hours');
    expect(answer).toContain('eight crowns');
    expect(answer).toContain('three crowns for an adult');
    expect(markdown).not.toContain('Nothing relevant was found');
    expect(record.report).toMatchObject({ remainingGaps: [] });
    expect(record.anchor.originalQuestion).toBe(QUESTION);
    expect(calls.inputsOf('validateRelevance')[0]?.approvedTasks?.map(({ text }) => text)).toEqual([
      QUESTION,
      STALL.text,
      FARE.text,
    ]);
  });

  it('names the words of a task that no passage has', async () => {
    const unknown = { taskId: 'none', text: 'What does the mayor earn in a year?', rationale: '' };

    const { record } = await run(approving({ tasks: [LAMP, unknown] }));

    expect(record.report.summary.map(({ text }) => text).join('\n')).toContain('nine hours');
    expect(record.report.missingSubject?.words).toContain('mayor');
    expect(JSON.stringify(record.report.sections)).not.toContain('crowns');
  });

  it('may omit the question', async () => {
    const { record } = await run(approving({ tasks: [STALL] }));

    expect(record.report.summary[0]?.text).toContain('eight crowns');
  });
});

describe('a plan that a user approved unchanged', () => {
  it('is answered like one that was not shown for approval', async () => {
    const { record } = await run(approving());

    expect(record.report.summary[0]?.text).toContain('nine hours');
    expect(record.report.citations.map(({ locator }) => locator)).toContain('lamp.md');
    expect(JSON.stringify(record.report.summary)).not.toContain('crowns');
  });
});

describe('a task that a user added during the run', () => {
  it('is answered next to the question', async () => {
    const { record } = await run(
      async (handle, world) => {
        await world.until(handle, ({ planToApprove }) => planToApprove !== null);
        await handle.signal(steerSignal, { action: 'add-task', text: STALL.text });
        await handle.signal(approvePlanSignal, {});
      },
      { approvePlan: true },
    );

    const answer = citedClaims(record.report)
      .map(({ text }) => text)
      .join('\n');
    expect(answer).toContain('nine hours');
    expect(answer).toContain('eight crowns');
  });
});

const anchorIn = (prompt: string): string => prompt.slice(0, prompt.indexOf('</anchor>'));

describe('a plan of a model', () => {
  async function planned(texts: readonly string[], during: During, settings: Record<string, unknown> = {}) {
    server = await startScriptedModelServer();
    const tasks = texts.map((text) => ({ text, rationale: '' }));
    const clarity = { keyEntities: ['harbour lamp'], scope: 'the lamp', knowledgeGaps: [], coverage: 1, questions: [] };
    server.answerBy((request) =>
      replyTo(request, { 'assess-clarity': { ...clarity, tasks }, 'plan-research': { tasks } }),
    );
    const { record, calls } = await run(during, settings);
    const asked = server.requests.filter(({ step }) => step === 'extract-findings');
    const prompts = asked.map(({ messages }) => anchorIn(messages.map(({ content }) => content).join('\n')));
    return {
      record,
      prompts,
      tasks: calls.inputsOf('rewriteQuery').flatMap((input) => input.tasks.map(({ text }) => text)),
    };
  }

  it('of "x" answers the question', async () => {
    const { record, tasks } = await planned(['x'], async () => {});

    expect(new Set(tasks)).toEqual(new Set([QUESTION]));
    expect(record.report.summary[0]?.text).toContain('nine hours');
    expect(record.report.degradations).toContainEqual(expect.objectContaining({ step: 'plan-research' }));
  });

  it('is not part of the question in prompts; an approved plan is', async () => {
    const alone = await planned([QUESTION, STALL.text], async () => {});
    await research?.dispose();
    await server?.close();
    const approved = await planned([QUESTION], approving({ tasks: [LAMP, STALL] }), { approvePlan: true });

    expect(alone.prompts.join('\n')).not.toContain(STALL.text);
    expect(approved.prompts.length).toBeGreaterThan(0);
    for (const prompt of approved.prompts) expect(prompt).toContain(STALL.text);
  });
});

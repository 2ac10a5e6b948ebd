import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import type { BriefingInput, BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import type { ResearchResult } from '@plumbline/contracts/report/progress';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import type { ConversationSettings } from '@plumbline/contracts/settings/conversation-settings';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { initBriefing } from '../../activities/briefings/folder/briefing-start.ts';
import { createConversationClient } from '../../client/conversations/conversation-client.ts';
import { BRIEFING } from '../../workflows/briefing/messages.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { startFailingModels } from '../support/servers/failing-models.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';
import type { WorkflowWorld } from '../support/worlds/workflow-world.ts';

/** Of each kind one; the steps meet all of them in `test/contract/failing-models.test.ts`. */
const FAILURES = ['down', 'refusing', 'talking', 'cut'] as const;
type Failure = (typeof FAILURES)[number];

const QUESTION = 'How long does the harbour lamp burn on one filling?';
const SENTENCE = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const FILES = { 'lamp.md': `# Harbour lamp\n\n## Burning time\n\n${SENTENCE}\n` };
const SLOT = { kind: 'daily', time: '2026-03-06T06:00:00.000Z', timezone: 'UTC' } as const;
/** Of what is said of a failure: the cause, and what to do. */
const CAUSES: Readonly<Record<Failure, RegExp>> = {
  down: /refused the connection.+Check OPENAI_BASE_URL/su,
  refusing: /was refused.+Ask in other words/su,
  talking: /contained no JSON object|was empty/u,
  cut: /cut off.+model.max-tokens/su,
};

let failing: Awaited<ReturnType<typeof startFailingModels>>;
let release: { readonly code: string };
const worlds: RealResearch[] = [];
beforeAll(async () => {
  failing = await startFailingModels();
  release = await loadWorkflowsWith({ RUN_MODEL_SECONDS: 1, ANSWER_MODEL_SECONDS: 1 });
});
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.dispose()));
  await failing.close();
});

function startBriefing({ client, taskQueue }: WorkflowWorld, folder: string) {
  const input: BriefingInput = { folder, ...SLOT, isBackfill: false, themeIds: null };
  const workflowId = `briefing:lamps:${randomUUID()}`;
  return client.workflow.execute(BRIEFING, { taskQueue, workflowId, args: [input] }) as Promise<BriefingOutcome>;
}

function ask({ client, taskQueue }: WorkflowWorld, folder: string, settings: Partial<ConversationSettings> = {}) {
  const conversations = createConversationClient({ client, taskQueue, tenant: null, hidesQuestions: false });
  return conversations.ask({
    sessionId: `chat-${randomUUID()}`,
    scope: conversationScopeSchema.parse({ corpusDirectories: [folder], settings }),
    ask: { message: QUESTION, messageId: randomUUID() },
    signal: AbortSignal.timeout(240_000),
  });
}

/** A research run, an answer and a briefing at once; and a run and an answer that require the model. */
async function resultsOf(name: Failure) {
  const research = await createRealResearch(inject('temporalAddress'), FILES, failing.baseURLs[name]);
  worlds.push(research);
  const { folder } = research;
  const briefingFolder = await createLampBriefing();
  return research.withWorkers(async (world, calls) => {
    const start = async (settings: { requireModel?: boolean }) =>
      (await world.start(settings, { question: QUESTION, corpusDirectories: [folder] })).result();
    const required = { requireModel: true };
    const [report, answer, briefing, ...ends] = await Promise.all([
      start({}) as Promise<ResearchResult>,
      ask(world, folder),
      startBriefing(world, briefingFolder),
      start(required).catch((error: Error) => String(error.cause)),
      ask(world, folder, required).catch(String),
    ]);
    const [published] = calls.inputsOf('publishReport');
    const [{ record } = {}] = calls.inputsOf('publishBriefing');
    return { report, published, answer, briefing, record, ends, calls };
  }, release);
}

describe.concurrent.each(FAILURES)('with a model that is %s', (name) => {
  it('a run, an answer and a briefing end with what was found, and say what failed; those that require it end with that', async () => {
    const { report, published, answer, briefing, record, ends, calls } = await resultsOf(name);

    expect(report).toMatchObject({ outcome: 'published' });
    expect(published).toMatchObject({ engine: 'offline', plan: { tasks: [{ text: QUESTION }] } });
    expect(published?.findings.length).toBeGreaterThan(0);
    expect(causesOf(published?.degradations)).toMatch(CAUSES[name]);

    expect(answer).toMatchObject({ engine: 'offline', isCached: false, interpretation: { rewrittenPrompt: QUESTION } });
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(answer.summary).toMatch(/^No language model wrote this answer: /u);
    expect(answer.summary.replaceAll('\\', '')).toMatch(CAUSES[name]);
    expect(calls.inputsOf('recordAnswer')).toMatchObject([{ cache: null }]);
    expect(calls.inputsOf('rememberPlan')).toEqual([]);

    expect(briefing).toMatchObject({ status: 'published' });
    expect(record?.themes[0]?.documents?.passages.length).toBeGreaterThan(0);
    expect(record?.notes.join('\n')).toMatch(CAUSES[name]);

    expect(ends).toEqual([expect.stringMatching(CAUSES[name]), expect.stringMatching(CAUSES[name])]);
  });
});

function causesOf(degradations: readonly Degradation[] = []): string {
  return degradations.map(({ cause }) => cause).join('\n');
}

async function createLampBriefing(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-briefing-'));
  const setup = {
    title: 'Lamps',
    language: 'en',
    timezone: 'UTC',
    corpus: ['documents'],
    web: null,
    themes: [{ title: 'Harbour lamp', actors: ['Norhaven'] }],
    notify: false,
    cron: null,
  };
  await initBriefing(folder, { name: 'lamps', now: '2026-03-06T05:00:00Z', setup });
  await writeFiles(folder, { 'documents/lamp.md': FILES['lamp.md'].replace('The harbour', 'The Norhaven harbour') });
  return folder;
}

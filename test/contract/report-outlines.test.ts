import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOpenAIReasoner } from '../../activities/model/engine/openai-reasoner.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

const TASKS = ['How long does the harbour lamp burn?', 'What is the lamp filled with?'];
const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';

let server: ScriptedModelServer;
let world: TestActivities;

beforeAll(async () => {
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  world = await createTestActivities(
    createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 20_000 }),
  );
});

afterAll(async () => {
  await server.close();
  await world.dispose();
});

async function outline() {
  const findings = await Promise.all(
    ['t1', 't2'].map((taskId) => storedFinding(world, `${taskId}f1`, BURNS, { taskId })),
  );
  return world.activities.outlineReport({
    ...BY_RULE,
    anchor: anchorOf({ keyEntities: ['harbour lamp'] }),
    corpusId: world.report.corpusId,
    clarificationSummary: null,
    taskTexts: TASKS,
    findings,
    reserve: [],
    taskSummaries: TASKS.map((taskText, index) => ({
      taskId: `t${index + 1}`,
      taskText,
      summary: '',
      keyFindings: [],
      quotes: [],
      sources: [],
      relevanceToQuestion: null,
      gaps: [],
    })),
    gaps: [],
    length: 'full',
  });
}

it.each([
  ['names no section', []],
  ['names findings that do not exist', ['x1', 'x2'].map((id) => ({ heading: id, purpose: id, findings: [id] }))],
])('divides a report by its tasks when the model %s, and says so', async (_, sections) => {
  server.answerBy(() => answer({ sections }));

  const { value, cost } = await outline();

  expect(value.map(({ heading, findingIds }) => [heading, findingIds])).toEqual([
    [TASKS[0], ['t1f1']],
    [TASKS[1], ['t2f1']],
  ]);
  expect(cost.degradations.map(({ step }) => step)).toEqual(['outline-report']);
});

it('is one page where the model names one section', async () => {
  server.answerBy(() => answer({ sections: [{ heading: 'All of it', purpose: 'Says all.', findings: ['t1f1'] }] }));

  expect(await outline()).toMatchObject({ value: [], cost: { degradations: [] } });
});

it('leaves out what the model leaves out', async () => {
  const sections = [
    { heading: 'How long', purpose: 'Says how long.', form: 'table', findings: ['t1f1', 'x1'] },
    { heading: 'And why', purpose: 'Says why.', findings: ['t1f1'] },
  ];
  server.answerBy(() => answer({ sections }));

  expect((await outline()).value).toEqual([
    { heading: 'How long', purpose: 'Says how long.', form: 'table', findingIds: ['t1f1'] },
    { heading: 'And why', purpose: 'Says why.', form: 'prose', findingIds: ['t1f1'] },
  ]);
});

import type { SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkText } from '../support/builders/checked-drafts.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../support/servers/scripted-model-server.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const GERMAN = 'Die Laterne der Mole wird bei Sonnenaufgang gelöscht.';

let server: ScriptedModelServer;
let world: TestActivities;
let offline: TestActivities;

beforeAll(async () => {
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  const reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
  world = await createTestActivities(reasoner);
  offline = await createTestActivities();
});

afterAll(async () => {
  await server.close();
  await Promise.all([world.dispose(), offline.dispose()]);
  server.assertDone();
});

async function synthesisInput(place: TestActivities, changes: Partial<SynthesizeReportInput> = {}) {
  const findings = changes.findings ?? [await storedFinding(place, 't1f1', BURNS)];
  return {
    ...BY_RULE,
    anchor: anchorOf({ keyEntities: ['harbour lamp', 'whales'] }),
    corpusId: place.report.corpusId,
    clarificationSummary: null,
    taskTexts: [QUESTION, 'Which whales swim in the canal?'],
    findings,
    quotes: findings.flatMap(({ quotes }) => quotes),
    taskSummaries: [],
    gaps: [],
    ...changes,
  };
}

describe('synthesizeReport', () => {
  it('covers the part of the question with evidence, and names the rest', async () => {
    const { value } = await offline.activities.synthesizeReport(await synthesisInput(offline));

    expect(value.summary).toEqual([{ text: BURNS, citations: ['t1f1q1'], isPassage: true }]);
    expect(value.remainingGaps).toEqual(['Nothing was found for: Which whales swim in the canal?']);
  });

  it('keeps the text of a model as it is, and measures no coverage', async () => {
    const text = `# Burning time\n\n${BURNS} [p1.1] So one filling lasts a night.\n\n## LIMITS\n\n- The whales. [none: whale]`;
    server.replyWith(answer(text));
    const { value, cost } = await world.activities.synthesizeReport(await synthesisInput(world));

    expect(value).toMatchObject({
      title: 'Burning time',
      summary: [
        { text: BURNS, citations: [expect.stringMatching(/^t1f1s\d+-\d+$/)] },
        { text: 'So one filling lasts a night.', citations: [], isInference: true },
      ],
      limitations: [{ text: 'The whales.', absence: { searched: 'whale' } }],
      keyFindings: [],
      remainingGaps: [],
    });
    expect(cost).toMatchObject({ engine: 'model', degradations: [] });
  });

  it('is asked for with fewer passages where the server refuses the prompt, as long as there are any to leave out', async () => {
    const refusal = () => status(400, { message: 'the context of the model is 4,096 tokens' });
    const input = { ...(await synthesisInput(world)), length: 'brief' as const };
    server.replyWith(refusal(), answer(`${BURNS} [p1.1]`));
    const { value } = await world.activities.synthesizeReport(input);
    const before = server.requests.length;
    server.replyWith(refusal(), refusal(), refusal(), refusal(), refusal());

    expect(value.summary).toMatchObject([{ text: BURNS }]);
    await expect(world.activities.synthesizeReport(input)).rejects.toThrow(/400/);
    expect(server.requests.length - before).toBe(5);
  });

  it('cites words of the stored text by their address', async () => {
    server.replyWith(answer(`${BURNS} [p1.1]`));
    const input = await synthesisInput(world);
    const { value: draft } = await world.activities.synthesizeReport(input);
    const { anchor, findings } = input;
    const { quality, draft: checked } = await checkText(world.activities, { anchor, findings, draft, engine: 'model' });

    expect(quality).toMatchObject({ quotesRejected: 0, statementsRemoved: 0 });
    expect(checked.summary).toMatchObject([{ text: BURNS }]);
  });

  it.each([
    ['cites nothing', BURNS],
    ['cites what was never shown', `${BURNS} [p9.9]`],
  ])('is written by rule where the model %s, and says so', async (_, text) => {
    server.replyWith(answer(text));
    const { value, cost } = await world.activities.synthesizeReport(await synthesisInput(world));

    expect(value.summary).toMatchObject([{ text: BURNS, citations: ['t1f1q1'] }]);
    expect(cost).toMatchObject({ engine: 'offline', degradations: [{ step: 'synthesize-report' }] });
  });

  it('leaves out an address that there is not, and says so', async () => {
    server.replyWith(answer(`${BURNS} [p1.1; p9.9]`));
    const { cost } = await world.activities.synthesizeReport(await synthesisInput(world));

    expect(cost).toMatchObject({ engine: 'model', degradations: [{ step: 'synthesize-report', count: 1 }] });
  });

  it('labels what it shows from another language, and does not state it', async () => {
    const anchor = anchorOf({ originalQuestion: 'When is the Laterne Mole gelöscht?', keyEntities: [] });
    const findings = [await storedFinding(offline, 't1f1', GERMAN)];
    const input = await synthesisInput(offline, { findings, anchor, taskTexts: [anchor.originalQuestion] });
    const { value } = await offline.activities.synthesizeReport(input);

    expect(value.summary).toMatchObject([
      { text: GERMAN, citations: ['t1f1q1'], isPassage: true, quotedLanguage: 'de' },
    ]);
  });
});

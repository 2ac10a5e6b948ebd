import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAIReasoner } from '../../activities/model/engine/openai-reasoner.ts';
import type { SummarizeTaskInput } from '../../workflows/contracts/activities.ts';
import type { SynthesizeReportInput } from '../../workflows/contracts/report/report-activities.ts';
import { checkText } from '../support/builders/checked-drafts.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  type ScriptedModelServer,
  status,
  startScriptedModelServer,
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
  const reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 20_000 });
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
    correction: null,
    ...changes,
  };
}

describe('synthesizeReport', () => {
  it('covers the part of the question with evidence, and names the rest', async () => {
    const { value } = await offline.activities.synthesizeReport(await synthesisInput(offline));

    expect(value.summary).toEqual([{ text: BURNS, citations: ['t1f1q1'] }]);
    expect(value.queryCoverage).toBe(50);
    expect(value.remainingGaps).toEqual(['No passage answers: Which whales swim in the canal?']);
  });

  it('keeps the text of a model as it is, and computes coverage for the record', async () => {
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
      queryCoverage: 50,
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

  it('labels what it quotes from another language, and quotes it only where it is of the first tier', async () => {
    const write = async (contextTier: 1 | 2) => {
      const findings = [await storedFinding(offline, 't1f1', GERMAN, { contextTier })];
      const anchor = anchorOf({ originalQuestion: 'When is the Laterne Mole gelöscht?', keyEntities: [] });
      const taskTexts = [anchor.originalQuestion];
      const input = await synthesisInput(offline, { findings, anchor, taskTexts });
      return (await offline.activities.synthesizeReport(input)).value.summary;
    };

    expect(await write(1)).toMatchObject([{ text: GERMAN, citations: ['t1f1q1'], quotedLanguage: 'de' }]);
    expect(await write(2)).toEqual([]);
  });
});

describe('a model that mixes languages', () => {
  it('gets the sentences, in two languages, and writes again', async () => {
    const german = 'Die Lampe im Hafen brennt mit einer Füllung neun Stunden lang.';
    const stated = (text: string) => answer(`${text} [p1.1]`);
    server.replyWith(stated(german), stated(BURNS));
    const input = await synthesisInput(world);
    const { value: first } = await world.activities.synthesizeReport(input);
    const checking = { anchor: input.anchor, findings: input.findings, engine: 'model', language: 'en' } as const;
    const { foreignSentences: sentences } = await checkText(world.activities, { ...checking, draft: first });
    const correction = { kind: 'language' as const, sentences };
    const { value: second } = await world.activities.synthesizeReport({ ...input, correction });

    expect(sentences).toEqual([german]);
    const prompt = server.requests.at(-1)?.messages.at(-1)?.content;
    expect(prompt).toContain(german);
    expect(prompt).toMatch(/language: English[\s\S]*Sprache: Englisch/);
    expect((await checkText(world.activities, { ...checking, draft: second })).foreignSentences).toEqual([]);
  });
});

describe('summarizeTask', () => {
  const task = { taskId: 't1', text: QUESTION, rationale: '' };
  const sumUp = async (place: TestActivities, changes: Partial<SummarizeTaskInput> = {}) => {
    const findings = [await storedFinding(place, 't1f1', BURNS)];
    const input = { ...BY_RULE, anchor: anchorOf(), corpusId: place.report.corpusId, task, findings, ...changes };
    return (await place.activities.summarizeTask(input)).value;
  };

  it('keeps the quotes exactly, and says how much the task serves the question', async () => {
    const summary = await sumUp(offline);

    expect(summary.quotes.map(({ text }) => text)).toEqual([BURNS]);
    expect(summary.summary).toContain(BURNS);
    expect(summary.relevanceToQuestion).toBeGreaterThan(0.9);
    expect(summary).toMatchObject({ taskId: 't1', taskText: QUESTION, sources: ['lamp.md'], gaps: [] });
  });

  it('is made of the notes of a model that read the passages, without asking one', async () => {
    const noted = { noted: true as const, contextTier: 1 as const, relevance: 0.9 };
    const findings = [
      { ...(await storedFinding(world, 't1f1', BURNS)), ...noted, extractedInfo: 'Nine hours on one filling.' },
      {
        ...(await storedFinding(world, 't1f2', BURNS)),
        ...noted,
        extractedInfo: 'At most nine hours.',
        relevance: 0.7,
      },
    ];
    const asked = server.requests.length;
    const summary = await sumUp(world, { findings });

    expect(server.requests).toHaveLength(asked);
    expect(summary.summary).toBe('Nine hours on one filling. At most nine hours.');
    expect(summary.keyFindings[0]).toEqual({ text: 'Nine hours on one filling.', citations: ['t1f1q1'] });
    expect(summary).toMatchObject({ relevanceToQuestion: 0.9, gaps: [] });
  });
});

describe('validateRelevance', () => {
  it('takes over what a model found when it read the whole passage, and judges the others by rule', async () => {
    const noted = { ...(await storedFinding(world, 't1f1', BURNS)), noted: true as const, relevance: 0.35 };
    const ruled = { ...(await storedFinding(world, 't1f2', BURNS)), relevance: 0.35 };
    const { corpusId } = world.report;
    const asked = server.requests.length;
    const given = { ...BY_RULE, anchor: anchorOf(), corpusId, findings: [noted, ruled], storeFor: null };
    const { value } = await world.activities.validateRelevance(given);

    expect(server.requests).toHaveLength(asked);
    expect(value.scores[0]).toMatchObject({ id: 't1f1', score: 0.35 });
    expect(value.scores[1]?.score).toBeGreaterThan(0.5);
  });
});

describe('summarizeClarification', () => {
  it('keeps the words of the user and shows the found passages', async () => {
    const { corpusId } = offline.report;
    const { hits } = await offline.activities.searchFolder({
      corpusId,
      queries: ['Laterne Mole'],
      language: 'de',
      topK: 3,
    });
    const anchor = anchorOf({ language: 'de', refinements: ['nur die an der Mole'], scope: 'die Laternen' });
    const conversation = [
      { questionId: 'q1', question: 'Welche?', answer: 'nur die an der Mole', outcome: 'answered' as const },
      { questionId: 'q2', question: 'Wann?', answer: null, outcome: 'skipped' as const },
    ];
    const assessment = {
      language: 'de',
      keyEntities: [],
      namedReferences: [],
      scope: '',
      knowledgeGaps: ['Keine Textstelle nennt den Preis.'],
      coverage: 0.5,
      questions: [],
      assumptions: [],
    };
    const { value } = await offline.activities.summarizeClarification({
      ...BY_RULE,
      anchor,
      conversation,
      assessment,
      corpusId,
      hits,
    });

    expect(value).toMatchObject({
      scope: 'die Laternen',
      keyClarifications: ['Welche? — nur die an der Mole'],
      remainingGaps: ['Keine Textstelle nennt den Preis.'],
    });
    expect(value.refinedIntent).toContain('nur die an der Mole');
    expect(value.relevantPassages[0]).toMatchObject({ locator: 'hafen.md' });
    expect(value.relevantPassages[0]?.snippet).toContain('Laterne');
  });
});

describe('rewriteQuery with a model', () => {
  it("asks for queries in the documents' language when the question has another", async () => {
    server.replyWith(answer({ queries: ['Brenndauer Laterne', 'lamp burning time'] }));
    const task = { taskId: 't1', text: QUESTION, rationale: '' };
    const { corpusId } = world.report;
    const about = { anchor: anchorOf(), tasks: [task], corpusId, corpusLanguages: ['de'] };
    const input = { ...BY_RULE, ...about, queryVariants: 3, correction: null };
    const { value } = await world.activities.rewriteQuery(input);

    const prompt = server.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n');
    expect(prompt).toContain('The documents are written in: German.');
    expect(prompt).toContain('a query in each of their languages');
    expect(value.queries[0]).toContain('Brenndauer Laterne');
  });
});

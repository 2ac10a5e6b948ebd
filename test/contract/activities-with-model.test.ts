import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAIReasoner } from '../../activities/reasoning/openai-reasoner.ts';
import { isPassageHit } from '../../workflows/contracts/evidence.ts';
import { type ActivitiesUnderTest, BY_RULE, createActivitiesUnderTest } from '../support/activities-under-test.ts';
import { anchorOf } from '../support/research-fixtures.ts';
import { answer, type ScriptedModelServer, startScriptedModelServer } from '../support/scripted-model-server.ts';

const SENTENCE = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const task = { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' };

let server: ScriptedModelServer;
let world: ActivitiesUnderTest;

beforeEach(async () => {
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  world = await createActivitiesUnderTest(
    createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 20_000 }),
  );
});

afterEach(async () => {
  await server.close();
  await world.dispose();
  server.assertDone();
});

async function contextWithHit() {
  const { corpusId } = world.report;
  const { hits } = await world.activities.search({ corpusId, query: 'nine hours rapeseed', language: 'en', topK: 1 });
  const hit = hits.find(isPassageHit);
  if (hit === undefined) throw new Error('the corpus under test holds the sentence');
  return { anchor: anchorOf(), task, corpusId, hit };
}

async function extract(reply: object) {
  server.play(answer({ relevance: 0.75, relevanceReason: 'says how long', ...reply }));
  const context = await contextWithHit();
  const hitScore = { id: context.hit.passage.passageId, score: 1, reason: '' };
  const grading = { hitScore, belowThreshold: false, minQuoteLength: 20, depth: 0, origin: 'search' } as const;
  return world.activities.extractQuotes({ ...BY_RULE, ...context, ...grading, findingId: 't1f1' });
}

describe('extractQuotes with a model', () => {
  it("keeps the source's letters where the model has its own", async () => {
    const { value } = await extract({
      information: 'Nine hours.',
      quotes: [
        { text: 'the harbour lamp burns for nine  hours on one filling of rapeseed oil', reason: 'the figure' },
      ].map((quote) => ({ ...quote, text: quote.text.replace('the harbour', 'The harbour') })),
    });

    expect(value?.quotes).toMatchObject([{ key: 't1f1q1', text: SENTENCE.slice(0, -1) }]);
    expect(value?.extractedInfo).toBe('Nine hours.');
  });

  it('drops an invented quotation, counts it, and lets the rule choose the words', async () => {
    const { value, cost } = await extract({
      information: 'Ninety hours.',
      quotes: [{ text: 'The harbour lamp burns for ninety nights without any oil.', reason: 'invented' }],
    });

    expect(value?.quotes.map(({ text }) => text)).toContain(SENTENCE);
    expect(cost.degradations).toEqual([
      { step: 'extract-findings', cause: 'quotation does not stand in the passage', count: 1 },
      {
        step: 'extract-findings',
        cause: 'no quotation could be located, the offline rule chose the words',
        count: 1,
      },
    ]);
  });

  it('makes one quote of quotations that overlap', async () => {
    const { value } = await extract({
      information: 'Nine hours.',
      quotes: [
        { text: 'The harbour lamp burns for nine hours', reason: 'a' },
        { text: 'burns for nine hours on one filling of rapeseed oil.', reason: 'b' },
      ],
    });

    expect(value?.quotes.map(({ key, text }) => [key, text])).toEqual([['t1f1q1', SENTENCE]]);
  });

  it('finds nothing when the model says that there is nothing', async () => {
    const { value, cost } = await extract({ information: '', quotes: [] });

    expect(value).toBeNull();
    expect(cost.degradations).toEqual([]);
  });
});

describe('scoreRelevance with a model', () => {
  it('says null, not 0, for a passage that the model left out', async () => {
    server.play(answer({ scores: [{ id: 'p9', score: 1, reason: 'never asked for' }] }));
    const { hit, ...context } = await contextWithHit();
    const { value } = await world.activities.scoreRelevance({ ...BY_RULE, ...context, hits: [hit], firstRank: 1 });

    expect(value).toEqual([{ id: hit.passage.passageId, score: null, reason: '' }]);
  });
});

describe('planResearch with a model', () => {
  it('keeps to the number of tasks and gives them ids of its own', async () => {
    const tasks = ['a', 'a', ' ', 'b', 'c'].map((text) => ({ text: `${text} `, rationale: '' }));
    server.play(answer({ tasks }));
    const input = { ...BY_RULE, anchor: anchorOf(), clarificationSummary: null, maxTasks: 2 };
    const { value } = await world.activities.planResearch(input);

    expect(value.tasks.map(({ taskId, text }) => [taskId, text])).toEqual([
      ['t1', 'a'],
      ['t2', 'b'],
    ]);
  });
});

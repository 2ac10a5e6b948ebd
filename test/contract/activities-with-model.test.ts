import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reading } from '../../workflows/contracts/activities.ts';
import { isPassageHit, type PassageHit } from '../../workflows/contracts/evidence/evidence.ts';
import { type ActivitiesWithModel, createActivitiesWithModel } from '../support/builders/activities-with-model.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, type TestActivities } from '../support/builders/test-activities.ts';
import { answer, type ScriptedModelServer } from '../support/servers/scripted-model-server.ts';

const SENTENCE = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const task = { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' };

let server: ScriptedModelServer;
let world: TestActivities;
let dispose: ActivitiesWithModel['dispose'];

beforeEach(async () => {
  ({ server, world, dispose } = await createActivitiesWithModel());
});

afterEach(() => dispose());

async function contextWithHit(query = 'nine hours rapeseed') {
  const { corpusId } = world.report;
  const { hits } = await world.activities.searchFolder({
    corpusId,
    queries: [query],
    language: 'en',
    topK: 1,
  });
  const hit = hits.find(isPassageHit);
  if (hit === undefined) throw new Error('the corpus under test holds the sentence');
  return { anchor: anchorOf(), task, corpusId, hit };
}

function readingOf(hit: PassageHit, findingId: string): Reading {
  const hitScore = { id: hit.passage.passageId, score: 1, reason: '' };
  return { hit, hitScore, belowThreshold: false, findingId, depth: 0, origin: 'search' };
}

async function extract(reply: object) {
  server.replyWith(answer({ passages: [{ id: 'p1', relevance: 0.75, relevanceReason: 'says how long', ...reply }] }));
  const { hit, ...context } = await contextWithHit();
  const readings = [readingOf(hit, 't1f1')];
  const { value, cost } = await world.activities.extractQuotes({
    ...BY_RULE,
    ...context,
    minQuoteLength: 20,
    reading: 'passages',
    readings,
    storeFor: null,
  });
  return { value: value.findings[0] ?? null, cost };
}

describe('extractQuotes with a model', () => {
  it("keeps the source's letters where the model has its own", async () => {
    const { value } = await extract({
      information: 'Nine hours.',
      quotes: [
        { text: 'the harbour lamp burns for nine  hours on one filling of rapeseed oil', reason: 'the figure' },
      ].map((quote) => ({ ...quote, text: quote.text.replace('the harbour', 'The harbour') })),
    });

    expect(value?.quotes).toMatchObject([{ key: 't1f1q1', text: SENTENCE }]);
    expect(value?.extractedInfo).toBe('Nine hours.');
  });

  it('drops an invented quotation, counts it, and lets the rule choose the words', async () => {
    const { value, cost } = await extract({
      information: 'Ninety hours.',
      quotes: [{ text: 'The harbour lamp burns for ninety nights without any oil.', reason: 'invented' }],
    });

    expect(value?.quotes.map(({ text }) => text)).toContain(SENTENCE);
    expect(cost.degradations).toEqual([
      { step: 'extract-findings', cause: 'the quotation is not in the passage', count: 1 },
      {
        step: 'extract-findings',
        cause: 'no quotation could be located; the offline rule read the passage',
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

  it('finds what the rule finds when the model finds nothing, and says so', async () => {
    const { value, cost } = await extract({ information: '', quotes: [], relevance: 0 });

    expect(value).toMatchObject({ quotes: [{ text: SENTENCE }], relevance: 1 });
    expect(cost.degradations).toMatchObject([{ cause: expect.stringContaining('nothing was extracted') as unknown }]);
  });

  it('quotes beside the words of the model those that answer by the rule', async () => {
    const { value } = await extract({
      information: 'The keeper trims.',
      quotes: ['The keeper [trims the wick](rules/wick.md#trimming) at midnight.'],
      relevance: 0,
    });

    expect(value?.quotes.map(({ text }) => text)).toEqual([expect.stringContaining('The keeper'), SENTENCE]);
    expect(value?.relevance).toBe(1);
  });
});

describe('extractQuotes with several passages', () => {
  const entry = (id: string, text: string) => ({
    id,
    information: text,
    quotes: [{ text, reason: 'wording' }],
    relevance: 0.75,
    relevanceReason: 'says how long',
  });
  const TIDE = 'The tide rises twice a day and floods the lower quay for three hours.';

  async function contextWithTwo() {
    const [{ hit, ...context }, other] = [await contextWithHit(), await contextWithHit('tide lower quay')];
    const readings = [readingOf(other.hit, 't1f1'), readingOf(hit, 't1f2')];
    return { ...BY_RULE, ...context, minQuoteLength: 20, reading: 'passages' as const, readings, storeFor: null };
  }

  it('asks once and gives each its own finding, under its own keys', async () => {
    server.replyWith(answer({ passages: [entry('p2', SENTENCE), entry('p1', TIDE)] }));
    const { value, cost } = await world.activities.extractQuotes(await contextWithTwo());

    expect(value.findings.map((finding) => finding?.quotes.map(({ key, text }) => [key, text]))).toEqual([
      [['t1f1q1', TIDE]],
      [['t1f2q1', SENTENCE]],
    ]);
    expect(cost).toMatchObject({ modelCalls: 1, degradations: [] });
  });

  it('gives null for a missing passage, says so, and reads the others', async () => {
    server.replyWith(answer({ passages: [entry('p1', SENTENCE)] }));
    const { readings, ...context } = await contextWithTwo();
    await rm(join(world.corpus.folder, 'tide.md'));
    await world.activities.indexCorpus({ corpusDirectory: world.corpus.folder });
    const { value, cost } = await world.activities.extractQuotes({ ...context, readings });

    expect(value.findings.map((finding) => finding?.findingId ?? null)).toEqual([null, 't1f2']);
    expect(cost.degradations).toEqual([
      { step: 'extract-findings', cause: expect.stringContaining('passage is missing'), count: 1 },
    ]);
  });
});

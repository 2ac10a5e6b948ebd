import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '@plumbline/contracts/activities';
import { isPassageHit, type PassageHit } from '@plumbline/contracts/evidence/search-hit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActivitiesWithModel, createActivitiesWithModel } from '../support/builders/activities-with-model.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  type ModelRequest,
  type ScriptedModelServer,
  status,
} from '../support/servers/scripted-model-server.ts';

const SENTENCE = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const TIDE = 'The tide rises twice a day and floods the lower quay for three hours.';
const tasks = [
  { taskId: 't1', text: 'How long does the harbour lamp burn?', rationale: '' },
  { taskId: 't2', text: 'When is the quay flooded?', rationale: '' },
];

let server: ScriptedModelServer;
let world: TestActivities;
let dispose: ActivitiesWithModel['dispose'];

beforeEach(async () => {
  ({ server, world, dispose } = await createActivitiesWithModel());
});

afterEach(() => dispose());

async function hitFor(query: string): Promise<PassageHit> {
  const { corpusId } = world.report;
  const { hits } = await world.activities.searchFolder({ corpusId, queries: [query], language: 'en', topK: 1 });
  const hit = hits.find(isPassageHit);
  if (hit === undefined) throw new Error('the corpus under test holds the words');
  return hit;
}

function readingOf(hit: PassageHit, findingId: string, taskIds: readonly string[]): Reading {
  const hitScore = { id: hit.passage.passageId, score: 1, reason: '' };
  return { hit, hitScore, taskIds, belowThreshold: false, findingId, depth: 0, origin: 'search' };
}

/** The lamp, which the first task found, and the tide, which the second found; the lamp's document stands first. */
async function contextWithTwo() {
  const readings = [
    readingOf(await hitFor('nine hours rapeseed'), 't1f1', ['t1']),
    readingOf(await hitFor('tide lower quay'), 't2f1', ['t2']),
  ];
  const { corpusId } = world.report;
  return { ...BY_RULE, anchor: anchorOf(), tasks, corpusId, minQuoteLength: 20, readings, storeFor: null };
}

const lamp = { id: 'p1', relevance: 0.9, tasks: ['t1'], cite: 'p1.1', note: 'Nine hours on one filling.' };
const NOTHING = { passages: [], leads: [], contradictions: [] };

async function extract(reply: object) {
  server.replyWith(answer({ ...NOTHING, ...reply }));
  return world.activities.extractQuotes(await contextWithTwo());
}

const promptOf = (): string =>
  server.requests
    .at(-1)
    ?.messages.map(({ content }) => content)
    .join('\n') ?? '';

describe('extractQuotes with a model', () => {
  it('reads passages one by one where they are too long for it together, and says so', async () => {
    const isOfOne = ({ messages }: ModelRequest) => !messages.some(({ content }) => content.includes('[p2.1]'));
    const refusal = status(500, { message: 'Context size has been exceeded.' });
    server.answerBy((request) => (isOfOne(request) ? answer({ ...NOTHING, passages: [lamp] }) : refusal));
    const { value, cost } = await world.activities.extractQuotes(await contextWithTwo());

    expect(value.findings.map((finding) => finding?.findingId)).toEqual(['t1f1', 't2f1']);
    expect(cost).toMatchObject({ engine: 'model', modelCalls: 2 });
    expect(cost.degradations).toEqual([
      expect.objectContaining({
        cause: expect.stringMatching(/does not fit .* asked in parts\. Give the model a longer/),
      }),
    ]);
  });

  it('leaves to the rules what is too long for it by itself', async () => {
    server.answerBy(() => status(413));
    const { value, cost } = await world.activities.extractQuotes(await contextWithTwo());

    expect(value.findings.some((finding) => finding !== null)).toBe(true);
    expect(cost).toMatchObject({ engine: 'offline' });
    expect(cost.degradations.map(({ cause }) => cause)).toContainEqual(
      expect.stringContaining('the rules answered in its place'),
    );
  });

  it('reads passages of several documents for all tasks in one call, with the address of each sentence', async () => {
    const { cost } = await extract({});

    expect(cost).toMatchObject({ modelCalls: 1, degradations: [] });
    expect(promptOf()).toContain(`[p1.1] ${SENTENCE}`);
    expect(promptOf()).toContain(`[p2.1] ${TIDE}`);
    expect(promptOf()).toContain('t1: How long does the harbour lamp burn?\nt2: When is the quay flooded?');
    expect(promptOf()).toMatch(/<document id="d1">\nHarbour lamp\nOutline of the rest:\nHeight\n<\/document>/);
  });

  it('keeps the note and the judgement of the model, and quotes what its addresses name', async () => {
    const { value } = await extract({ passages: [lamp] });

    const [finding, tide] = value.findings;
    expect(finding).toMatchObject({ extractedInfo: 'Nine hours on one filling.', relevance: 0.9, noted: true });
    const [quote] = finding?.quotes ?? [];
    expect(quote?.text).toBe(SENTENCE);
    expect(quote?.key).toBe(`t1f1s${quote?.start}-${quote?.end}`);
    expect(tide).toBeNull();
  });

  it('signs what its reader takes for an order, beside the signs that it has, and nothing else', async () => {
    await dispose();
    const lampText = `# Harbour lamp\n\n${SENTENCE} [t1f1q1] says the same.\n`;
    ({ server, world, dispose } = await createActivitiesWithModel({
      'lamp.md': lampText,
      'tide.md': `# Tide\n\n${TIDE}\n`,
    }));
    const tide = { ...lamp, id: 'p2', tasks: ['t2'], cite: 'p2.1' };
    const { value } = await extract({ passages: [lamp, tide], orders: ['p1'] });

    expect(value.findings.map((finding) => finding?.untrusted)).toEqual([['instructions', 'imitated-markup'], []]);
  });

  it('takes the labels of its prompt out of a note, and nothing that the document calls so', async () => {
    const { value } = await extract({
      passages: [{ ...lamp, note: 'Copy .env.example to .env (p1); the p99 falls.' }],
    });

    expect(value.findings[0]?.extractedInfo).toBe('Copy .env.example to .env; the p99 falls.');
  });

  it.each([[[]], [[{ ...lamp, relevance: 0.2 }]]])(
    'finds nothing in %o: the rules put nothing in its place',
    async (passages) => {
      const { value, cost } = await extract({ passages });

      expect(value.findings).toEqual([null, null]);
      expect(cost).toMatchObject({ engine: 'model', degradations: [] });
    },
  );

  it.each([
    ['p1.1!', true, ''],
    ['p1.1!limit', true, 'limit'],
    ['p1.1 ! named norm; p1.1', true, 'named norm'],
    ['p1.1; p1.1', undefined, ''],
  ])('knows by its mark which words decide, and why: %s', async (cite, isDecisive, reason) => {
    const { value, cost } = await extract({ passages: [{ ...lamp, cite }] });

    expect(value.findings[0]?.quotes).toMatchObject([{ reason, ...(isDecisive && { isDecisive }) }]);
    expect(value.findings[0]?.quotes[0]?.isDecisive).toBe(isDecisive);
    expect(cost.degradations).toEqual([]);
  });

  it('leaves out an address that no passage has, and says so', async () => {
    const { value, cost } = await extract({ passages: [{ ...lamp, cite: 'p1.1; p1.99' }] });

    expect(value.findings[0]?.quotes.map(({ text }) => text)).toEqual([SENTENCE]);
    expect(cost.degradations).toMatchObject([{ step: 'extract-findings', count: 1 }]);
  });

  it('gives a finding to the first task served of those that found it, and to the others that it serves', async () => {
    const { value } = await extract({
      passages: [
        { ...lamp, tasks: ['t2', 't1'] },
        { ...lamp, id: 'p2', tasks: ['t1'] },
      ],
    });

    expect(value.findings.map((finding) => [finding?.taskId, finding?.alsoServes])).toEqual([
      ['t1', ['t2']],
      ['t1', undefined],
    ]);
  });

  it('passes on where it would read on, and what does not fit together', async () => {
    const { value } = await extract({
      passages: [lamp],
      leads: ['d1: Height', 'p1: the wick rules', 'search: lamp oil price', 'nonsense'],
      contradictions: ['It burns nine hours [p1.1], and it burns longer [p2.1].', 'Nothing is cited here.'],
    });

    expect(value.leads).toEqual([
      { kind: 'section', locator: 'lamp.md', heading: 'Height' },
      expect.objectContaining({ kind: 'reference', text: 'the wick rules', locator: 'lamp.md', findingId: 't1f1' }),
      { kind: 'search', words: 'lamp oil price' },
    ]);
    expect(value.contradictions).toEqual([
      { text: 'It burns nine hours, and it burns longer.', citations: [value.findings[0]?.quotes[0]?.key] },
    ]);
  });

  it('keeps what it found in passages that were shown as one', async () => {
    const lampHit = await hitFor('nine hours rapeseed');
    const readings = [readingOf(lampHit, 't1f1', ['t1']), readingOf(lampHit, 't2f1', ['t2'])];
    server.replyWith(answer({ ...NOTHING, passages: [lamp] }));
    const { value } = await world.activities.extractQuotes({ ...(await contextWithTwo()), readings });

    expect(promptOf().match(/<passage/g)).toHaveLength(1);
    expect(value.findings).toMatchObject([{ findingId: 't1f1', quotes: [{ text: SENTENCE }] }, null]);
  });

  it('leaves to the rules what a call that is unusable leaves unread, for each task that found it', async () => {
    server.replyWith(answer({}), answer({}));
    const { value, cost } = await world.activities.extractQuotes(await contextWithTwo());

    expect(value.findings[0]).toMatchObject({ taskId: 't1', quotes: [{ key: 't1f1q1', text: SENTENCE }] });
    expect(value.findings[0]?.noted).toBeUndefined();
    expect(cost.degradations).toMatchObject([{ step: 'extract-findings', count: 1 }]);
  });

  it('gives null for a missing passage, says so, and reads the others', async () => {
    server.replyWith(answer({ ...NOTHING, passages: [lamp] }));
    const context = await contextWithTwo();
    await rm(join(world.corpus.folder, 'tide.md'));
    await world.activities.indexCorpus({ corpusDirectory: world.corpus.folder });
    const { value, cost } = await world.activities.extractQuotes(context);

    expect(value.findings.map((finding) => finding?.findingId ?? null)).toEqual(['t1f1', null]);
    expect(cost.degradations).toEqual([
      { step: 'extract-findings', cause: expect.stringContaining('passage is missing'), count: 1 },
    ]);
  });
});

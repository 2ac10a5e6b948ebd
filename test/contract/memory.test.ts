import { type MemoryAddition, memoryAdditionSchema } from '@plumbline/contracts/research/memory';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { type Embedder, EmbeddingError } from '@plumbline/search/embedder';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState, type StateDatabase } from '@plumbline/storage/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecallMemory } from '../../activities/entries/answers/recall-memory.ts';
import { createSqlMemoryStore } from '../../activities/memory/memory-store.ts';
import { createMemory, type Memory } from '../../activities/memory/memory.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { createScriptedReasoner } from '../support/builders/scripted-reasoner.ts';
import { answer, answerText } from '../support/servers/scripted-model-server.ts';

const DAY_MS = 86_400_000;
const CLI = { by: 'user', where: 'cli' } as const;
const signal = new AbortController().signal;

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let database: StateDatabase;
let memory: Memory;
let time: number;

const memoryWith = (embedder: Embedder | null, reasoner: Reasoner = createOfflineReasoner()): Memory =>
  createMemory({
    store: createSqlMemoryStore(database),
    embedder,
    reasoner,
    now: () => new Date(time),
    archiveAfterMs: 180 * DAY_MS,
  });

beforeEach(async () => {
  home = await temporaryFolder();
  database = openSqliteState(home.path);
  time = Date.parse('2026-01-02T03:04:05.000Z');
  memory = memoryWith(null);
});
afterEach(async () => {
  await database.close();
  await home.dispose();
});

const additionOf = (text: string, changes: Partial<MemoryAddition> = {}): MemoryAddition =>
  memoryAdditionSchema.parse({ userId: 'anna', text, ...changes });
const add = (text: string, changes: Partial<MemoryAddition> = {}) => memory.add(additionOf(text, changes), CLI);

const comparing = async (
  use: (model: Memory, scripted: Awaited<ReturnType<typeof createScriptedReasoner>>) => Promise<void>,
) => {
  const scripted = await createScriptedReasoner();
  try {
    await use(memoryWith(null, scripted.reasoner), scripted);
  } finally {
    await scripted.dispose();
  }
};

describe('adding', () => {
  it('makes one entry of a text that is added again, whatever its typography', async () => {
    const first = await add('My budget is “200” euros');
    time += DAY_MS;
    const second = await add('  my budget is "200" euros. ');

    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.entry).toEqual(first.entry);
    expect(await memory.list('anna')).toEqual([first.entry]);
  });

  it('shows unjudged, without a model, what shares words, and keeps it', async () => {
    const { entry: before } = await add('My budget is 200 euros');
    await add('My sister plays the violin');
    const { verdict, concerned } = await add('My budget is 300 euros', { reason: 'correction' });

    expect([verdict, concerned]).toEqual(['not-judged', [{ entry: before, difference: '' }]]);
    expect((await memory.list('anna')).map(({ standing }) => standing)).toEqual(['active', 'active', 'active']);
  });

  it('archives what a correction contradicts by a model, and takes it back when that is corrected', () =>
    comparing(async (model, { server }) => {
      const correct = async (text: string) => {
        server.replyWith(answer({ conflicts: [{ id: 'p1', difference: 'another budget' }], known: [] }));
        return model.add(additionOf(text, { reason: 'correction' }), CLI);
      };
      const standings = async () => (await model.list('anna')).map(({ text, standing }) => [text.slice(-9), standing]);
      await add('My budget is 200 euros', { core: true });
      for (let times = 0; times < 2; times += 1) await correct('My budget is 300 euros');

      expect(await standings()).toEqual([
        ['300 euros', 'active'],
        ['200 euros', 'archive'],
      ]);
      time += DAY_MS;
      await correct('My budget is 200 euros');
      expect(await standings()).toEqual([
        ['200 euros', 'active'],
        ['300 euros', 'archive'],
      ]);
    }));
});

describe('reinforcing', () => {
  const reinforce = (entryId: string, evidence: string, operationId = 'o1') =>
    memory.reinforce({ userId: 'anna', entryId, evidence, operationId });

  it('counts the same evidence once, and makes no second entry', async () => {
    const { entry } = await add('My budget is 200 euros');
    time += DAY_MS;
    await reinforce(entry.entryId, 'the bill of May');
    await reinforce(entry.entryId, 'The bill of May.', 'o2');
    const again = await reinforce(entry.entryId, 'the bill of June', 'o3');

    expect(again).toMatchObject({ strength: 3, confirmedAt: new Date(time).toISOString() });
    expect(await memory.list('anna')).toHaveLength(1);
  });

  it('counts a confirmation without evidence once for each operation', async () => {
    const { entry } = await add('My budget is 200 euros');
    for (const operation of ['o1', 'o1', 'o2']) await reinforce(entry.entryId, '', operation);

    expect(await memory.list('anna')).toMatchObject([{ strength: 3 }]);
  });

  it('brings an entry back from the archive', async () => {
    const { entry } = await add('My budget is 200 euros');
    await add('My name is Anna', { core: true });
    time += 181 * DAY_MS;
    const standings = async () => (await memory.list('anna')).map(({ standing }) => standing);

    expect(await standings()).toEqual(['core', 'archive']);
    expect((await memory.query('anna', 'budget', signal)).found).toMatchObject([{ entry: { standing: 'archive' } }]);
    await reinforce(entry.entryId, '');
    expect(await standings()).toEqual(['core', 'active']);
  });
});

describe('asking', () => {
  it('gives the most similar first, of this user alone', async () => {
    await add('My budget is 200 euros');
    await add('The travel budget of my sister Lena is 500 euros');
    await memory.add(additionOf('My budget is 900 euros', { userId: 'bert' }), CLI);
    const { found, notes } = await memory.query('anna', 'What is my budget?', signal);

    expect(found.map(({ entry }) => entry.text.slice(-9))).toEqual(['200 euros', '500 euros']);
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 1);
    expect(notes).toEqual([]);
    expect((await memory.verify('bert', 'My budget is 200 euros')).concerned).toMatchObject([
      { entry: { userId: 'bert' }, difference: '' },
    ]);
  });

  it('finds by meaning what shares no word, and nothing that is as far away as anything', async () => {
    await add('I am a vegetarian');
    await add('The bike has a flat tyre');
    const about = (text: string): number => (/vegetarian|meat/.test(text) ? 1 : 0);
    const vectorOf = (text: string) => Float32Array.from([about(text), 1]);
    const embedder: Embedder = { id: 'scripted', embed: async (texts) => texts.map(vectorOf) };
    const { found } = await memoryWith(embedder).query('anna', 'Which dishes without meat are there?', signal);

    expect(found.map(({ entry }) => entry.text)).toEqual(['I am a vegetarian']);
  });

  it('compares by words, and says so, where the embedding model is down', async () => {
    await add('My budget is 200 euros');
    const down: Embedder = {
      id: 'down',
      embed: async () => {
        throw new EmbeddingError('The embeddings endpoint does not answer.');
      },
    };
    const { found, notes } = await memoryWith(down).query('anna', 'What is my budget?', signal);

    expect(found).toHaveLength(1);
    expect(notes).toEqual(['memory was compared by words only: The embeddings endpoint does not answer.']);
  });
});

describe('what an answer is given of the memory', () => {
  const recall = (text: string, userId = 'anna') => {
    const activity = createRecallMemory({ memory, blobs: createFileBlobStore(home.path) });
    return runAsActivity(() => activity({ userId, text, threshold: 0.3 }, signal), {});
  };

  it('is cited by the type of its source: core, entity, note, or archive where it is only old', async () => {
    await add('My old budget was 100 euros');
    time += 181 * DAY_MS;
    await add('My budget is 200 euros');
    await add('My budget is for hotels alone', { core: true });
    await add('Budget Inn is a hotel in Boston', { type: 'entity' });

    const { findings } = await recall('budget');

    expect(findings.map(({ sourceType, extractedInfo }) => [sourceType, extractedInfo.split(': ')[1]])).toEqual(
      expect.arrayContaining([
        ['archive', 'My old budget was 100 euros'],
        ['note', 'My budget is 200 euros'],
        ['core', 'My budget is for hotels alone'],
        ['entity', 'Budget Inn is a hotel in Boston'],
      ]),
    );
  });

  it('holds nothing that was corrected, and nothing of another user', async () => {
    await add('My budget is 200 euros');
    await comparing(async (model, { server }) => {
      server.replyWith(answer({ conflicts: [{ id: 'p1', difference: 'another budget' }], known: [] }));
      await model.add(additionOf('My budget is 300 euros', { reason: 'correction' }), CLI);
    });

    const { entries, findings } = await recall('budget');

    expect(entries.map(({ text }) => text)).toEqual(['My budget is 300 euros']);
    expect(findings).toHaveLength(1);
    expect(await recall('budget', 'bob')).toMatchObject({ entries: [], findings: [] });
  });
});

describe('comparing by meaning', () => {
  it('takes from a model what no word shows, by the ids of entries', () =>
    comparing(async (model, { server, shown }) => {
      await add('I am vegetarian');
      server.replyWith(
        answer({
          conflicts: [
            { id: 'p1', difference: 'meat' },
            { id: 'p9', difference: '' },
          ],
          known: [],
        }),
      );
      const { verdict, concerned } = await model.verify('anna', 'I eat meat');

      expect(verdict).toBe('conflicts');
      expect(concerned).toMatchObject([{ entry: { text: 'I am vegetarian' }, difference: 'meat' }]);
      expect(shown()).toContain('p1: I am vegetarian');
    }));

  it('asks no model about the same words', () =>
    comparing(async (model, { server }) => {
      await add('My budget is 200 euros');

      expect((await model.verify('anna', 'My budget is 200 euros.')).verdict).toBe('known');
      expect(server.requests).toEqual([]);
    }));

  it('says that a model failed, and shows unjudged what shares words', () =>
    comparing(async (model, { server }) => {
      await add('My budget is 200 euros');
      server.replyWith(answerText('I would rather not.'), answerText('No.'));

      expect(await model.verify('anna', 'My budget is 300 euros')).toMatchObject({
        verdict: 'not-judged',
        concerned: [{ entry: { text: 'My budget is 200 euros' } }],
        notes: [expect.stringContaining('no model compared it')],
      });
    }));
});

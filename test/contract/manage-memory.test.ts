import type { MemoryUse } from '@plumbline/contracts/answers/answer';
import type { ManageMemoryInput } from '@plumbline/contracts/answers/memory-activities';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, turnOf } from '../support/builders/conversation-fixtures.ts';
import { createScriptedReasoner } from '../support/builders/scripted-reasoner.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import { answer, type ScriptedModelServer } from '../support/servers/scripted-model-server.ts';

let world: TestActivities;
beforeEach(async () => {
  world = await createTestActivities();
});
afterEach(() => world.dispose());

const manage = (message: string, changes: Partial<ManageMemoryInput> = {}) =>
  world.activities.manageMemory({
    userId: 'anna',
    answerId: 's:1',
    message,
    context: contextOf(),
    uses: [],
    recalled: [],
    threshold: 0.3,
    ...changes,
  });
const useOf = (use: MemoryUse['use'], text: string, reason = ''): MemoryUse => ({ use, text, reason });
const remembered = async () => (await world.memory.list('anna')).map(({ text }) => text);
const remember = async (text: string) =>
  (await world.memory.add({ userId: 'anna', text, type: 'note', core: false, reason: 'asked' }, BY_HAND)).entry;
const BY_HAND = { by: 'user', where: 'cli' } as const;

const CONFLICT = answer({ conflicts: [{ id: 'p1', difference: 'another budget' }], known: [] });
const NEW = answer({ conflicts: [], known: [] });

/** With a model that compares. */
async function judging(use: (server: ScriptedModelServer) => Promise<void>): Promise<void> {
  await world.dispose();
  const scripted = await createScriptedReasoner();
  world = await createTestActivities(scripted.reasoner);
  try {
    await use(scripted.server);
  } finally {
    await scripted.dispose();
  }
}

const NUTS = 'I am allergic to nuts. Which dishes are there?';
const BUDGET = 'My budget is 200 euros';

describe('a plan that adds to the memory', () => {
  it('remembers with a reason, once, also when it is done again after a kill', async () => {
    const uses = [useOf('add', 'I am allergic to nuts', 'critical')];
    const [first, again] = [await manage(NUTS, { uses }), await manage(NUTS, { uses })];

    expect(first).toEqual({
      operations: [{ operation: 'add', entryId: expect.stringMatching(/^m-/) as unknown, refusal: null }],
      notes: ['Remembered: I am allergic to nuts'],
      findings: [],
      reply: null,
    });
    expect(again).toEqual(first);
    expect(await world.memory.list('anna')).toMatchObject([
      { strength: 1, provenance: { by: 'model', where: 's:1', reason: 'critical' } },
    ]);
  });

  it('is refused what it stores too much, whatever it says', async () => {
    const uses = [
      useOf('add', 'The user asks for hotels in Boston', 'critical'),
      useOf('add', 'Hotels in Boston'),
      useOf('add', 'Hotels in Boston', 'interesting'),
      useOf('add', 'Which hotels are there in Boston?', 'asked'),
      useOf('add', 'The person lives in Boston near the harbour', 'critical'),
      useOf('add', ' '),
    ];
    const { operations, notes } = await manage('Which hotels are there in Boston? Thanks!', { uses });

    expect(await remembered()).toEqual([]);
    expect(operations.map(({ refusal }) => refusal)).toEqual([
      'not-said',
      'no-reason',
      'no-reason',
      'question',
      'not-said',
      null,
    ]);
    expect(notes).toContain(
      'Refused to remember “Hotels in Boston”: no reason of the three kinds (asked, critical, correction)',
    );
  });

  it('may contradict what is remembered as a correction only; what stands against it can be cited', () =>
    judging(async (server) => {
      const context = contextOf({ thread: [turnOf({ message: BUDGET })] });
      const { entryId } = await remember(BUDGET);
      const now = 'My budget is 300 euros';
      server.replyWith(CONFLICT, CONFLICT, CONFLICT);
      const refused = await manage(`${now} now`, { context, uses: [useOf('add', now, 'critical')] });
      await manage(`${now} now`, { context, uses: [useOf('add', now, 'correction')] });

      expect(refused.operations).toMatchObject([{ refusal: 'conflict' }]);
      expect(refused.findings).toMatchObject([{ sourceId: `memory:${entryId}` }]);
      expect((await world.memory.list('anna')).map(({ text, standing }) => [text, standing])).toEqual([
        [now, 'active'],
        [BUDGET, 'archive'],
      ]);
    }));
});

describe('a plan that asks the memory', () => {
  it('makes sources of what it finds, whose whole text is stored, and of nothing that hardly fits', async () => {
    const { entryId } = await remember(BUDGET);
    const ask = (threshold: number) =>
      manage('Which rooms can I afford?', { uses: [useOf('query', 'my budget')], threshold });
    const [managed, strict] = [await ask(0.3), await ask(0.99)];
    const [finding] = managed.findings;
    const [quote] = finding?.quotes ?? [];
    const stored = createFileBlobStore(world.corpus.home).getText({ sha256: quote?.textHash ?? '' });

    expect(finding).toMatchObject({ findingId: 'memoryf1', taskId: 'memory', sourceId: `memory:${entryId}` });
    expect(quote?.text).toMatch(/^Note of \d{4}-\d{2}-\d{2}: My budget is 200 euros$/);
    expect(await stored).toBe(quote?.text);
    expect(managed).toMatchObject({ operations: [{ operation: 'query', entryId: null, refusal: null }], notes: [] });
    expect(strict.findings).toEqual([]);
  });

  it('finds each entry once, behind those that were recalled', async () => {
    const budget = await remember(BUDGET);
    const town = await remember('My home town is Norhaven');
    const uses = [useOf('query', 'budget'), useOf('query', 'my budget'), useOf('query', 'home town')];
    const { findings } = await manage('And now?', { uses, recalled: [`memory:${budget.entryId}`] });

    expect(findings.map(({ findingId, sourceId }) => [findingId, sourceId])).toEqual([
      ['memoryf2', `memory:${town.entryId}`],
    ]);
  });

  it('finds what a statement says again, or contradicts by a model', () =>
    judging(async (server) => {
      server.replyWith(CONFLICT, NEW);
      const { entryId } = await remember(BUDGET);
      const verify = async (text: string) =>
        (await manage('Is it?', { uses: [useOf('verify', text)] })).findings.map(({ sourceId }) => sourceId);

      expect(await verify('My budget is 300 euros')).toEqual([`memory:${entryId}`]);
      expect(await verify(BUDGET)).toEqual([`memory:${entryId}`]);
      expect(await verify('My cat is called Minka')).toEqual([]);
      expect(await world.memory.list('anna')).toMatchObject([{ strength: 1 }]);
    }));

  it('never finds what another person had remembered', async () => {
    await remember(BUDGET);

    expect((await manage('And now?', { userId: 'ben', uses: [useOf('query', 'my budget')] })).findings).toEqual([]);
  });
});

describe('a plan that confirms', () => {
  it('strengthens what is said again, once for each answer, and can cite it', async () => {
    const { entryId } = await remember(BUDGET);
    const uses = [useOf('reinforce', 'As I said, my budget is 200 euros'), useOf('reinforce', BUDGET)];
    const { notes, findings, operations } = await manage('As I said, my budget is 200 euros.', { uses });

    expect(notes).toEqual([`Confirmed: ${BUDGET}`]);
    expect(operations).toContainEqual({ operation: 'reinforce', entryId, refusal: null });
    expect(findings.map(({ sourceId }) => sourceId)).toEqual([`memory:${entryId}`]);
    expect(await world.memory.list('anna')).toMatchObject([{ strength: 2 }]);
  });

  it.each([
    ['is new', 'My cat is called Minka'],
    ['contradicts what is remembered', 'My budget is 300 euros'],
  ])('confirms nothing, and adds nothing, by a statement that %s', async (_, text) => {
    await remember(BUDGET);
    const managed = await manage(text, { uses: [useOf('reinforce', text)] });

    expect(managed).toEqual({
      operations: [{ operation: 'reinforce', entryId: null, refusal: null }],
      notes: [],
      findings: [],
      reply: null,
    });
    expect(await world.memory.list('anna')).toMatchObject([{ text: BUDGET, strength: 1 }]);
  });
});

describe('a message that asks in so many words', () => {
  it('is followed without a plan, and answered in its own language', async () => {
    const english = await manage('Remember that my budget is 200 euros');
    const german = await manage('Merk dir: Mein Auto fährt mit Strom');
    const other = await manage(NUTS);

    expect([english.reply, german.reply, other.reply]).toEqual([
      'Noted: My budget is 200 euros',
      'Notiert: Mein Auto fährt mit Strom',
      null,
    ]);
    expect((await remembered()).toSorted()).toEqual(['Mein Auto fährt mit Strom', 'My budget is 200 euros']);
  });

  it('corrects by a model, the same way when it is done again', () =>
    judging(async (server) => {
      await remember(BUDGET);
      server.replyWith(CONFLICT, CONFLICT);
      const first = await manage('Correction: my budget is 300 euros');

      expect(first).toMatchObject({ reply: 'Noted: My budget is 300 euros', notes: [`It replaces: ${BUDGET}`] });
      expect(await manage('Correction: my budget is 300 euros')).toEqual(first);
    }));

  it('names without a model what shares words with a correction, and how to forget it', async () => {
    const { entryId } = await remember(BUDGET);
    const { notes } = await manage('Correction: my budget is 300 euros');

    expect(notes).toEqual([
      `This shares words with it, and no model compared them: ${BUDGET}. To forget it: npx plumbline memory forget ${entryId} --user anna`,
    ]);
    expect(await remembered()).toHaveLength(2);
  });

  it('remembers no secret, and does not repeat it', async () => {
    const { reply, operations } = await manage('Remember that my password is hunter2!');

    expect(reply).toMatch(
      /^Refused to remember it: a password.*manager\. Your message stays.*: npx plumbline delete \S+$/,
    );
    expect(operations).toEqual([{ operation: 'add', entryId: null, refusal: 'secret' }]);
    expect(await remembered()).toEqual([]);
  });

  it('erases nothing, and names the command that does', async () => {
    await manage('Remember that my budget is 200 euros');
    const { reply } = await manage('Forget that my budget is 200 euros');

    expect(reply).toMatch(/npx plumbline memory forget m-[0-9a-f]{16} --user anna$/);
    expect(await remembered()).toHaveLength(1);
  });

  it('changes nothing that a plan wants changed besides, but the plan may ask', async () => {
    await remember('I live in Norhaven');
    const uses = [useOf('add', 'My budget is 200 euros', 'critical'), useOf('query', 'Where do I live?')];
    const { operations, findings } = await manage('Remember that my budget is 200 euros', { uses });

    expect(operations.map(({ operation }) => operation)).toEqual(['add', 'query']);
    expect(findings).toHaveLength(1);
    expect(await world.memory.list('anna')).toMatchObject([
      { text: BUDGET, provenance: { by: 'user' } },
      { text: 'I live in Norhaven' },
    ]);
  });
});

describe('a session without a user', () => {
  it.each([
    ['Remember that I like tea', 'I remember only for a user'],
    ['Merke dir, dass ich Tee mag', 'Ich merke mir nur etwas für einen Nutzer'],
  ])('is told in its language what is missing: %s', async (message, said) => {
    const { reply, operations } = await manage(message, { userId: null });

    expect(reply).toContain(said);
    expect(operations).toEqual([]);
    expect(await remembered()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAIToolModel } from '../../activities/model/engine/tool-model.ts';
import { createUnrecordedCalls } from '../../activities/model/metering/unrecorded-calls.ts';
import type { ManageMemoryInput } from '../../workflows/contracts/answers/memory-activities.ts';
import { UNLIMITED } from '../../workflows/contracts/common/metering.ts';
import { contextOf, turnOf } from '../support/builders/conversation-fixtures.ts';
import { createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answerText,
  type ModelReply,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../support/servers/scripted-model-server.ts';

let server: ScriptedModelServer;
let world: TestActivities;
beforeEach(async () => {
  server = await startScriptedModelServer();
  const paidCalls = createUnrecordedCalls();
  const endpoint = { apiKey: 'k', baseURL: server.baseURL, model: 'scripted', timeoutMs: 10_000, paidCalls };
  world = await createTestActivities(undefined, undefined, null, createOpenAIToolModel(endpoint));
});
afterEach(async () => {
  await world.dispose();
  await server.close();
});

/** A model that calls these tools. */
function calling(...calls: readonly (readonly [name: string, given: unknown])[]): ModelReply {
  const tool_calls = calls.map(([name, given], index) => ({
    id: `c${index + 1}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
  return answerText(null, {
    choice: { finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls } },
  });
}
const DONE = answerText('Nothing more.');

const manage = async (message: string, changes: Partial<ManageMemoryInput> = {}) => {
  const input = { userId: 'anna', answerId: 's:1', message, context: contextOf(), today: '2026-01-02' };
  const terms = { engine: 'configured', metering: UNLIMITED, approvedTasks: [] } as const;
  return (await world.activities.manageMemory({ ...input, ...terms, ...changes })).value;
};
const remembered = async () => (await world.memory.list('anna')).map(({ text }) => text);
const told = (request = 1) => server.requests[request]?.messages.filter(({ role }) => role === 'tool') ?? [];

const NUTS = 'I am allergic to nuts. Which dishes are there?';
const ADD_NUTS = ['memory_add', { text: 'I am allergic to nuts', reason: 'critical' }] as const;

describe('a model with the tools of the memory', () => {
  it('is offered exactly four, which say what is never stored', async () => {
    server.replyWith(DONE);
    await manage('What does the tide do?');
    const tools = server.requests[0]?.body['tools'] as { function: { name: string; description: string } }[];

    expect(tools.map((tool) => tool.function.name)).toEqual([
      'memory_add',
      'memory_query',
      'memory_verify',
      'memory_reinforce',
    ]);
    expect(tools[0]?.function.description).toContain('Never store routine conversation, temporary context');
    expect(await remembered()).toEqual([]);
  });

  it('remembers with a reason, once, also when it is asked again after a kill', async () => {
    for (let times = 0; times < 2; times += 1) {
      server.replyWith(calling(ADD_NUTS), DONE);
      expect(await manage(NUTS)).toEqual({
        operations: [{ operation: 'add', entryId: expect.stringMatching(/^m-/), refusal: null }],
        notes: ['Remembered: I am allergic to nuts'],
        reply: null,
      });
    }
    expect(await world.memory.list('anna')).toMatchObject([
      { strength: 1, provenance: { by: 'model', where: 's:1', reason: 'critical' } },
    ]);
    server.assertDone();
  });

  it('is refused what it stores too much, whatever it says', async () => {
    const message = 'Which hotels are there in Boston? Thanks!';
    server.replyWith(
      calling(
        ['memory_add', { text: 'The user asks for hotels in Boston', reason: 'critical' }],
        ['memory_add', { text: 'Hotels in Boston' }],
        ['memory_add', { text: 'Hotels in Boston', reason: 'interesting' }],
        ['memory_add', { text: 'Which hotels are there in Boston?', reason: 'asked' }],
        ['memory_add', { text: 'The person lives in Boston near the harbour', reason: 'critical' }],
      ),
      DONE,
    );
    const { operations, notes } = await manage(message);

    expect(await remembered()).toEqual([]);
    expect(operations.map(({ refusal }) => refusal)).toEqual([
      'temporary',
      'no-reason',
      'no-reason',
      'question',
      'not-said',
    ]);
    expect(notes).toContain(
      'Refused to remember “Hotels in Boston”: no reason of the three kinds (asked, critical, correction)',
    );
  });

  it('asks, checks, and confirms instead of adding twice', async () => {
    const { entry } = await world.memory.add(
      { userId: 'anna', text: 'My budget is 200 euros', type: 'note', core: false, reason: 'asked' },
      { by: 'user', where: 'cli' },
    );
    const evidence = { id: entry.entryId, evidence: 'said again' };
    server.replyWith(
      calling(['memory_query', { text: 'budget' }], ['memory_verify', { text: 'My budget is 300 euros' }]),
      calling(['memory_reinforce', evidence], ['memory_reinforce', evidence]),
      DONE,
    );
    const { notes } = await manage('As I said, my budget is 200 euros.');

    expect(JSON.parse(told()[0]?.content ?? '')).toMatchObject({ found: [{ id: entry.entryId, score: 0.75 }] });
    expect(JSON.parse(told()[1]?.content ?? '')).toMatchObject({ verdict: 'conflicts' });
    expect(notes).toEqual(['Confirmed: My budget is 200 euros']);
    expect(await world.memory.list('anna')).toMatchObject([{ strength: 2 }]);
  });

  it('may contradict what is remembered as a correction only', async () => {
    const add = (text: string, reason: string) => calling(['memory_add', { text, reason }]);
    const messages = { context: contextOf({ thread: [turnOf({ message: 'My budget is 200 euros' })] }) };
    server.replyWith(add('My budget is 200 euros', 'critical'), DONE);
    await manage('That is what I have.', messages);
    server.replyWith(add('My budget is 300 euros', 'critical'), DONE);
    const refused = await manage('My budget is 300 euros now', messages);
    server.replyWith(add('My budget is 300 euros', 'correction'), DONE);
    await manage('My budget is 300 euros now', messages);

    expect(refused.operations).toMatchObject([{ refusal: 'conflict' }]);
    expect((await world.memory.list('anna')).map(({ text, standing }) => [text, standing])).toEqual([
      ['My budget is 300 euros', 'active'],
      ['My budget is 200 euros', 'archive'],
    ]);
  });

  it('is told of one mistake, and stopped after the second', async () => {
    server.replyWith(calling(['memory_add', '{"text": ']), calling(['memory_erase', {}]));
    const { notes } = await manage(NUTS);

    expect(JSON.parse(told()[0]?.content ?? '')).toMatchObject({ error: expect.stringContaining('do not fit') });
    expect(notes).toEqual([expect.stringContaining('could not be understood')]);
    server.assertDone();
  });

  it('gets four rounds at most', async () => {
    server.answerBy(() => calling(['memory_query', { text: 'nuts' }]));
    await manage(NUTS);

    expect(server.requests).toHaveLength(4);
  });

  it('is left out, with a note, where the server knows no tools, and is not asked again', async () => {
    const body = JSON.stringify({ error: { message: 'tools param requires --jinja flag' } });
    server.replyWith({ kind: 'raw', status: 500, headers: { 'content-type': 'application/json' }, body });

    expect((await manage(NUTS)).notes).toEqual([expect.stringContaining('offers no tools')]);
    expect((await manage(NUTS)).notes).toEqual([expect.stringContaining('offers no tools')]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('without a model', () => {
  it('remembers what is asked for in so many words, and answers in the language of the message', async () => {
    const english = await manage('Remember that my budget is 200 euros', { engine: 'offline' });
    const german = await manage('Merk dir: Mein Auto fährt mit Strom', { engine: 'offline' });
    const other = await manage(NUTS, { engine: 'offline' });

    expect([english.reply, german.reply, other.reply]).toEqual([
      'Noted: My budget is 200 euros',
      'Notiert: Mein Auto fährt mit Strom',
      null,
    ]);
    expect((await remembered()).toSorted()).toEqual(['Mein Auto fährt mit Strom', 'My budget is 200 euros']);
    expect(server.requests).toEqual([]);
  });

  it('corrects, the same way when it is done again', async () => {
    await manage('Remember that my budget is 200 euros');
    const first = await manage('Correction: my budget is 300 euros');

    expect(first).toMatchObject({
      reply: 'Noted: My budget is 300 euros',
      notes: ['It replaces: My budget is 200 euros'],
    });
    expect(await manage('Correction: my budget is 300 euros')).toEqual(first);
  });

  it('erases nothing, and names the command that does', async () => {
    await manage('Remember that my budget is 200 euros');
    const { reply } = await manage('Forget that my budget is 200 euros');

    expect(reply).toMatch(/npx plumbline memory forget m-[0-9a-f]{16} --user anna$/);
    expect(await remembered()).toHaveLength(1);
  });
});

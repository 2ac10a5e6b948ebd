import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import { createTestCalls, type TestCalls } from '../../../../test/support/builders/test-calls.ts';
import {
  answer,
  answerText,
  type ModelReply,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../../../../test/support/servers/scripted-model-server.ts';

let server: ScriptedModelServer;
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let calls: TestCalls;

beforeEach(async () => {
  server = await startScriptedModelServer();
  home = await temporaryFolder();
  calls = createTestCalls(home.path, {});
});

afterEach(async () => {
  await server.close();
  await calls.store.close();
  await home.dispose();
  server.assertDone();
});

function run() {
  const models = { small: 'small-model', main: 'main-model' };
  const { paidCalls } = calls;
  const reasoner = createOpenAIReasoner({
    apiKey: 'k',
    baseURL: server.baseURL,
    models,
    timeoutMs: 600_000,
    paidCalls,
  });
  const call = { engine: 'configured', metering: UNLIMITED, signal: new AbortController().signal } as const;
  return calls.payingAs({}, () => reasoner.run(listColorsStep, 'sky', call));
}

const cut = (text: string) => answerText(text, { choice: { finish_reason: 'length' } });
const begun = cut('{"colors": ["red", "blu');

describe('openai reasoner: an answer that is cut off by its length', () => {
  it('is continued from where it ended', async () => {
    server.replyWith(begun, cut('e", "gre'), answerText('en"], "remark": null}'));

    expect(await run()).toMatchObject({
      value: { colors: ['red', 'blue', 'green'], remark: null },
      cost: { engine: 'model', modelCalls: 3, modelTokens: 360, degradations: [] },
    });
    expect(server.requests[2]?.messages.slice(2)).toEqual([
      { role: 'assistant', content: '{"colors": ["red", "blue", "gre' },
      { role: 'user', content: expect.stringContaining('cut off') },
    ]);
    // A schema would force a new object.
    expect(server.requests.map(({ mode }) => mode)).toEqual(['json_schema', 'text', 'text']);
  });

  it.each([
    { name: 'the item in which it was cut off', added: '"blue"], "remark": null}' },
    { name: 'the end of what it had written', added: '["red", "blue"], "remark": null}' },
    { name: 'everything', added: '{"colors": ["red", "blue"], "remark": null}' },
    { name: 'nothing, in a fence', added: '```json\ne"], "remark": null}\n```' },
  ])('is put together when the model repeats $name', async ({ added }) => {
    server.replyWith(begun, answerText(added));

    expect(await run()).toMatchObject({ value: { colors: ['red', 'blue'], remark: null }, cost: { engine: 'model' } });
  });

  it('is as good as a complete one when only what stands behind the object was cut off', async () => {
    server.replyWith(cut('{"colors": ["red"], "remark": null}\n\nI chose re'));

    expect(await run()).toMatchObject({ value: { colors: ['red'] }, cost: { modelCalls: 1, degradations: [] } });
  });

  it('gives its complete items when it has no end', async () => {
    server.replyWith(begun, cut('e", "green", "pin'), cut('k", "gol'), cut('d", "blac'));

    expect(await run()).toMatchObject({
      value: { colors: ['red', 'blue', 'green', 'pink', 'gold'], remark: null },
      cost: {
        engine: 'model',
        modelCalls: 4,
        degradations: [{ step: 'list-colors', cause: expect.stringContaining('what was complete of it was used') }],
      },
    });
  });

  it.each<{ name: string; replies: readonly ModelReply[] }>([
    { name: 'refuses to go on', replies: [status(400, { message: 'the context is full' })] },
    { name: 'has no more to say', replies: [answerText('')] },
  ])('gives its complete items when the model $name', async ({ replies }) => {
    server.replyWith(begun, ...replies);

    expect(await run()).toMatchObject({ value: { colors: ['red'], remark: null }, cost: { engine: 'model' } });
  });

  it('is asked for again when it has no complete item', async () => {
    const hopeless = cut('{"colors": ["re');
    server.replyWith(hopeless, answerText(''), answer({ colors: ['red'], remark: null }));

    expect(await run()).toMatchObject({ value: { colors: ['red'] }, cost: { engine: 'model', modelCalls: 3 } });
  });

  it('falls back to the rule when the re-ask is cut off as well', async () => {
    const hopeless = cut('{"colors": ["re');
    server.replyWith(hopeless, answerText(''), hopeless, answerText(''));

    expect(await run()).toMatchObject({
      value: { colors: ['sky'] },
      cost: {
        engine: 'offline',
        modelCalls: 4,
        degradations: [{ cause: expect.stringMatching(/^answer was cut off .+ model.max-tokens/) }],
      },
    });
  });

  it('is continued after an outage without paying for its beginning again', async () => {
    server.replyWith(begun, status(503));
    await expect(run()).rejects.toMatchObject({ facts: { status: 503 } });

    server.replyWith(answerText('e"], "remark": null}'));

    expect(await run()).toMatchObject({ value: { colors: ['red', 'blue'] }, cost: { engine: 'model', modelCalls: 3 } });
    expect(server.requests).toHaveLength(3);
  });
});

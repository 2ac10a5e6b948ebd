import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import { createTestCalls, type TestCalls } from '../../../../test/support/builders/test-calls.ts';
import {
  answer,
  answerText,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../../../../test/support/servers/scripted-model-server.ts';
import type { Payer } from '../../metering/call-store.ts';

const value = { colors: ['red'], remark: null };
const refuse = (type: string) =>
  status(400, { message: `response_format ${type} is not supported`, param: 'response_format' });

let server: ScriptedModelServer;
let home: Awaited<ReturnType<typeof temporaryFolder>>;
let calls: TestCalls;

beforeEach(async () => {
  server = await startScriptedModelServer();
  home = await temporaryFolder();
  calls = createTestCalls(home.path, {
    prices: { models: { 'small-model': { input: 1, output: 10 } }, searches: {} },
  });
});

afterEach(async () => {
  await server.close();
  await calls.store.close();
  await home.dispose();
  server.assertDone();
});

/** The reasoner of a process that was started anew. */
function createReasoner(): Reasoner {
  const models = { small: 'small-model', main: 'main-model' };
  const { paidCalls } = calls;
  return createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000, paidCalls });
}

const call = { engine: 'configured', metering: UNLIMITED, signal: new AbortController().signal } as const;

function run(step = listColorsStep, payer: Partial<Payer> = {}) {
  return calls.payingAs(payer, () => createReasoner().run(step, 'sky', call));
}

const entries = async () => (await calls.store.ledgerOf('research-lamp'))?.entries;

describe('openai reasoner: calls on record', () => {
  it('does not repeat an answered request, and returns the same answer', async () => {
    server.replyWith(answer(value));
    const first = await run();

    expect(await run()).toEqual(first);
    expect(first.cost).toEqual({ engine: 'model', modelCalls: 1, modelTokens: 120, money: 0.0003, degradations: [] });
  });

  it('uses the answer of another run, at no cost', async () => {
    server.replyWith(answer(value));
    await run();

    expect(await run(listColorsStep, { researchId: 'other' })).toEqual({
      value,
      cost: { engine: 'model', modelCalls: 0, modelTokens: 0, degradations: [] },
    });
  });

  it('repeats a whole conversation from the store, with the re-ask', async () => {
    server.replyWith(answer({ colors: 'red', remark: null }), answer(value));
    const first = await run();

    expect(await run()).toEqual(first);
    expect(first.cost).toMatchObject({ modelCalls: 2, modelTokens: 240 });
  });

  it('sends only the missing part of an interrupted conversation', async () => {
    server.replyWith(answer({ colors: 'red', remark: null }), status(503));
    await expect(run()).rejects.toMatchObject({ facts: { status: 503 } });

    server.replyWith(answer(value));

    expect(await run()).toMatchObject({ value, cost: { modelCalls: 3, modelTokens: 240 } });
    expect(server.requests).toHaveLength(3);
  });

  it('continues from its own unusable answers, and does not give them to other runs', async () => {
    const useless = answer({ colors: 'red', remark: null });
    server.replyWith(useless, useless);
    await run();
    expect(await run()).toMatchObject({ cost: { engine: 'offline', modelCalls: 2 } });

    server.replyWith(answer(value));

    expect(await run(listColorsStep, { researchId: 'other' })).toMatchObject({ value, cost: { modelCalls: 1 } });
  });

  it('asks again when the wording changed', async () => {
    server.replyWith(answer(value), answer(value));

    await run();
    await run({ ...listColorsStep, version: 2 });

    expect(server.requests).toHaveLength(2);
  });

  it('counts every request, also those whose mode was refused', async () => {
    server.replyWith(refuse('json_schema'), refuse('json_object'), answerText(JSON.stringify(value)));

    expect((await run()).cost.modelCalls).toBe(3);
    expect(await entries()).toMatchObject([{ name: 'list-colors', model: 'small-model', requests: 3, lost: 0 }]);
  });

  it('finds an answer in a weaker mode, and learns the mode from it', async () => {
    server.replyWith(refuse('json_schema'), answer(value));
    await run();
    const reasoner = createReasoner();
    await reasoner.run(listColorsStep, 'sky', call);

    server.replyWith(answer(value));
    await reasoner.run(listColorsStep, 'sea', call);

    expect(server.requests.map(({ mode }) => mode)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('counts an unanswered request with its expected cost', async () => {
    await server.close();
    await expect(run()).rejects.toMatchObject({ facts: { status: undefined } });

    expect(await entries()).toMatchObject([{ requests: 1, lost: 1, promptTokens: 12, completionTokens: 500 }]);
  });

  it('sends nothing beyond the limit', async () => {
    const metering = { reuse: 'any-run', ceiling: { modelCalls: 0, modelTokens: 1_000, money: null } } as const;

    const asking = createReasoner().run(listColorsStep, 'sky', { ...call, metering });

    await expect(asking).rejects.toMatchObject({ limit: 'modelCalls' });
    expect(server.requests).toEqual([]);
  });
});

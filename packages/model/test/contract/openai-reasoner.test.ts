import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import {
  answer,
  answerText,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../../../../test/support/servers/scripted-model-server.ts';

const value = { colors: ['red'], remark: null };
const byRule = { colors: ['sky'], remark: 'by rule' };

let server: ScriptedModelServer;
let reasoner: Reasoner;

beforeEach(async () => {
  server = await startScriptedModelServer();
  reasoner = createOpenAIReasoner({
    apiKey: 'sk-contract-test-key',
    baseURL: server.baseURL,
    models: { small: 'small-model', main: 'main-model' },
    timeoutMs: 600_000,
  });
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

const run = (step = listColorsStep, input = 'sky') =>
  reasoner.run(step, input, { engine: 'configured', metering: UNLIMITED, signal: new AbortController().signal });

describe('openai reasoner: asking', () => {
  it('asks the model of the run instead of the main one, and leaves a small one of its own', async () => {
    server.replyWith(answer(value), answer(value));
    const metering = { ...UNLIMITED, model: 'other' };
    const call = { engine: 'configured', metering, signal: new AbortController().signal } as const;

    await reasoner.run({ ...listColorsStep, role: 'main' }, 'sky', call);
    await reasoner.run(listColorsStep, 'sky', call);

    expect(server.requests.map(({ model }) => model)).toEqual(['other', 'small-model']);
  });

  it('sends the prompt with a strict schema that carries the name of the step', async () => {
    server.replyWith(answer(value));

    await run();

    expect(server.requests[0]).toMatchObject({
      step: 'list-colors',
      authorization: 'Bearer sk-contract-test-key',
      body: {
        model: 'small-model',
        messages: [
          { role: 'system', content: 'You list the colors of a text.' },
          { role: 'user', content: '<text>sky</text>' },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'list_colors', strict: true, schema: { required: ['colors', 'remark'] } },
        },
      },
    });
  });

  it('returns the answer with its cost', async () => {
    server.replyWith(answer(value));

    expect(await run()).toEqual({
      value,
      cost: { engine: 'model', modelCalls: 1, modelTokens: 120, degradations: [] },
    });
  });

  it('asks the model of the role', async () => {
    server.replyWith(answer(value));

    await run({ ...listColorsStep, role: 'main' });

    expect(server.requests[0]?.model).toBe('main-model');
  });

  it.each([
    { name: 'no usage', usage: null },
    { name: 'zeros', usage: { prompt_tokens: 0, completion_tokens: 0 } },
    { name: 'usage of another form', usage: { tokens: 'many' } },
  ])('estimates tokens at four characters each when the endpoint reports $name', async ({ usage }) => {
    server.replyWith(answerText(JSON.stringify(value), { usage }));

    const { cost } = await run();

    const prompt = 'You list the colors of a text.<text>sky</text>';
    expect(cost.modelTokens).toBe(Math.ceil(prompt.length / 4) + Math.ceil(JSON.stringify(value).length / 4));
  });

  it('reads content that comes in parts', async () => {
    const content = [{ type: 'thinking' }, { type: 'text', text: JSON.stringify(value) }];
    server.replyWith(answerText(null, { choice: { message: { role: 'assistant', content } } }));

    expect((await run()).value).toEqual(value);
  });

  it('connects with the given function', async () => {
    const dialled: string[] = [];
    const models = { small: 'small-model', main: 'main-model' };
    const dial: typeof fetch = (url, init) => {
      dialled.push(url instanceof Request ? url.url : url.toString());
      return fetch(url, init);
    };
    reasoner = createOpenAIReasoner({
      apiKey: 'none',
      baseURL: server.baseURL,
      models,
      timeoutMs: 600_000,
      fetch: dial,
    });
    server.replyWith(answer(value));

    await run();

    expect(dialled).toEqual([`${server.baseURL}/chat/completions`]);
  });

  it('asks the OpenAI service when no other address is given, whatever the environment says', async () => {
    vi.stubEnv('OPENAI_BASE_URL', server.baseURL);
    const models = { small: 'small-model', main: 'main-model' };
    const dial = vi.fn<typeof fetch>().mockRejectedValue(new Error('no way out'));
    reasoner = createOpenAIReasoner({ apiKey: 'none', baseURL: undefined, models, timeoutMs: 600_000, fetch: dial });

    await expect(run()).rejects.toThrow('api.openai.com (model small-model) could not be connected to');
    vi.unstubAllEnvs();

    expect(dial.mock.calls[0]?.[0]).toBe('https://api.openai.com/v1/chat/completions');
  });

  it('sends no request when the offline engine is requested', async () => {
    const call = { engine: 'offline', metering: UNLIMITED, signal: new AbortController().signal } as const;

    expect(await reasoner.run(listColorsStep, 'sky', call)).toEqual({
      value: byRule,
      cost: { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [] },
    });
  });

  it('does not send a prompt that is too long, and says so', async () => {
    const { cost } = await run(listColorsStep, 'x'.repeat(200_001));

    expect(cost).toMatchObject({ engine: 'offline', modelCalls: 0 });
    expect(cost.degradations[0]?.cause).toMatch(/^prompt has 2000\d\d characters, more than 200000 are not sent$/);
  });
});

describe('openai reasoner: answers that do not fit', () => {
  it('repairs damaged JSON without asking again', async () => {
    server.replyWith(answerText("{colors: ['red'], remark: null"));

    expect(await run()).toMatchObject({ value, cost: { engine: 'model', modelCalls: 1 } });
  });

  it('asks once more, with the previous answer and its faults', async () => {
    server.replyWith(answer({ colors: 'red', remark: null }), answer(value));

    expect(await run()).toMatchObject({ value, cost: { engine: 'model', modelCalls: 2, modelTokens: 240 } });

    expect(server.requests[1]?.messages.slice(2)).toEqual([
      { role: 'assistant', content: '{"colors":"red","remark":null}' },
      { role: 'user', content: expect.stringContaining('colors: Invalid input: expected array, received string') },
    ]);
  });

  it('shows the model only the beginning of a long answer', async () => {
    const words = Array.from({ length: 10_000 }, (_, index) => `word ${index}`).join(' ');
    server.replyWith(answerText(words), answer(value));

    await run();

    expect(server.requests[1]?.messages[2]?.content).toHaveLength(8_000);
  });

  const FILTERED =
    'answer was stopped by the content filter of the endpoint. Ask in other words, or choose another model (PLUMBLINE_MODEL).';
  const filtered = answerText(null, { choice: { finish_reason: 'content_filter' } });
  const refusal = { role: 'assistant', content: null, refusal: 'I would rather not.' };

  it.each([
    {
      name: 'wrong',
      reply: answer({ colors: 5, remark: null }),
      cause:
        'answer did not fit the schema after one re-ask: colors: Invalid input: expected array, received number. Choose another model (PLUMBLINE_MODEL).',
    },
    {
      name: 'prose',
      reply: answerText('Red, I think.'),
      cause:
        'answer contained no JSON object after one re-ask: it said "Red, I think.". Choose another model (PLUMBLINE_MODEL).',
    },
    {
      name: 'empty',
      reply: answerText(''),
      cause: 'answer contained no JSON object after one re-ask: it was empty. Choose another model (PLUMBLINE_MODEL).',
    },
  ])('answers by rule and records why when the answer is $name twice', async ({ reply, cause }) => {
    server.replyWith(reply, reply);

    expect(await run()).toMatchObject({
      value: byRule,
      cost: { engine: 'offline', modelCalls: 2, degradations: [{ step: 'list-colors', cause, count: 1 }] },
    });
  });

  it.each([
    { name: 'filtered', reply: filtered, cause: FILTERED },
    {
      name: 'a refusal',
      reply: answerText(null, { choice: { message: refusal } }),
      cause:
        'answer was refused: it said "I would rather not.". Ask in other words, or choose another model (PLUMBLINE_MODEL).',
    },
    {
      name: 'a filtered prompt',
      reply: status(400, { message: 'filtered', code: 'content_filter' }),
      cause: FILTERED,
    },
  ])('asks no second time, and says so, when the answer is $name', async ({ reply, cause }) => {
    server.replyWith(reply);

    expect(await run()).toMatchObject({
      value: byRule,
      cost: { engine: 'offline', modelCalls: 1, degradations: [{ step: 'list-colors', cause, count: 1 }] },
    });
  });
});

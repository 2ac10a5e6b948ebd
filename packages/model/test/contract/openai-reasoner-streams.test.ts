import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner, type OpenAIReasonerOptions } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import { HELD_MS, holdLimits } from '../../../../test/support/held-limits.ts';
import { readByClient } from '../../../../test/support/read-by-client.ts';
import {
  answer,
  delta,
  hang,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
  stream,
} from '../../../../test/support/servers/scripted-model-server.ts';

const value = { colors: ['red'], remark: null };
const pieces = ['{"colors": ["r', 'ed"], ', '"remark": null}'];

let server: ScriptedModelServer;
let reasoner: Reasoner;

beforeEach(async () => {
  server = await startScriptedModelServer();
  reasoner = createReasoner();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

function createReasoner(options: Partial<OpenAIReasonerOptions> = {}): Reasoner {
  const models = { small: 'small-model', main: 'main-model' };
  return createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000, ...options });
}

const run = (input = 'sky', signal = new AbortController().signal) =>
  reasoner.run(listColorsStep, input, { engine: 'configured', metering: UNLIMITED, signal });
const sent = (field: string) => server.requests.map(({ body }) => body[field]);
const unsupported = (parameter: string) =>
  status(400, { message: `Unsupported parameter: '${parameter}' is not supported with this model.`, param: parameter });

describe('openai reasoner: streams', () => {
  it('puts an answer together from its pieces, with the usage that comes last', async () => {
    server.replyWith(stream(pieces, { usage: { prompt_tokens: 40, completion_tokens: 9 } }));

    expect(await run()).toMatchObject({ value, cost: { engine: 'model', modelCalls: 1, modelTokens: 49 } });
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('estimates the usage of a stream that reports none, with the reasoning that came beside the text', async () => {
    server.replyWith(stream([delta({ reasoning_content: 'x'.repeat(400) }), ...pieces], { usage: null }));

    const { cost } = await run();

    const prompt = 'You list the colors of a text.<text>sky</text>';
    expect(cost.modelTokens).toBe(Math.ceil(prompt.length / 4) + Math.ceil((400 + pieces.join('').length) / 4));
  });

  it('takes a whole answer from a stream that says nothing about its end', async () => {
    server.replyWith(stream(pieces, { finishReason: null, usage: null }));

    expect(await run()).toMatchObject({ value, cost: { modelCalls: 1 } });
  });

  it('waits for a stream that goes on, however long it takes in all', async () => {
    const limits = holdLimits();
    reasoner = createReasoner({ timeoutMs: HELD_MS });
    const gates = Array.from({ length: 8 }, () => Promise.withResolvers<void>());
    const text = pieces.join('');
    server.replyWith(stream([...gates.flatMap(({ promise }, index) => [text.charAt(index), promise]), text.slice(8)]));
    const running = run();
    for (const [index, { resolve }] of gates.entries()) {
      // That of the request, and one of each token.
      await expect.poll(limits.begun).toBe(1 + index + 1);
      // Each pause is shorter than the limit; all together are longer.
      limits.pass(0.9 * HELD_MS);
      resolve();
    }

    expect(await running).toMatchObject({ value, cost: { modelCalls: 1 } });
  });

  it('does not take an empty piece for the first token', async () => {
    const limits = holdLimits();
    reasoner = createReasoner({ timeoutMs: HELD_MS });
    const gate = Promise.withResolvers<void>();
    server.replyWith(stream([delta({ role: 'assistant', content: '' }), gate.promise, ...pieces]));
    const read = readByClient('bodyChunkReceived');
    const running = run('sky '.repeat(15_000));
    await read;
    // What the client does with it takes no more than a turn.
    await new Promise(setImmediate);
    // Longer than the limit between two tokens, and shorter than the one before the first token of this prompt.
    limits.pass(2 * HELD_MS);
    gate.resolve();

    expect(await running).toMatchObject({ value, cost: { modelCalls: 1 } });
  });

  it('asks again when a stream falls silent, and gives the second request more time', async () => {
    const limits = holdLimits();
    reasoner = createReasoner({ timeoutMs: HELD_MS });
    server.replyWith(stream(['{"colors": ['], { ending: 'stall' }), stream(pieces));
    const running = run();
    // That of the request, and that of the token.
    await expect.poll(limits.begun).toBe(2);
    limits.runOut();

    expect(await running).toMatchObject({ value, cost: { engine: 'model', degradations: [] } });
    await server.requests[0]?.abandoned;
  });

  it('reports a stream that breaks off as a failure of the server', async () => {
    server.replyWith(stream(['{"colors": ['], { ending: 'cut' }));

    await expect(run()).rejects.toMatchObject({ facts: { silence: 'broken-off' } });
  });

  it('reports an error in the middle of a stream with its status', async () => {
    server.replyWith(stream(['{"colors": [', { error: { message: 'overloaded', code: 503 } }]));

    await expect(run()).rejects.toMatchObject({ facts: { status: 503, complaint: 'overloaded' } });
  });

  it('ends the request of a stream when the caller gives up', async () => {
    server.replyWith(stream(['{"colors": ['], { ending: 'stall' }));
    const controller = new AbortController();
    const reason = new Error('given up');

    const running = run('sky', controller.signal);
    const request = await server.arrival(0);
    controller.abort(reason);

    await expect(running).rejects.toBe(reason);
    await request.abandoned;
  });

  it('stops a stream that repeats itself, and uses the complete items before', async () => {
    const loop = Array.from({ length: 400 }, () => '"blue", ');
    server.replyWith(stream(['{"colors": ["red", ', ...loop], { ending: 'stall' }));

    expect(await run()).toMatchObject({
      value: { colors: ['red', 'blue'], remark: null },
      cost: {
        engine: 'model',
        modelCalls: 1,
        degradations: [{ cause: 'answer had no end and was stopped; what was complete of it was used' }],
      },
    });
    await server.requests[0]?.abandoned;
  });
});

describe('openai reasoner: servers that do not stream', () => {
  it('reads an answer in one piece although a stream was asked for', async () => {
    server.replyWith(answer(value), answer(value));

    expect((await run()).value).toEqual(value);
    expect((await run()).value).toEqual(value);
  });

  it.each([
    { parameter: 'stream_options', left: { stream: true, options: undefined } },
    { parameter: 'stream', left: { stream: undefined, options: undefined } },
  ])('leaves out $parameter when it is refused, and remembers it', async ({ parameter, left }) => {
    server.replyWith(unsupported(parameter), answer(value), answer(value));

    await run();
    await run();

    expect(sent('stream')).toEqual([true, left.stream, left.stream]);
    expect(sent('stream_options')).toEqual([{ include_usage: true }, left.options, left.options]);
    // The refusal was about nothing else.
    expect(server.requests.map(({ mode }) => mode)).toEqual(['json_schema', 'json_schema', 'json_schema']);
  });

  it('sends the plainest request when every mode is refused without a reason', async () => {
    const refusal = { ...status(400), body: '' };
    server.replyWith(refusal, refusal, refusal, refusal, answer(value));

    expect((await run()).value).toEqual(value);
    expect(Object.keys(server.requests[4]?.body ?? {}).sort()).toEqual(['messages', 'model', 'response_format']);
  });
});

describe('openai reasoner: a slow server', () => {
  it('is asked once more, and its answer counts', async () => {
    const limits = holdLimits();
    reasoner = createReasoner({ timeoutMs: HELD_MS });
    server.replyWith(hang, stream(pieces));
    const running = run();
    await server.arrival(0);
    limits.runOut();

    expect(await running).toMatchObject({ value, cost: { engine: 'model', degradations: [] } });
  });

  it('gets the time of a second request in the other form when the first was refused', async () => {
    const limits = holdLimits();
    reasoner = createReasoner({ timeoutMs: HELD_MS });
    server.replyWith(unsupported('max_tokens'), hang, hang);
    const running = run();
    running.catch(() => undefined);
    for (const index of [1, 2]) {
      await server.arrival(index);
      limits.runOut();
    }

    await expect(running).rejects.toMatchObject({ facts: { silence: 'too-slow' } });
    expect(server.requests).toHaveLength(3);
  });
});

describe('openai reasoner: length and temperature', () => {
  it('limits an answer by the size of the prompt, and leaves the temperature to the server', async () => {
    server.replyWith(answer(value), answer(value));

    await run('sky');
    await run('sky '.repeat(4_000));

    expect(sent('max_tokens')[0]).toBeGreaterThan(2_000);
    expect(Number(sent('max_tokens')[1])).toBeGreaterThan(Number(sent('max_tokens')[0]) + 3_900);
    expect(sent('temperature')).toEqual([undefined, undefined]);
  });

  it('sends what is set', async () => {
    reasoner = createReasoner({ maxTokens: 300, temperature: 0 });
    server.replyWith(answer(value));

    await run();

    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 300, temperature: 0 });
  });

  it('names the limit in the other way when it is refused, and leaves it out when that is refused too', async () => {
    reasoner = createReasoner({ maxTokens: 300 });
    server.replyWith(unsupported('max_tokens'), unsupported('max_completion_tokens'), answer(value), answer(value));

    await run();
    await run();

    expect(sent('max_tokens')).toEqual([300, undefined, undefined, undefined]);
    expect(sent('max_completion_tokens')).toEqual([undefined, 300, undefined, undefined]);
  });

  it('leaves out a temperature that is refused, and remembers it', async () => {
    reasoner = createReasoner({ temperature: 0.2 });
    const refusal = status(400, {
      message: "'temperature' does not support 0.2 with this model.",
      param: 'temperature',
    });
    server.replyWith(refusal, answer(value), answer(value));

    await run();
    await run();

    expect(sent('temperature')).toEqual([0.2, undefined, undefined]);
  });

  it('gives a model more room whose thoughts took all of it', async () => {
    const thoughts = stream([delta({ reasoning_content: 'Let me see.' })], { finishReason: 'length' });
    server.replyWith(thoughts, answer(value), answer(value));

    expect((await run()).value).toEqual(value);
    await run();

    const [first, second, third] = sent('max_tokens').map(Number);
    expect(second).toBe(4 * (first ?? 0));
    expect(third).toBe(second);
  });
});

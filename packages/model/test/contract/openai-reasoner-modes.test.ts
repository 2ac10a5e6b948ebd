import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import {
  answer,
  answerText,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../../../../test/support/servers/scripted-model-server.ts';

const value = { colors: ['red'], remark: null };
const refuse = (type: string) =>
  status(400, { message: `response_format ${type} is not supported`, param: 'response_format' });

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
const modes = () => server.requests.map(({ mode }) => mode);

describe('openai reasoner: output modes', () => {
  it('puts the schema into the prompt when only JSON objects are offered', async () => {
    server.replyWith(refuse('json_schema'), answer(value));

    expect((await run()).value).toEqual(value);

    expect(server.requests[1]?.body['response_format']).toEqual({ type: 'json_object' });
    expect(server.requests[1]?.step).toBe('list-colors');
    expect(server.requests[1]?.messages[0]?.content).toContain('"minItems":1');
  });

  it('asks for plain text when no response format is offered', async () => {
    server.replyWith(
      refuse('json_schema'),
      refuse('json_object'),
      answerText(`Here:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``),
    );

    expect((await run()).value).toEqual(value);
    expect(server.requests[2]).toMatchObject({ step: 'list-colors', mode: 'text' });
  });

  it.each([
    { name: 'a reason as bare text', refusal: status(400, "'response_format.type' must be 'json_object' or 'text'") },
    { name: 'an unavailable type', refusal: status(400, { message: 'This response_format type is unavailable now' }) },
    { name: 'an unknown field', refusal: status(422, { message: 'Extra inputs are not permitted' }) },
    {
      name: 'a failed validation of its own',
      refusal: status(500, { message: "1 validation error: {'loc': ('body', 'response_format', 'type')}" }),
    },
  ])('moves on when the endpoint refuses with $name', async ({ refusal }) => {
    server.replyWith(refusal, answer(value));

    await run();

    expect(modes()).toEqual(['json_schema', 'json_object']);
  });

  it.each([
    { name: 'a length', refusal: status(400, { message: "Invalid schema: 'maxLength' is not permitted" }) },
    { name: 'a grammar that it cannot build', refusal: status(400, { message: 'failed to parse grammar' }) },
    { name: 'no reason at all', refusal: { ...status(422), body: '{"detail": "response_format"}' } },
  ])('sends the schema without lengths when the endpoint refuses with $name', async ({ refusal }) => {
    server.replyWith(refusal, refuse('json_schema'), answer(value));

    await run();

    expect(modes()).toEqual(['json_schema', 'json_schema', 'json_object']);
    const lengths = server.requests.map(({ body }) => JSON.stringify(body['response_format']).includes('maxLength'));
    expect(lengths).toEqual([true, false, false]);
  });

  it('remembers for each model what the endpoint can do', async () => {
    server.replyWith(refuse('json_schema'), answer(value), answer(value), answer(value));

    await run();
    await run();
    await run({ ...listColorsStep, role: 'main' });

    expect(modes()).toEqual(['json_schema', 'json_object', 'json_object', 'json_schema']);
  });

  it('forgets modes again when every one of them was refused', async () => {
    server.replyWith(refuse('json_schema'), refuse('json_object'), refuse('text'), answer(value));

    await expect(run()).rejects.toThrow('answered 400');
    await run();

    expect(modes()).toEqual(['json_schema', 'json_object', 'text', 'json_schema']);
  });

  it('puts the schema into the prompt of an endpoint that accepts a schema and ignores it', async () => {
    server.replyWith(answer({ answer: 'red' }), answer(value), answer(value));

    await run();
    await run();

    expect(modes()).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('keeps enforcing the schema when only a length was wrong', async () => {
    server.replyWith(answer({ colors: ['ab'], remark: null }), answer(value));

    await run();

    expect(modes()).toEqual(['json_schema', 'json_schema']);
  });
});

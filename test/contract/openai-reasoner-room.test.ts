import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { ModelEndpointError } from '@plumbline/model/failures';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { listColorsStep } from '../support/builders/reasoning-step.ts';
import {
  answer,
  answerText,
  type ModelReply,
  raw,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
  stream,
} from '../support/servers/scripted-model-server.ts';

const value = { colors: ['red'], remark: null };
const SHORT = 'A red door.';
const LONG = 'The red door of the boat house. '.repeat(400);
const HALF = LONG.slice(LONG.length / 2);

let server: ScriptedModelServer;
let reasoner: Reasoner;

beforeEach(async () => {
  server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

const run = (text: string) =>
  reasoner.run(listColorsStep, text, {
    engine: 'configured',
    metering: UNLIMITED,
    signal: new AbortController().signal,
  });

async function errorOf(text: string): Promise<ModelEndpointError> {
  const error: unknown = await run(text).then(
    (result) => expect.fail(`expected a failure, got ${JSON.stringify(result)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ModelEndpointError)) throw error;
  return error;
}

const event = (data: object) =>
  raw(200, `event: error\ndata: ${JSON.stringify(data)}\n\n`, { 'content-type': 'text/event-stream' });
const json = (code: number, body: object) => raw(code, JSON.stringify(body), { 'content-type': 'application/json' });

/** How servers say that a prompt is too long. */
const REFUSALS: readonly { readonly server: string; readonly reply: ModelReply }[] = [
  {
    server: 'OpenAI',
    reply: status(400, {
      message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      code: 'context_length_exceeded',
    }),
  },
  { server: 'a code alone', reply: status(400, { message: 'no', code: 'context_length_exceeded' }) },
  {
    server: 'Azure',
    reply: status(400, { message: 'Input tokens exceed the configured limit of 2048 tokens.' }),
  },
  {
    server: 'llama.cpp',
    reply: status(400, {
      code: 400,
      message: 'no',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 3000,
      n_ctx: 2048,
    }),
  },
  {
    server: 'llama.cpp while it writes',
    reply: status(500, { code: 500, message: 'Context size has been exceeded.' }),
  },
  {
    server: 'LM Studio in a stream',
    reply: event({
      error: { message: 'The model is loaded with context length of only 4096 tokens, which is not enough.' },
    }),
  },
  {
    server: 'an error with status 200',
    reply: json(200, { error: { message: 'the input length exceeds the context length' } }),
  },
  {
    server: 'vLLM',
    reply: json(400, {
      object: 'error',
      message: 'The decoder prompt (length 2600) is longer than the maximum model length of 2048.',
      code: 400,
    }),
  },
  {
    server: 'text generation inference',
    reply: json(422, {
      error: '`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2600 `inputs` tokens',
      error_type: 'validation',
    }),
  },
  { server: 'Anthropic', reply: status(400, { message: 'prompt is too long: 214000 tokens > 200000 maximum' }) },
  {
    server: 'Gemini, in a list',
    reply: raw(
      400,
      JSON.stringify([
        {
          error: {
            code: 400,
            message: 'The input token count (40000) exceeds the maximum number of tokens allowed (32768).',
          },
        },
      ]),
      { 'content-type': 'application/json' },
    ),
  },
  { server: 'a proxy', reply: raw(413, '<h1>413 Request Entity Too Large</h1>', { 'content-type': 'text/html' }) },
  {
    server: 'a rate that one request exceeds',
    reply: status(429, { message: 'Request too large for m on tokens per minute (TPM): Limit 6000, Requested 9000' }),
  },
];

describe('a prompt that is too long', () => {
  it.each(REFUSALS)('is not waited for, and not sent again: $server', async ({ reply }) => {
    // Without the limit of length for the answer, which some take for the cause.
    server.answerBy(() => reply);
    const error = await errorOf(LONG);
    const before = server.requests.length;
    const again = await errorOf(LONG);

    expect(error).toMatchObject({ isTooLong: true, remedy: expect.stringContaining('longer context') });
    expect(toFailure(error)).toMatchObject({ type: 'ModelRejected', nonRetryable: true });
    expect(again).toMatchObject({ isTooLong: true, remedy: error.remedy });
    expect(server.requests.length).toBe(before);

    server.answerBy(() => answer(value));
    expect(await run(SHORT)).toMatchObject({ value });
  });

  it.each([
    { name: 'a rate limit', reply: status(429, { message: 'Rate limit of tokens per minute exceeded, retry in 2 s' }) },
    { name: 'a quota', reply: status(429, { message: 'tokens of the plan exceeded', code: 'insufficient_quota' }) },
    { name: 'an outage', reply: status(503, { message: 'the server is overloaded' }) },
    { name: 'a fault', reply: status(500, { message: 'CUDA out of memory' }) },
    { name: 'a key that is over', reply: status(401, { message: 'the token exceeds its maximum age' }) },
    { name: 'another refusal', reply: status(400, { message: 'the user is blocked' }) },
  ])('is not what $name says', async ({ reply }) => {
    server.replyWith(reply, answer(value));

    expect(await errorOf(LONG)).toMatchObject({ isTooLong: false });
    expect(await run(LONG)).toMatchObject({ value });
  });

  it('is kept within a context that the server names', async () => {
    const error = { message: 'no', type: 'exceed_context_size_error', n_ctx: 1024 };
    server.replyWith(answer(value), status(400, error));
    await run(SHORT);
    await errorOf(LONG);

    // 6,400 characters are more than 1,024 tokens and an answer.
    expect(await errorOf(HALF)).toMatchObject({ isTooLong: true, facts: { status: undefined } });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    { name: 'nothing', replies: [answerText(''), answerText('')] },
    { name: 'an empty stream', replies: [stream([{ choices: [] }]), stream([{ choices: [] }])] },
    { name: 'a refusal of another kind', replies: [status(422, { message: 'the request cannot be served' })] },
  ])('is the likeliest cause where shorter ones are answered and it gets $name', async ({ replies }) => {
    server.replyWith(...replies);
    const alone = await run(LONG).catch((thrown: unknown) => thrown);
    server.replyWith(answer(value), ...replies);
    await run(SHORT);

    expect(alone).not.toMatchObject({ isTooLong: true });
    expect(await errorOf(LONG)).toMatchObject({ isTooLong: true });
  });

  it('says nothing about a shorter one that was answered', async () => {
    server.replyWith(answer(value), status(413), answer(value));
    await run(LONG);
    await errorOf(HALF);

    expect(await run(HALF)).toMatchObject({ value });
  });
});

describe('a prompt that the server cut', () => {
  const usage = (prompt_tokens: number) => ({ prompt_tokens, completion_tokens: 9 });

  it.each([
    { name: 'far fewer tokens than it has', tokens: 512 },
    { name: 'a few more', tokens: 1_000 },
    { name: 'a round number of tokens, as a context has', tokens: 2_048 },
  ])('is not answered: the server read $name', async ({ tokens }) => {
    server.replyWith(answerText(JSON.stringify(value), { usage: usage(tokens) }));

    expect(await errorOf(LONG)).toMatchObject({
      isTooLong: true,
      message: expect.stringMatching(new RegExp(`read only ${tokens} tokens .*OLLAMA_CONTEXT_LENGTH`)),
    });
    expect(await errorOf(LONG)).toMatchObject({ isTooLong: true });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    { name: 'as many tokens as it has', tokens: 3_200 },
    { name: 'few, of long words', tokens: 2_130 },
    { name: 'a round number that it may have', tokens: 3_072 },
    { name: 'what was not kept from before', tokens: 12 },
    { name: 'none', tokens: 0 },
  ])('is none where the server counts $name', async ({ tokens }) => {
    server.replyWith(answerText(JSON.stringify(value), { usage: usage(tokens) }));

    expect(await run(LONG)).toMatchObject({ value });
  });

  it('is known by the same number of tokens afterwards, also where it is not far shorter', async () => {
    const cut = () => answerText(JSON.stringify(value), { usage: usage(800) });
    server.replyWith(cut(), cut());
    await errorOf(LONG);

    // 2,300 characters fit by their number; this server reads as many tokens of them as it can.
    expect(await errorOf(LONG.slice(0, 2_300))).toMatchObject({ isTooLong: true });
  });
});

import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { CancelledFailure } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { listColorsStep } from '../support/builders/reasoning-step.ts';
import { HELD_MS, holdLimits } from '../support/held-limits.ts';
import {
  answer,
  disconnect,
  hang,
  type ModelReply,
  raw,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
} from '../support/servers/scripted-model-server.ts';

const KEY = 'sk-contract-test-key';
const QUESTION = 'Which harbour freezes first in a hard winter?';

let server: ScriptedModelServer;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

function run({ timeoutMs = 600_000, signal = new AbortController().signal } = {}): Promise<unknown> {
  const models = { small: 'small-model', main: 'main-model' };
  const reasoner = createOpenAIReasoner({ apiKey: KEY, baseURL: server.baseURL, models, timeoutMs });
  return reasoner.run(listColorsStep, QUESTION, { engine: 'configured', metering: UNLIMITED, signal });
}

/** What Temporal is told about these replies. */
async function failureOf(replies: readonly ModelReply[], options: Parameters<typeof run>[0] = {}): Promise<unknown> {
  server.replyWith(...replies);
  return run(options).then(
    (result) => expect.fail(`expected a failure, got ${JSON.stringify(result)}`),
    (error: unknown) => toFailure(error),
  );
}

describe('openai reasoner: failures', () => {
  it.each([
    { code: 400, type: 'ModelRejected', remedy: 'PLUMBLINE_MODEL' },
    { code: 401, type: 'ModelMisconfigured', remedy: 'Set OPENAI_API_KEY to a key that' },
    { code: 402, type: 'ModelUnavailable', remedy: 'billing' },
    { code: 403, type: 'ModelMisconfigured', remedy: 'Set OPENAI_API_KEY to a key that may use small-model' },
    { code: 404, type: 'ModelMisconfigured', remedy: 'Set model.small to a model that' },
    { code: 422, type: 'ModelRejected', remedy: 'PLUMBLINE_MODEL' },
    { code: 408, type: 'ModelUnavailable', remedy: 'OPENAI_BASE_URL' },
    { code: 409, type: 'ModelUnavailable', remedy: 'OPENAI_BASE_URL' },
    { code: 429, type: 'ModelUnavailable', remedy: 'use another account' },
    { code: 500, type: 'ModelUnavailable', remedy: 'status page' },
    { code: 503, type: 'ModelUnavailable', remedy: 'status page' },
  ])('makes $type of $code, says why and what to do, and sends one request', async ({ code, type, remedy }) => {
    const failure = await failureOf([status(code, { message: 'because of\n reasons.' })]);

    const host = new URL(server.baseURL).host;
    expect(failure).toMatchObject({
      type,
      nonRetryable: type !== 'ModelUnavailable' || code === 402,
      message: expect.stringContaining(`${host} (model small-model) answered ${code}: because of reasons. `),
    });
    expect(failure).toMatchObject({ message: expect.stringContaining(remedy) });
    expect(server.requests).toHaveLength(1);
  });

  it('makes Temporal wait as long as a 429 asks', async () => {
    expect(await failureOf([status(429, { message: 'slow down' }, { 'retry-after': '7' })])).toMatchObject({
      type: 'ModelUnavailable',
      nextRetryDelay: 7_000,
    });
  });

  it.each([
    { message: 'You exceeded your current quota', code: 'insufficient_quota' },
    { message: 'You exceeded your current quota', type: 'insufficient_quota' },
    { message: 'limit', code: 'billing_hard_limit_reached' },
  ])('does not ask again at once when the quota is used up: $code $type', async (error) => {
    expect(await failureOf([status(429, error, { 'retry-after': '7' })])).toMatchObject({
      type: 'ModelUnavailable',
      nonRetryable: true,
      message: expect.stringContaining('billing'),
      details: [{ isQuota: true, retryAfterMs: 7_000 }],
    });
  });

  it('follows x-should-retry', async () => {
    expect(await failureOf([status(500, {}, { 'x-should-retry': 'false' })])).toMatchObject({ nonRetryable: true });
  });

  const json = { 'content-type': 'application/json' };

  it.each([
    {
      name: 'a gateway page',
      reply: raw(502, '<html><title>502 Bad Gateway</title></html>', { 'content-type': 'text/html' }),
      type: 'ModelUnavailable',
      says: 'answered 502: 502 Bad Gateway.',
    },
    {
      name: 'a web page',
      reply: raw(200, '<html>Welcome</html>', { 'content-type': 'text/html' }),
      type: 'ModelMisconfigured',
      says: 'contains no chat completion. Set OPENAI_BASE_URL',
    },
    {
      name: 'half a JSON text',
      reply: raw(200, '{"choices": [', json),
      type: 'ModelUnavailable',
      says: 'empty or not JSON',
    },
    { name: 'nothing', reply: raw(200, '', json), type: 'ModelUnavailable', says: 'empty or not JSON' },
    {
      name: 'an error with status 200',
      reply: raw(200, '{"error": {"message": "slow", "code": 429}}', json),
      type: 'ModelUnavailable',
      says: 'answered 429: slow',
    },
    { name: 'a broken connection', reply: disconnect, type: 'ModelUnavailable', says: 'closed the connection' },
  ])('makes $type of $name', async ({ reply, type, says }) => {
    expect(await failureOf([reply])).toMatchObject({ type, message: expect.stringContaining(says) });
  });

  it('asks a server that does not answer in time once more, and then waits for it like for one that is down', async () => {
    const limits = holdLimits();
    const failure = failureOf([hang, hang], { timeoutMs: HELD_MS });
    for (const index of [0, 1]) {
      await server.arrival(index);
      limits.runOut();
    }

    expect(await failure).toMatchObject({
      type: 'ModelUnavailable',
      nonRetryable: false,
      message: expect.stringContaining('accepted the request and did not answer within'),
      details: [expect.not.objectContaining({ isTimeout: true })],
    });
    expect(server.requests).toHaveLength(2);
    for (const { abandoned } of server.requests) await abandoned;
  });

  it('names the refused connection of a server that is down', async () => {
    await server.close();

    expect(await failureOf([])).toMatchObject({
      type: 'ModelUnavailable',
      message: expect.stringContaining('(ECONNREFUSED). Check OPENAI_BASE_URL and whether its server is running.'),
    });
  });

  it('shows neither the key nor the prompt that the provider echoes', async () => {
    const echo = { message: `key ${KEY} may not ask "<text>${QUESTION}</text>"`, code: 'invalid_api_key' };

    const failure = await failureOf([status(401, echo)]);

    const shown = JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String((failure as Error).cause);
    expect(shown).toContain('key [key] may not ask');
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain('harbour');
  });

  it('cuts a long complaint', async () => {
    const failure = await failureOf([status(500, { message: 'very '.repeat(500) })]);

    expect((failure as Error).message.length).toBeLessThan(500);
  });

  it('fails for a re-ask that the endpoint does not answer', async () => {
    expect(await failureOf([answer({ colors: 5 }), status(503)])).toMatchObject({ type: 'ModelUnavailable' });
  });
});

describe('openai reasoner: cancellation', () => {
  it('aborts the request and throws the reason', async () => {
    server.replyWith(hang);
    const controller = new AbortController();
    const reason = new CancelledFailure('CANCELLED');

    // Longer than the test may take: only the signal can end the request.
    const running = run({ signal: controller.signal, timeoutMs: 600_000 });
    const request = await server.arrival(0);
    controller.abort(reason);

    await expect(running).rejects.toBe(reason);
    await request.abandoned;
  });

  it('sends nothing after cancellation', async () => {
    const reason = new CancelledFailure('CANCELLED');

    await expect(run({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});

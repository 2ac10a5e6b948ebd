import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCalls } from '../../../../test/support/builders/test-calls.ts';
import { HELD_MS, holdLimits } from '../../../../test/support/held-limits.ts';
import {
  answer,
  answerText,
  type ScriptedModelServer,
  startScriptedModelServer,
  status,
  stream,
} from '../../../../test/support/servers/scripted-model-server.ts';

const output = z.object({ claims: z.array(z.object({ text: z.string() })), note: z.string() });
const stateStep: ReasoningStep<string, z.infer<typeof output>> = {
  name: 'state',
  role: 'main',
  version: 1,
  output,
  prompt: (text) => ({ system: 'You state what a text says.', user: `<text>${text}</text>` }),
  offline: (text) => ({ claims: [{ text }], note: '' }),
};
const said = { claims: [{ text: 'It burns.' }, { text: 'It smokes.' }], note: 'no text' };
const whole = JSON.stringify(said);
const models = { small: 'small-model', main: 'main-model' };

let server: ScriptedModelServer;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

/** What a listener hears, with `reset` where the text so far is void. */
function createListener() {
  const heard: string[] = [];
  const first = Promise.withResolvers<void>();
  const onText = (delta: string) => {
    heard.push(delta);
    first.resolve();
  };
  return { heard, first: first.promise, onText, onReset: () => void heard.push('reset') };
}

const createReasoner = (timeoutMs = 600_000) =>
  createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs });

async function listen(reasoner = createReasoner()) {
  const { heard, ...listener } = createListener();
  const call = { engine: 'configured' as const, metering: UNLIMITED, signal: new AbortController().signal };
  const { value } = await reasoner.run(stateStep, 'lamp', { ...call, ...listener });
  return { heard, value };
}

describe('openai reasoner: text for a listener', () => {
  it('comes while the model is still writing', async () => {
    const gate = Promise.withResolvers<void>();
    const listener = createListener();
    server.replyWith(stream(['{"claims": [{"text": "It bu', gate.promise, 'rns."}], "note": ""}']));
    const call = { engine: 'configured' as const, metering: UNLIMITED, signal: new AbortController().signal };

    const running = createReasoner().run(stateStep, 'lamp', { ...call, ...listener });
    await listener.first;

    expect(listener.heard).toEqual(['It bu']);
    gate.resolve();
    await running;
    expect(listener.heard).toEqual(['It bu', 'rns.']);
  });

  it.each([
    ['a schema', 0],
    ['JSON', 1],
    ['text', 2],
  ])('is the same where the endpoint knows %s', async (_, refusals) => {
    const refused = status(400, { message: 'response_format is not supported' });
    server.replyWith(
      ...Array.from({ length: refusals }, () => refused),
      stream(['So:\n```json\n', whole.slice(0, 30), whole.slice(30), '\n```']),
    );

    const { heard, value } = await listen();

    expect(value).toEqual(said);
    expect(heard.join('')).toBe('It burns.\nIt smokes.');
  });

  it('comes at once where the endpoint does not stream', async () => {
    server.replyWith(answer(said));

    expect((await listen()).heard).toEqual(['It burns.\nIt smokes.']);
  });

  it('comes at once where the answer is stored', async () => {
    const home = await temporaryFolder();
    const { store, paidCalls } = createTestCalls(home.path);
    const reasoner = createOpenAIReasoner({
      apiKey: 'k',
      baseURL: server.baseURL,
      models,
      timeoutMs: 600_000,
      paidCalls,
    });
    server.replyWith(stream([whole]));
    await listen(reasoner);

    expect((await listen(reasoner)).heard).toEqual(['It burns.\nIt smokes.']);
    await store.close();
    await home.dispose();
  });

  it('begins anew where the model is asked again, and is void where its answer cannot be used', async () => {
    server.replyWith(stream(['{"claims": [{"text": "No."}]}']), stream([whole]));
    const corrected = await listen();
    server.replyWith(stream(['{"claims": [{"text": "No."}]}']), stream(['{"claims": [{"text": "Never."}]}']));
    const unusable = await listen();

    expect(corrected.heard).toEqual(['No.', 'reset', 'It burns.\nIt smokes.']);
    expect(unusable.heard).toEqual(['No.', 'reset', 'Never.', 'reset']);
    expect(unusable.value).toEqual(stateStep.offline('lamp'));
  });

  it('goes on where a model goes on with an answer that was cut off, and repeats nothing', async () => {
    const cut = whole.indexOf('okes');
    server.replyWith(stream([whole.slice(0, cut)], { finishReason: 'length' }), stream([whole.slice(cut)]));

    const { heard, value } = await listen();

    expect(value).toEqual(said);
    expect(heard).toEqual(['It burns.\nIt sm', 'okes.']);
  });

  it('begins anew where a silent stream is asked for again', async () => {
    server.replyWith(stream(['{"claims": [{"text": "It bu'], { ending: 'stall' }), stream([whole]));

    const limits = holdLimits();
    const listening = listen(createReasoner(HELD_MS));
    // That of the request, and that of the token.
    await expect.poll(limits.begun).toBe(2);
    limits.runOut();

    expect((await listening).heard).toEqual(['It bu', 'reset', 'It burns.\nIt smokes.']);
  });

  it('is that of the answer where thoughts without an opening tag looked like one', async () => {
    server.replyWith(stream(['Perhaps {"text": "draft"}', '? No.</think>', whole]));

    expect((await listen()).heard).toEqual(['draft', 'reset', 'It burns.\nIt smokes.']);
  });

  it('comes up to the damage where the JSON had to be repaired', async () => {
    server.replyWith(answerText(`{"claims": [{"text": "It burns."}], note: "bare name"}`));

    const { heard, value } = await listen();

    expect(value).toEqual({ claims: [{ text: 'It burns.' }], note: 'bare name' });
    expect(heard).toEqual(['It burns.']);
  });
});

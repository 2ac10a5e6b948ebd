import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';
import {
  answerText,
  type ModelReply,
  raw,
  type ScriptedModelServer,
  startScriptedModelServer,
} from '../../../../test/support/servers/scripted-model-server.ts';

const value = { colors: ['red', 'blue'], remark: null };
const text = JSON.stringify(value);
const usage = { prompt_tokens: 30, completion_tokens: 9 };

let server: ScriptedModelServer;

beforeEach(async () => {
  server = await startScriptedModelServer();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

function run() {
  const models = { small: 'small-model', main: 'main-model' };
  const reasoner = createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 });
  const signal = new AbortController().signal;
  return reasoner.run(listColorsStep, 'sky', { engine: 'configured', metering: UNLIMITED, signal });
}

const whole = JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content: text } }], usage });
const chunk = (delta: object, finish_reason: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] });
const parts = [chunk({ role: 'assistant' }), chunk({ content: text.slice(0, 9) }), chunk({ content: text.slice(9) })];
const events = (lines: readonly string[], end = '\n\n') => lines.map((line) => `data: ${line}${end}`).join('');
const ended = [...parts, chunk({}, 'stop'), '[DONE]'];

describe('a reply is read as what it is', () => {
  it.each([
    { name: 'JSON as plain text', type: 'text/plain; charset=utf-8', body: whole },
    { name: 'JSON as bytes', type: 'application/octet-stream', body: whole },
    { name: 'JSON as a stream', type: 'text/event-stream', body: whole },
    { name: 'JSON without a type', type: undefined, body: whole },
    { name: 'JSON behind a byte order mark', type: 'application/json', body: `\uFEFF${whole}` },
    { name: 'JSON behind blank lines', type: 'application/json', body: `\n\n\n\n\n\n\n\n${whole}\n` },
    { name: 'a stream as plain text', type: 'text/plain', body: events(ended) },
    { name: 'a stream as bytes', type: 'application/octet-stream', body: events(ended) },
    { name: 'a stream as JSON', type: 'application/json', body: events(ended) },
    { name: 'a stream behind a byte order mark', type: 'text/event-stream', body: `\uFEFF${events(ended)}` },
    { name: 'a stream behind comments', type: 'text/plain', body: `: keep-alive\n\n: processing\n\n${events(ended)}` },
    { name: 'a stream with named events', type: 'text/plain', body: `event: message\n${events(ended)}` },
    { name: 'a stream with CRLF', type: 'text/event-stream', body: events(ended, '\r\n\r\n') },
    { name: 'a stream without [DONE]', type: 'text/event-stream', body: events(ended.slice(0, -1)) },
    { name: 'a stream without a finish reason', type: 'text/event-stream', body: events([...parts, '[DONE]']) },
  ])('$name', async ({ type, body }) => {
    server.replyWith(raw(200, body, type === undefined ? {} : { 'content-type': type }));

    expect(await run()).toMatchObject({ value, cost: { modelCalls: 1, degradations: [] } });
  });
});

const message = (fields: object, choice: object = {}): ModelReply =>
  answerText(null, { choice: { message: { role: 'assistant', content: null, ...fields }, ...choice } });
const called = { name: 'list_colors', arguments: text };
const streamed = (...deltas: readonly object[]) =>
  raw(200, events([...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), '[DONE]']), {
    'content-type': 'text/event-stream',
  });
const argue = (words: string) => ({ tool_calls: [{ index: 0, function: { arguments: words } }] });

describe('an answer is found where the model put it', () => {
  it.each([
    { field: 'reasoning_content', reply: message({ reasoning_content: `Red and blue. ${text}` }) },
    { field: 'reasoning', reply: message({ reasoning: text }) },
    { field: 'tool_calls', reply: message({ tool_calls: [{ id: 'c', type: 'function', function: called }] }) },
    {
      field: 'tool_calls as an object',
      reply: message({ tool_calls: [{ function: { ...called, arguments: value } }] }),
    },
    { field: 'function_call', reply: message({ function_call: called }, { finish_reason: 'function_call' }) },
    {
      field: 'parts of the content',
      reply: message({
        content: [
          { type: 'text', text: text.slice(0, 9) },
          { type: 'text', text: text.slice(9) },
        ],
      }),
    },
    {
      field: 'a part behind thoughts',
      reply: message({
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text },
        ],
      }),
    },
    {
      field: 'reasoning_content of a stream',
      reply: streamed({ reasoning_content: 'Hm. ' }, { reasoning_content: text }),
    },
    { field: 'tool_calls of a stream', reply: streamed(argue(text.slice(0, 9)), argue(text.slice(9))) },
  ])('$field', async ({ reply }) => {
    server.replyWith(reply);

    expect(await run()).toMatchObject({ value, cost: { modelCalls: 1, degradations: [] } });
  });

  it.each([
    {
      name: 'thoughts alone',
      reply: message({ reasoning_content: 'Red, I think.' }),
      says: 'the model put its answer into reasoning_content',
    },
    {
      name: 'a call without values',
      reply: message({ tool_calls: [{ function: { name: 'x', arguments: 'none' } }] }),
      says: 'the model put its answer into tool_calls',
    },
    {
      name: 'choices that are null',
      reply: raw(200, JSON.stringify({ choices: null, usage }), { 'content-type': 'application/json' }),
      says: 'the endpoint answered without choices',
    },
    {
      name: 'no choices',
      reply: raw(200, JSON.stringify({ choices: [], usage }), { 'content-type': 'application/json' }),
      says: 'the endpoint answered without choices',
    },
    {
      name: 'usage alone in a stream',
      reply: raw(200, events([JSON.stringify({ choices: [], usage }), '[DONE]']), {
        'content-type': 'text/event-stream',
      }),
      says: 'the endpoint answered without choices',
    },
    { name: 'nothing', reply: answerText(''), says: 'it was empty' },
  ])('and the note says where it is not: $name', async ({ reply, says }) => {
    server.replyWith(reply, reply);
    const { cost } = await run();

    expect(cost.degradations).toEqual([
      {
        step: 'list-colors',
        cause: `answer contained no JSON object after one re-ask: ${says}. Choose another model (PLUMBLINE_MODEL).`,
        count: 1,
        isByRule: true,
      },
    ]);
  });
});

const draft = '{"draft": true}';
const other = JSON.stringify({ colors: ['green'], remark: null });

describe('the object that is the answer', () => {
  it.each([
    { name: 'behind thoughts', said: `<think>${draft}</think>${text}` },
    { name: 'behind thoughts without an opening', said: `Perhaps ${draft}.\n</think>\n${text}` },
    { name: 'behind thoughts of another name', said: `<thinking>\n${other}\n</thinking>\n${text}` },
    { name: 'behind thoughts in brackets', said: `[THINK]${other} fits.[/THINK]${text}` },
    { name: 'behind reasoning', said: `<reasoning>${draft}</reasoning>\n\n\`\`\`json\n${text}\n\`\`\`` },
    {
      name: 'in the last channel',
      said: `<|channel|>analysis<|message|>${other}<|end|><|start|>assistant<|channel|>final<|message|>${text}<|return|>`,
    },
    {
      name: 'in a channel that says what it holds',
      said: `<|start|>assistant<|channel|>final <|constrain|>json<|message|>${text}<|end|>`,
    },
    { name: 'written twice', said: text + text },
    { name: 'written twice, on two lines', said: `${text}\n${text}` },
    { name: 'the last of two', said: `${other}\n${text}` },
    { name: 'before an example that does not fit', said: `${text}\nFor example ${draft}.` },
    { name: 'before one that was begun', said: `${text}\n${text.slice(0, 9)}` },
    { name: 'in a list', said: `[${text}]` },
    { name: 'the last of a list', said: `[${other}, ${text}]` },
    { name: 'written like a dictionary', said: "{'colors': ['red', 'blue'], 'remark': None}" },
    { name: 'in an echo of the schema', said: JSON.stringify({ type: 'object', properties: value }) },
    { name: 'in a call that is written out', said: JSON.stringify({ name: 'list_colors', arguments: value }) },
    { name: 'under the name of the schema', said: JSON.stringify({ list_colors: value }) },
    { name: 'between braces of the prose', said: `The {colors} are, as {asked:\n${text}\nof {the sky}` },
  ])('$name', async ({ said }) => {
    server.replyWith(answerText(said));

    expect(await run()).toMatchObject({ value, cost: { modelCalls: 1, degradations: [] } });
  });

  it.each([
    { name: 'is not taken from thoughts without an end', said: `<think>Perhaps ${text} or` },
    { name: 'is not taken from thoughts in brackets without an end', said: `[THINK]Perhaps ${text} or` },
    { name: 'is not taken from another channel', said: `<|channel|>analysis<|message|>Perhaps ${text}<|end|>` },
    { name: 'is not an entry of one that was damaged', said: `{"items": [${text}, {"colors": ` },
  ])('$name', async ({ said }) => {
    const broken = answerText(said);
    server.replyWith(broken, broken);

    expect(await run()).toMatchObject({ cost: { engine: 'offline', modelCalls: 2 } });
  });
});

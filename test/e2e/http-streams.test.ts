import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAMP, replyTo } from '../support/builders/scripted-answers.ts';
import type { ReadEvent } from '../support/builders/sent-events.ts';
import { answerStep } from '../support/builders/step-answers.ts';
import { LAMP_DOCUMENTS } from '../support/processes/cli.ts';
import { readJson, readStream, serveApi, type ServedApi } from '../support/processes/served-api.ts';
import {
  type ScriptedModelServer,
  startScriptedModelServer,
  stream,
} from '../support/servers/scripted-model-server.ts';
import { createKillableWorld, type KillableWorld } from '../support/worlds/worker-process.ts';

// What the model writes; no document says the second sentence.
const KNOWN = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const INVENTED = 'The harbour lamp burns for 11 hours on one filling of seal oil.';
const WRITTEN = `${KNOWN} ${INVENTED}`;

/** The model writes up to a figure, and goes on when the first promise resolves; likewise at the next figure. */
type Holds = readonly [Promise<void>, Promise<void>];

let world: KillableWorld;
let model: ScriptedModelServer;
let api: ServedApi;
const holds: Holds[] = [];

const serve = (port = 0) => serveApi({ ...world, ...world.asProcesses() }, { port });
const portOf = ({ address }: ServedApi): number => Number(new URL(address).port);

beforeAll(async () => {
  model = await startScriptedModelServer();
  const settings = { OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' };
  world = await createKillableWorld(LAMP_DOCUMENTS, settings);
  model.answerBy((request) => {
    if (request.step !== 'compose-answer') return replyTo(request);
    const [first, second] = holds.shift() ?? [];
    const prompt = request.messages.map(({ content }) => content).join('\n');
    const [beginning = '', middle = '', ending = ''] = composed(prompt).split(/(?=nine|11 )/);
    return stream([beginning, ...(first ? [first] : []), middle, ...(second ? [second] : []), ending]);
  });
  api = await serve();
});
afterAll(async () => {
  await world.close();
  await model.close();
});

function composed(prompt: string): string {
  const knowledge: typeof LAMP = {
    ...LAMP,
    report: (read) => {
      const citations = read.quotes.filter(({ text }) => text.includes('nine hours')).map(({ key }) => key);
      return { summary: [KNOWN, INVENTED].map((text) => ({ text, citations: citations.slice(0, 1) })) };
    },
  };
  return String(answerStep({ step: 'compose-answer', prompt }, knowledge));
}

/** Holds the next text of the model. */
function holdWriting() {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  holds.push([first.promise, second.promise]);
  return { goOn: first.resolve, finish: second.resolve };
}

async function ask(message: string, userId: string) {
  return readStream(await api.post('/api/query/stream', { message, userId, messageId: `of-${userId}` }));
}

const resume = async (userId: string, { id }: ReadEvent) =>
  readStream(await api.get(`/api/query/stream?userId=${userId}`, { 'last-event-id': id }));

const textsWritten = () => model.requests.filter(({ step }) => step === 'compose-answer').length;

/** The text as a reader has it at the end. */
function textOf(events: readonly ReadEvent[]): string {
  const valid = events.slice(events.findLastIndex(({ event }) => event === 'reset') + 1);
  return valid.flatMap(({ event, data }) => (event === 'text' ? [JSON.parse(data).text as string] : [])).join('');
}

/** Every event has the number behind that of the one before, from 1. */
function expectGapless(events: readonly ReadEvent[]): void {
  const { sessionId, messageId } = JSON.parse(events[0]?.data ?? '');
  const ids = events.map((_event, index) => (index === 0 ? messageId : `${sessionId}:1;${index}`));
  expect(events.map(({ id }) => id)).toEqual(ids);
}

function expectVerifiedEnd(events: readonly ReadEvent[]): void {
  const kinds = events.map(({ event }) => event);
  expect(kinds[0]).toBe('session');
  expect(kinds.slice(-2)).toEqual(['citations', 'end']);
  expect(kinds.filter((kind) => kind === 'end' || kind === 'citations')).toHaveLength(2);
  const { answer } = JSON.parse(events.at(-1)?.data ?? '');
  expect(answer.summary).toContain('nine hours');
  expect(answer.summary).not.toContain('11 hours');
  expect(JSON.parse(events.at(-2)?.data ?? '').citations).toEqual(answer.citations);
}

describe('a stream over HTTP', () => {
  it('has stages, the text while the model still writes, and the verified answer', async () => {
    const writing = holdWriting();

    const reading = await ask('How long does the harbour lamp burn on one filling?', 'stella');
    await reading.until('text');
    writing.goOn();
    await reading.until('text');
    writing.finish();
    await reading.rest();

    const { events } = reading;
    expect(textOf(events)).toBe(WRITTEN);
    expectGapless(events);
    expectVerifiedEnd(events);
    const stages = events.flatMap(({ event, data }) => (event === 'stage' ? [JSON.parse(data).stage] : []));
    expect(stages).toEqual(expect.arrayContaining(['indexing', 'writing', 'verifying']));
  });

  it('goes on where it was lost, also when the server was killed meanwhile, and nothing is asked again', async () => {
    const writing = holdWriting();
    const before = textsWritten();

    const reading = await ask('For how many hours does the harbour lamp burn?', 'karla');
    const last = await reading.until('text');
    await reading.drop();
    api.command.process.kill('SIGKILL');
    await api.command.ended;
    writing.goOn();
    api = await serve(portOf(api));
    const resumed = await resume('karla', last);
    await resumed.until('text');
    writing.finish();
    await resumed.rest();

    const events = [...reading.events, ...resumed.events];
    expect(textOf(events)).toBe(WRITTEN);
    expectGapless(events);
    expectVerifiedEnd(events);
    expect(textsWritten() - before).toBe(1);
    const over = await api.get('/api/query/stream?userId=karla', { 'last-event-id': events.at(-1)?.id ?? '' });
    expect(over.status).toBe(204);
  });

  it('begins the text again when the worker is killed in the middle of it', async () => {
    const writing = holdWriting();
    const reading = await ask('How many hours of light does one filling give the harbour lamp?', 'wilma');
    await reading.until('text');

    await world.killWorker();
    await reading.until('reset');
    await reading.rest();
    writing.finish();

    expect(textOf(reading.events)).toBe(WRITTEN);
    expectGapless(reading.events);
    expectVerifiedEnd(reading.events);
  });

  it('ends at once when the server is stopped, and the answer goes on without it', async () => {
    const writing = holdWriting();
    const reading = await ask('How long will the lamp of the harbour burn on a filling?', 'ida');
    const session = JSON.parse((await reading.until('session')).data);
    await reading.until('text');

    api.command.process.kill('SIGINT');
    await reading.rest();
    const { code, stderr } = await api.command.ended;
    writing.goOn();
    writing.finish();
    api = await serve(portOf(api));
    const view = async () => (await readJson(api.get(`/api/sessions/${session.sessionId}?userId=ida`))).body;
    await expect.poll(async () => (await view()).answers.length, { interval: 200 }).toBe(1);

    expect([code, stderr]).toEqual([130, expect.stringContaining('Answers and runs go on')]);
    expect(reading.events.map(({ event }) => event)).not.toContain('end');
    expect((await view()).answers[0].summary).toContain('nine hours');
  });
});

import type { ComposeAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createComposeAnswer } from '../../activities/entries/answers/compose-answer.ts';
import { runAsActivity } from '../support/builders/activity-context.ts';
import { checkText } from '../support/builders/checked-drafts.ts';
import { contextOf } from '../support/builders/conversation-fixtures.ts';
import { createMemoryAnswerStream, type MemoryAnswerStream } from '../support/builders/memory-answer-stream.ts';
import { anchorOf } from '../support/builders/research-fixtures.ts';
import { storedFinding } from '../support/builders/stored-findings.ts';
import { BY_RULE, createTestActivities, type TestActivities } from '../support/builders/test-activities.ts';
import {
  answer,
  type ScriptedModelServer,
  startScriptedModelServer,
  stream,
} from '../support/servers/scripted-model-server.ts';

const ANSWER = 'session-1:1';
/** Of the first sentence of the passage. */
const ADDRESS = '[p1.1]';
const BURNS = 'The harbour lamp burns for nine hours on one filling of rapeseed oil.';
const LOESCHEN = 'Die Laterne der Mole wird bei Sonnenaufgang gelöscht.';
const WRITTEN = 'On one filling of rapeseed oil the harbour lamp burns for nine hours.';
const MEASURED = 'A trimmed wick adds one hour to the burning time of the harbour lamp.';

let world: TestActivities;
let server: ScriptedModelServer;
let answerStream: MemoryAnswerStream;

beforeAll(async () => {
  world = await createTestActivities();
});

afterAll(() => world.dispose());

beforeEach(async () => {
  server = await startScriptedModelServer();
  answerStream = createMemoryAnswerStream();
});

afterEach(async () => {
  await server.close();
  server.assertDone();
});

function compose(input: ComposeAnswerInput, { attempt = 1, isOffline = false } = {}) {
  const models = { small: 'small-model', main: 'main-model' };
  const activity = createComposeAnswer({
    corpus: world.corpus.index,
    blobs: createFileBlobStore(world.corpus.home),
    reasoner: isOffline
      ? createOfflineReasoner()
      : createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 }),
    answerStream,
  });
  return runAsActivity(() => activity(input, new AbortController().signal), { attempt });
}

async function inputOf(words = BURNS, changes: Partial<ComposeAnswerInput> = {}): Promise<ComposeAnswerInput> {
  return {
    ...BY_RULE,
    answerId: ANSWER,
    anchor: anchorOf(),
    corpusId: world.report.corpusId,
    findings: [await storedFinding(world, 't1f1', words)],
    guidance: { layout: 'prose', attributes: [] },
    context: contextOf(),
    streams: true,
    ...changes,
  };
}

const said = (...texts: readonly string[]) => texts.map((text) => `${text} ${ADDRESS}`).join(' ');
const eventsOf = async () => (await answerStream.read(ANSWER, 0)).map(({ event }) => event);
const verify = async (input: ComposeAnswerInput, draft: ReportDraft, engine: 'model' | 'offline') =>
  checkText(world.activities, { anchor: input.anchor, draft, findings: [...input.findings], engine });

describe('composeAnswer with a model', () => {
  it('streams the text before the model has ended, and its draft is verified', async () => {
    const gate = Promise.withResolvers<void>();
    const text = said(WRITTEN);
    const cut = text.indexOf('harbour');
    server.replyWith(stream([text.slice(0, cut), gate.promise, text.slice(cut)]));
    const input = await inputOf();

    const composing = compose(input);
    await answerStream.arrival(ANSWER, 1);
    const early = await answerStream.textOf(ANSWER);
    gate.resolve();
    const { value: draft, cost } = await composing;
    const { draft: verified, quality } = await verify(input, draft, cost.engine);

    expect(early).toBe('On one filling of rapeseed oil the');
    expect(await answerStream.textOf(ANSWER)).toBe(WRITTEN);
    expect(cost).toMatchObject({ engine: 'model', degradations: [] });
    expect(verified.summary).toMatchObject([{ text: WRITTEN, citations: [expect.stringMatching(/^t1f1s\d+-\d+$/)] }]);
    expect(verified.certainties).toBeUndefined();
    expect(quality).toMatchObject({ claims: 1, statementsRemoved: 0, claimsRepaired: 0 });
  });

  it('takes what may be asked next from the end of the text, and never streams it', async () => {
    const next = ['Where are wicks stored?', 'Who trims the wick?'];
    server.replyWith(stream([said(WRITTEN), `\n\n## NEXT\n\n- ${next[0]} ${ADDRESS}\n- ${next[1]}\n`]));
    const input = await inputOf();
    const { value: draft, cost } = await compose(input);
    const { draft: verified } = await verify(input, draft, cost.engine);

    expect(draft).toMatchObject({ summary: [{ text: WRITTEN }], sections: [], limitations: [], followUps: next });
    expect(verified.followUps).toEqual(next);
    expect(await answerStream.textOf(ANSWER)).toBe(WRITTEN);
  });

  it('appends nothing where nobody reads along', async () => {
    server.replyWith(answer(said(WRITTEN)));
    const { value } = await compose(await inputOf(BURNS, { streams: false }));

    expect(value.summary).toMatchObject([{ text: WRITTEN }]);
    expect(await eventsOf()).toEqual([]);
  });

  it('gives a reset and then the whole text after an attempt that died', async () => {
    const text = said(WRITTEN);
    server.replyWith(stream([text.slice(0, 40)], { ending: 'cut' }), stream([text]));
    const input = await inputOf();

    await expect(compose(input)).rejects.toThrow('closed the connection');
    const partial = await answerStream.textOf(ANSWER);
    await compose(input, { attempt: 2 });

    expect(WRITTEN.startsWith(partial) && partial !== '').toBe(true);
    expect(await eventsOf()).toEqual([
      { kind: 'text', text: partial },
      { kind: 'reset' },
      { kind: 'text', text: WRITTEN },
    ]);
  });

  it('gives a reset and then the words of the rule where the model failed for good', async () => {
    const text = said(WRITTEN);
    server.replyWith(stream([text.slice(0, 40), { error: { message: 'overloaded', code: 503 } }]));
    const input = await inputOf();

    await expect(compose(input)).rejects.toThrow('overloaded');
    const { cost } = await compose({ ...input, engine: 'offline' });

    expect(cost.engine).toBe('offline');
    expect((await eventsOf()).slice(1)).toEqual([{ kind: 'reset' }, { kind: 'text', text: BURNS }]);
  });

  it.each([
    ['cites nothing', `${WRITTEN} And so it is.`],
    ['cites what was never shown', `${WRITTEN} [p7.1]`],
  ])('takes its text back where it %s, and says so', async (_, text) => {
    server.replyWith(answer(text));
    const { value, cost } = await compose(await inputOf());

    expect(value.summary).toMatchObject([{ text: BURNS, isPassage: true }]);
    expect(cost).toMatchObject({ engine: 'offline', degradations: [{ step: 'compose-answer', count: 1 }] });
    expect((await eventsOf()).slice(-2)).toEqual([{ kind: 'reset' }, { kind: 'text', text: BURNS }]);
  });

  it('answers by rule where the model writes nothing', async () => {
    server.answerBy(() => stream(['<think>no', ' idea</think>']));
    const { value } = await compose(await inputOf());

    expect(value.summary).toMatchObject([{ text: BURNS }]);
    expect(await answerStream.textOf(ANSWER)).toBe(BURNS);
  });

  it('keeps what the model says as it says it, with limitations that are not streamed', async () => {
    const text = `${said(WRITTEN)} That suits a night.\n\n## LIMITS\n\n- No page names the price. [none: price]`;
    server.replyWith(answer(text));
    const { value } = await compose(await inputOf());

    expect(value).toMatchObject({
      summary: [{ text: WRITTEN }, { text: 'That suits a night.', citations: [], isInference: true }],
      limitations: [{ text: 'No page names the price.', absence: { searched: 'price' } }],
      keyFindings: [],
      remainingGaps: [],
    });
    expect(await answerStream.textOf(ANSWER)).toBe(`${WRITTEN} That suits a night.`);
  });

  it('answers although the stream fails, and says so', async () => {
    answerStream.failWith('the disk is full');
    server.replyWith(answer(said(WRITTEN)));
    const { value, cost } = await compose(await inputOf());

    expect(value.summary).toMatchObject([{ text: WRITTEN }]);
    const cause = 'the text could not be streamed: the disk is full';
    expect(cost.degradations).toEqual([{ step: 'answer-stream', cause, count: 1 }]);
  });

  it('is asked for no more than a short answer, in the form that its guidance names', async () => {
    server.replyWith(answer(said(WRITTEN)));
    const guidance = { layout: 'list' as const, attributes: [] };
    await compose(await inputOf(BURNS, { guidance }));

    const user = server.requests.at(-1)?.messages.at(-1)?.content;
    expect(user).toContain('at most 120 words for each part');
    expect(user).toContain('a list whose entries');
    expect(user).toContain('[p1.1] ');
  });
});

describe('composeAnswer without a model', () => {
  it('appends the words of the rule as one text', async () => {
    const { value, cost } = await compose(await inputOf(), { isOffline: true });

    expect(cost.engine).toBe('offline');
    expect(value).toMatchObject({ summary: [{ text: BURNS, citations: ['t1f1q1'] }] });
    expect(await eventsOf()).toEqual([{ kind: 'text', text: BURNS }]);
  });

  it('answers a German question in German, verified', async () => {
    const question = 'Wann wird die Laterne der Mole gelöscht?';
    const anchor = anchorOf({ originalQuestion: question, language: 'de', keyEntities: [] });
    const input = await inputOf(LOESCHEN, { anchor });
    const { value, cost } = await compose(input, { isOffline: true });
    const { draft } = await verify(input, value, cost.engine);

    expect(draft.summary).toMatchObject([{ text: LOESCHEN }]);
    expect(await answerStream.textOf(ANSWER)).toBe(LOESCHEN);
  });

  it('says which words no place has', async () => {
    const anchor = anchorOf({ originalQuestion: 'Which locomotive burns coal?', keyEntities: [] });
    const { value } = await compose(await inputOf(MEASURED, { anchor }), { isOffline: true });

    expect(value.summary).toMatchObject([{ text: MEASURED, isPassage: true }]);
    expect(value.missingSubject).toEqual({ words: ['locomotive', 'coal'], unknown: ['locomotive', 'coal'] });
  });
});

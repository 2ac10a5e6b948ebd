import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswerGenerally } from '../../activities/entries/answers/answer-generally.ts';
import { createCritiqueAnswer } from '../../activities/entries/answers/critique-answer.ts';
import { createPlanAnswer } from '../../activities/entries/answers/plan-answer.ts';
import { contextOf } from '../support/builders/conversation-fixtures.ts';
import { createMemoryAnswerStream } from '../support/builders/memory-answer-stream.ts';
import { draftOf } from '../support/builders/research-fixtures.ts';
import { createScriptedReasoner, type ScriptedReasoner } from '../support/builders/scripted-reasoner.ts';
import { BY_RULE } from '../support/builders/test-activities.ts';
import { answer, answerText } from '../support/servers/scripted-model-server.ts';

const { signal } = new AbortController();
const QUESTION = 'How long does the harbour lamp burn?';

let server: ScriptedReasoner['server'];
let reasoner: ScriptedReasoner['reasoner'];
let shown: ScriptedReasoner['shown'];
let dispose: ScriptedReasoner['dispose'];

beforeEach(async () => {
  ({ server, reasoner, shown, dispose } = await createScriptedReasoner());
});

afterEach(() => dispose());

describe('planAnswer with a model', () => {
  const HOTEL = { vertical: 'hotel', extracted: {}, merged: { city: 'Boston' }, preference: 'quiet' };
  const OTHER = { vertical: 'other', extracted: {}, merged: {}, preference: '' };
  const plan = (steps: readonly object[], changes: object = {}) => {
    server.replyWith(answer({ steps }));
    const tools = { hasCatalogues: true, hasDocuments: true, hasWeb: false };
    return createPlanAnswer({ reasoner })(
      {
        ...BY_RULE,
        rewrittenPrompt: 'Quiet hotels in Boston',
        language: 'en',
        filters: HOTEL,
        refinement: null,
        ...tools,
        ...changes,
      },
      signal,
    );
  };

  it('puts the catalogue first and gives it the filters of the message, whatever the model says', async () => {
    const { value, cost } = await plan([
      { tool: 'documents', query: 'hotels Boston' },
      { tool: 'catalogue', query: 'quiet', vertical: 'flight', filters: { city: 'Rome' } },
    ]);

    expect(value.steps).toEqual([
      { tool: 'catalogue', vertical: 'hotel', query: 'quiet', filters: { city: 'Boston' }, preference: 'quiet' },
      { tool: 'documents', vertical: 'other', query: 'hotels Boston' },
    ]);
    expect(cost.degradations).toEqual([]);
  });

  it('never plans a tool that is not there, and says so', async () => {
    const { value, cost } = await plan([
      { tool: 'web', query: 'hotels Boston' },
      { tool: 'catalogue', query: 'quiet' },
    ]);

    expect(value.steps.map(({ tool }) => tool)).toEqual(['catalogue']);
    expect(cost.degradations).toMatchObject([{ cause: expect.stringContaining('not there') as unknown, count: 1 }]);
  });

  it('plans no catalogue for a message that is about none', async () => {
    const { value } = await plan(
      [
        { tool: 'catalogue', query: 'lamps' },
        { tool: 'documents', query: 'lamp' },
      ],
      { filters: OTHER },
    );

    expect(value.steps).toEqual([{ tool: 'documents', vertical: 'other', query: 'lamp' }]);
  });

  it('adds the catalogue that the model left out', async () => {
    const { value, cost } = await plan([{ tool: 'documents', query: 'Boston' }]);

    expect(value.steps[0]).toMatchObject({ tool: 'catalogue', vertical: 'hotel' });
    expect(cost.degradations).toMatchObject([{ cause: expect.stringContaining('left out the catalogue') as unknown }]);
  });

  it.each([[[]], [[{ tool: 'web', query: 'x' }]], [[{ tool: 'documents', query: ' ?! ' }]]])(
    'plans by the rule when nothing of %j can be used',
    async (steps) => {
      const { value, cost } = await plan(steps, { filters: OTHER });

      expect(value.steps).toEqual([{ tool: 'documents', vertical: 'other', query: 'Quiet hotels in Boston' }]);
      expect(cost.degradations.at(-1)?.cause).toContain('offline rule planned');
    },
  );

  it('keeps four searches, none of them twice', async () => {
    const queries = ['a lamp', 'A lamp!', 'b lamp', 'c lamp', 'd lamp', 'e lamp'];
    const { value } = await plan(queries.map((query) => ({ tool: 'documents', query })).slice(0, 4), {
      filters: OTHER,
    });

    expect(value.steps.map(({ query }) => query)).toEqual(['a lamp', 'b lamp', 'c lamp']);
  });

  it('shows what the answer before lacked', async () => {
    await plan([{ tool: 'documents', query: 'lamp' }], { refinement: 'More about winter', filters: OTHER });

    expect(shown()).toContain('<gaps>\nMore about winter\n</gaps>');
  });
});

describe('answerGenerally with a model', () => {
  const reply = (text: string) => {
    server.replyWith(answer({ text }));
    return createAnswerGenerally({ reasoner, answerStream: createMemoryAnswerStream() })(
      {
        ...BY_RULE,
        answerId: 's:1',
        rewrittenPrompt: 'What is 2 + 2?',
        language: 'en',
        context: contextOf(),
        streams: false,
      },
      signal,
    );
  };

  it('takes its text over, by the main model', async () => {
    const { value, cost } = await reply('It is 4.');

    expect(value).toEqual({ text: 'It is 4.' });
    expect(cost.degradations).toEqual([]);
    expect(server.requests[0]?.model).toBe('main-model');
  });

  it('removes invented citations, sources and addresses, and says so', async () => {
    const { value, cost } = await reply(
      'It is 4 [1], as every table shows [2, 3]. See https://example.com/sums for more. [Sums](https://example.com) are easy (source: Wikipedia).\n\nSources:\n- [1] The Book of Sums\n- https://example.com',
    );

    expect(value.text).toBe('It is 4, as every table shows. Sums are easy.');
    expect(cost.degradations).toMatchObject([{ cause: expect.stringContaining('named sources') as unknown, count: 1 }]);
  });

  it('leaves brackets and addresses of code alone', async () => {
    const code = 'Use `list[1]`:\n\n```js\nfetch("https://localhost/a")[0]\n```';

    expect((await reply(code)).value.text).toBe(code);
  });

  it('lets the rule answer when nothing but sources was said', async () => {
    const { value, cost } = await reply('Sources:\n- https://example.com/a');

    expect(value.text).toContain('from sources only');
    expect(cost.degradations).toMatchObject([{ cause: expect.stringContaining('nothing but sources') as unknown }]);
  });

  it('takes plain words without an object', async () => {
    server.replyWith(answerText('It is 4.'));
    const { value } = await createAnswerGenerally({ reasoner, answerStream: createMemoryAnswerStream() })(
      { ...BY_RULE, answerId: 's:1', rewrittenPrompt: '2+2', language: 'en', context: contextOf(), streams: false },
      signal,
    );

    expect(value).toEqual({ text: 'It is 4.' });
  });
});

describe('critiqueAnswer with a model', () => {
  const critique = (said: object, draft = draftOf()) => {
    server.replyWith(answer(said));
    return createCritiqueAnswer({ reasoner })({ ...BY_RULE, rewrittenPrompt: QUESTION, language: 'en', draft }, signal);
  };

  it('has nothing missing where it is sufficient', async () => {
    expect((await critique({ isSufficient: true, missing: 'oil' })).value).toEqual({ isSufficient: true, missing: '' });
  });

  it('always says what is missing where it is not', async () => {
    expect((await critique({ isSufficient: false, missing: '' })).value).toEqual({
      isSufficient: false,
      missing: `More specific options and details: ${QUESTION}`,
    });
  });

  it('shows the draft without its citation keys', async () => {
    await critique(
      { isSufficient: true, missing: '' },
      draftOf({ summary: [{ text: 'Nine hours [t1f1q1].', citations: ['t1f1q1'] }] }),
    );

    expect(shown()).toContain('- Nine hours');
    expect(shown()).not.toContain('t1f1q1]');
  });
});

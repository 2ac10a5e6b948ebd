import type { AnswerGenerallyInput, CritiqueAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAnswerGenerally } from '../../activities/entries/answers/answer-generally.ts';
import { createCritiqueAnswer } from '../../activities/entries/answers/critique-answer.ts';
import { contextOf } from '../support/builders/conversation-fixtures.ts';
import { createMemoryAnswerStream } from '../support/builders/memory-answer-stream.ts';
import { draftOf } from '../support/builders/research-fixtures.ts';
import { createScriptedReasoner, type ScriptedReasoner } from '../support/builders/scripted-reasoner.ts';
import { BY_RULE } from '../support/builders/test-activities.ts';
import { answer, answerText } from '../support/servers/scripted-model-server.ts';

const { signal } = new AbortController();
const QUESTION = 'How long does the harbour lamp burn?';
const NO_FILTERS = { vertical: 'other', extracted: {}, merged: {}, preference: '' };
const DOCUMENTS = { catalogues: [], hasDocuments: true, hasWeb: false };
const byRule = createOfflineReasoner();

let server: ScriptedReasoner['server'];
let reasoner: ScriptedReasoner['reasoner'];
let shown: ScriptedReasoner['shown'];
let dispose: ScriptedReasoner['dispose'];

beforeEach(async () => {
  ({ server, reasoner, shown, dispose } = await createScriptedReasoner());
});

afterEach(() => dispose());

const answerGenerally = (rewrittenPrompt: string, changes: Partial<AnswerGenerallyInput> = {}, by = reasoner) =>
  createAnswerGenerally({ reasoner: by, answerStream: createMemoryAnswerStream() })(
    { ...BY_RULE, answerId: 's:1', rewrittenPrompt, language: 'en', context: contextOf(), streams: false, ...changes },
    signal,
  );
const critiqueAnswer = (changes: Partial<CritiqueAnswerInput>, by = reasoner) =>
  createCritiqueAnswer({ reasoner: by })(
    {
      ...BY_RULE,
      rewrittenPrompt: QUESTION,
      language: 'en',
      draft: draftOf(),
      filters: NO_FILTERS,
      sources: DOCUMENTS,
      ...changes,
    },
    signal,
  );

describe('answerGenerally with a model', () => {
  const reply = (text: string) => {
    server.replyWith(answer({ text }));
    return answerGenerally('What is 2 + 2?');
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

    expect((await answerGenerally('2+2')).value).toEqual({ text: 'It is 4.' });
  });
});

describe('critiqueAnswer with a model', () => {
  const MISSING = 'How long it burns in winter.';
  const critique = async (said: object, changes: Partial<CritiqueAnswerInput> = {}) => {
    server.replyWith(answer({ isSufficient: false, missing: MISSING, searches: [], ...said }));
    return critiqueAnswer(changes);
  };

  it('has nothing missing where it is sufficient', async () => {
    const said = { isSufficient: true, missing: 'oil', searches: [{ tool: 'documents', query: 'oil' }] };

    expect((await critique(said)).value).toEqual({ isSufficient: true, missing: '', steps: [] });
  });

  it('says how it is searched for what is missing', async () => {
    const searches = [
      { tool: 'documents', query: 'lamp winter' },
      { tool: 'anywhere', query: 'oil' },
      { tool: 'web', query: 'lamp' },
    ];
    const { value, cost } = await critique({ searches });

    expect(value).toEqual({
      isSufficient: false,
      missing: MISSING,
      steps: [
        { tool: 'documents', vertical: 'other', query: 'lamp winter' },
        { tool: 'documents', vertical: 'other', query: 'oil' },
      ],
    });
    expect(cost.degradations).toMatchObject([{ step: 'critique-answer', count: 1 }]);
  });

  it('searches the catalogue again, with the filters of the message', async () => {
    const filters = { vertical: 'hotel', extracted: {}, merged: { place: 'Boston' }, preference: 'quiet' };
    const sources = { ...DOCUMENTS, catalogues: ['/shop'] };
    const searches = [{ tool: 'documents', query: 'lamp' }];
    const { value, cost } = await critique({ searches }, { filters, sources });

    expect(value.steps).toMatchObject([
      { tool: 'catalogue', vertical: 'hotel', filters: { place: 'Boston' }, preference: 'quiet' },
      { tool: 'documents', query: 'lamp' },
    ]);
    expect(cost.degradations).toEqual([]);
  });

  it('searches for what is missing by rule where the model plans nothing that can be searched', async () => {
    const { value, cost } = await critique({ searches: [{ tool: 'web', query: 'lamp' }] });

    expect(value.steps).toEqual([{ tool: 'documents', vertical: 'other', query: `${QUESTION} ${MISSING}` }]);
    expect(cost.degradations.at(-1)?.cause).toContain('offline rule planned');
  });

  it('searches for the question again where it does not say what is missing', async () => {
    expect((await critique({ missing: '' })).value).toEqual({
      isSufficient: false,
      missing: '',
      steps: [{ tool: 'documents', vertical: 'other', query: QUESTION }],
    });
  });

  it('shows the draft without its citation keys', async () => {
    const draft = draftOf({ summary: [{ text: 'Nine hours [t1f1q1].', citations: ['t1f1q1'] }] });
    await critique({ isSufficient: true }, { draft });

    expect(shown()).toContain('- Nine hours');
    expect(shown()).not.toContain('t1f1q1]');
  });
});

describe('answerGenerally by rule', () => {
  it.each([
    ['en', 'Hello!', /from sources only.*documents/],
    ['en', 'ok', /^Gladly\./],
    ['de', 'Vielen Dank!', /^Gern\./],
    ['de', 'Guten Tag!', /nur aus Quellen.*Dokumenten/],
  ])('says in %s what a person expects without a model: %s', async (language, rewrittenPrompt, expected) => {
    expect((await answerGenerally(rewrittenPrompt, { language }, byRule)).value.text).toMatch(expected);
  });
});

describe('critiqueAnswer by rule', () => {
  it.each([{ summary: [] }, { remainingGaps: ['how long in winter?'] }])(
    'is satisfied, because the words of the question find nothing more: %j',
    async (changes) => {
      const { value } = await critiqueAnswer({ draft: draftOf(changes) }, byRule);

      expect(value).toEqual({ isSufficient: true, missing: '', steps: [] });
    },
  );
});

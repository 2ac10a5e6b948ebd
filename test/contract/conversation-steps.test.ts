import { describe, expect, it } from 'vitest';
import { createAnswerGenerally } from '../../activities/entries/answers/answer-generally.ts';
import { createCritiqueAnswer } from '../../activities/entries/answers/critique-answer.ts';
import { createDecideGrounding } from '../../activities/entries/answers/decide-grounding.ts';
import { createPlanAnswer } from '../../activities/entries/answers/plan-answer.ts';
import { createRewriteMessage } from '../../activities/entries/answers/rewrite-message.ts';
import { createOfflineReasoner } from '../../activities/model/engine/offline-reasoner.ts';
import { contextOf, turnOf } from '../support/builders/conversation-fixtures.ts';
import { createMemoryAnswerStream } from '../support/builders/memory-answer-stream.ts';
import { draftOf } from '../support/builders/research-fixtures.ts';
import { BY_RULE } from '../support/builders/test-activities.ts';

const { signal } = new AbortController();
const reasoner = createOfflineReasoner();
const FREE = { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [], isWithoutModel: true };

describe('rewriteMessage by rule', () => {
  const rewrite = (message: string, changes: object = {}) =>
    createRewriteMessage({ reasoner })(
      { ...BY_RULE, message, history: [], context: contextOf(), variant: 'standard', ...changes },
      signal,
    );

  it('resolves a follow-up from the thread', async () => {
    const context = contextOf({ thread: [turnOf({ message: 'Hotels in Boston under 100 dollars' })] });
    const { value, cost } = await rewrite('and in Munich?', { context });

    expect(value).toMatchObject({ rewrittenPrompt: 'Hotels in Munich under 100 dollars', language: 'en' });
    expect(cost).toEqual(FREE);
  });

  it('resolves it from what was said elsewhere where the session is new', async () => {
    const history = [
      { role: 'user', text: 'Was kostet Tarif A?' },
      { role: 'assistant', text: 'Tarif A kostet zehn Euro.' },
    ];

    expect((await rewrite('und B?', { history })).value).toMatchObject({
      rewrittenPrompt: 'Was kostet Tarif B?',
      language: 'de',
    });
  });

  it('takes the language of the thread for a message that has none', async () => {
    const context = contextOf({ thread: [turnOf({ message: 'Wie hoch ist die Laterne der Mole?' })] });

    expect((await rewrite('2023?', { context })).value.language).toBe('de');
    expect((await rewrite('2023?')).value.language).toBe('en');
  });

  it('asks back in the language of the message', async () => {
    expect((await rewrite('und in München?')).value).toMatchObject({
      needsClarification: true,
      conflicts: ['Worauf bezieht sich „in München“? Bitte nennen Sie den Gegenstand.'],
    });
  });

  it('joins the answer to what it asked back', async () => {
    const asked = turnOf({ message: 'Tell me about it', clarificationQuestions: ['What does “it” refer to?'] });

    expect((await rewrite('the harbour lamp', { context: contextOf({ thread: [asked] }) })).value).toMatchObject({
      rewrittenPrompt: 'Tell me about the harbour lamp',
      needsClarification: false,
    });
  });
});

describe('decideGrounding by rule', () => {
  const decide = (rewrittenPrompt: string, changes: object = {}) =>
    createDecideGrounding({ reasoner })(
      {
        ...BY_RULE,
        rewrittenPrompt,
        language: 'en',
        hasCatalogues: false,
        hasDocuments: true,
        hasWeb: false,
        ...changes,
      },
      signal,
    );

  it('searches by the kind of the message, and its own decision degrades nothing', async () => {
    const { value, cost } = await decide('How long does the harbour lamp burn?');

    expect(value).toEqual({ grounding: 'full', reason: 'it asks for something specific' });
    expect(cost).toEqual(FREE);
  });

  it('cannot give an overview of catalogues', async () => {
    const only = { hasCatalogues: true, hasDocuments: false };

    expect((await decide('Give me an overview')).value.grounding).toBe('hybrid');
    expect((await decide('Give me an overview', only)).value.grounding).toBe('full');
  });
});

describe('planAnswer by rule', () => {
  const HOTEL = {
    vertical: 'hotel',
    extracted: {},
    merged: { city: 'Boston', guests: 2, priceMax: 150 },
    preference: 'quiet',
  };
  const OTHER = { vertical: 'other', extracted: {}, merged: {}, preference: '' };
  const ALL = { hasCatalogues: true, hasDocuments: true, hasWeb: true };
  const plan = async (rewrittenPrompt: string, changes: object = {}) => {
    const input = { ...BY_RULE, rewrittenPrompt, language: 'en', filters: OTHER, refinement: null, ...ALL, ...changes };
    const { value } = await createPlanAnswer({ reasoner })(input, signal);
    return value.steps;
  };

  it('asks the catalogue first, with the filters and the words that are none, then the documents', async () => {
    expect(await plan('Quiet hotels in Boston for 2 guests under 150 dollars', { filters: HOTEL })).toEqual([
      {
        tool: 'catalogue',
        vertical: 'hotel',
        query: 'Quiet hotels guests',
        filters: HOTEL.merged,
        preference: 'quiet',
      },
      { tool: 'documents', vertical: 'other', query: 'Quiet hotels in Boston for 2 guests under 150 dollars' },
    ]);
  });

  it('asks documents and web about anything else', async () => {
    expect((await plan('How long does the lamp burn?')).map(({ tool }) => tool)).toEqual(['documents', 'web']);
  });

  it('extends its queries by what the answer before lacked', async () => {
    const refinement = 'More specific options and details: No passage answers: how long in winter?';

    expect(
      (await plan('How long does the lamp burn?', { refinement, hasWeb: false })).map(({ query }) => query),
    ).toEqual(['How long does the lamp burn? winter']);
  });

  it.each([
    [{ hasCatalogues: true, hasDocuments: false, hasWeb: false }, OTHER, ['catalogue']],
    [{ hasCatalogues: true, hasDocuments: false, hasWeb: true }, OTHER, ['web']],
    [{ hasCatalogues: true, hasDocuments: false, hasWeb: false }, HOTEL, ['catalogue']],
    [{ hasCatalogues: false, hasDocuments: true, hasWeb: false }, HOTEL, ['documents']],
    [{ hasCatalogues: false, hasDocuments: false, hasWeb: true }, HOTEL, ['web']],
  ])('plans only what is there, and never nothing: %j', async (tools, filters, expected) => {
    expect((await plan('Hotels in Boston', { ...tools, filters })).map(({ tool }) => tool)).toEqual(expected);
  });
});

describe('answerGenerally by rule', () => {
  it.each([
    ['en', 'Hello!', /from sources only.*documents/],
    ['en', 'ok', /^Good\./],
    ['en', 'Thank you, bye!', /^You are welcome\./],
    ['de', 'Vielen Dank!', /^Gern geschehen\./],
    ['en', 'Translate "lamp" into French', /cannot calculate, translate or rewrite.*documents/],
    ['de', 'Guten Tag!', /nur aus Quellen.*Dokumenten/],
    ['de', 'Was ist 3 mal 4?', /nicht rechnen, übersetzen oder umformulieren.*Dokumenten/],
  ])('says in %s what a person expects without a model: %s', async (language, rewrittenPrompt, expected) => {
    const input = { ...BY_RULE, answerId: 's:1', rewrittenPrompt, language, context: contextOf(), streams: false };

    expect(
      (await createAnswerGenerally({ reasoner, answerStream: createMemoryAnswerStream() })(input, signal)).value.text,
    ).toMatch(expected);
  });
});

describe('answerGenerally by rule, asked "why?"', () => {
  const doubted = turnOf({ message: 'How long does the lamp burn?', sources: ['Lamp manual — lamp.md:3'] });
  const reply = async (message: string, language: string, sources: readonly string[]) => {
    const context = contextOf({ thread: [{ ...doubted, sources: [...sources] }, turnOf({ message: 'thanks' })] });
    const input = { ...BY_RULE, answerId: 's:3', rewrittenPrompt: message, language, context, streams: false };
    return (await createAnswerGenerally({ reasoner, answerStream: createMemoryAnswerStream() })(input, signal)).value
      .text;
  };

  it('says on what the last answer rests', async () => {
    expect(await reply('Why not?', 'en', ['Lamp manual — lamp.md:3'])).toMatch(
      /“How long does the lamp burn\?”.*word for word.*\n\n- Lamp manual — lamp\.md:3\n/s,
    );
    expect(await reply('Bist du sicher?', 'de', ['Lamp manual — lamp.md:3'])).toMatch(/wörtlich.*- Lamp manual/s);
  });

  it('says that nothing was found', async () => {
    expect(await reply('Are you sure?', 'en', [])).toContain('I found no passage that answers');
  });
});

describe('critiqueAnswer by rule', () => {
  const summary = [{ text: 'Nine hours.', citations: ['t1f1q1'] }];
  const critique = async (changes: object, language = 'en') => {
    const input = {
      ...BY_RULE,
      rewrittenPrompt: 'How long?',
      language,
      draft: draftOf({ summary, queryCoverage: 70, ...changes }),
    };
    return (await createCritiqueAnswer({ reasoner })(input, signal)).value;
  };

  it('is satisfied by a summary that covers the question without gaps', async () => {
    expect(await critique({})).toEqual({ isSufficient: true, missing: '' });
  });

  it.each([
    [{ summary: [] }, 'More specific options and details: How long?'],
    [{ queryCoverage: 69 }, 'More specific options and details: How long?'],
    [{ remainingGaps: ['winter', 'fish oil'] }, 'More specific options and details: winter; fish oil'],
  ])('asks for more where %j', async (changes, missing) => {
    expect(await critique(changes)).toEqual({ isSufficient: false, missing });
  });

  it('asks in German for a German question', async () => {
    expect((await critique({ remainingGaps: ['Winter'] }, 'de')).missing).toBe(
      'Genauere Möglichkeiten und Einzelheiten: Winter',
    );
  });
});

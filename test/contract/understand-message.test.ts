import type { UnderstandMessageInput } from '@plumbline/contracts/answers/answer-activities';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnderstandMessage } from '../../activities/entries/answers/understand-message.ts';
import {
  type CatalogueFolder,
  createCatalogueFolder,
  createTestCatalogues,
} from '../support/builders/catalogue-fixtures.ts';
import { contextOf, heardOf, turnOf } from '../support/builders/conversation-fixtures.ts';

const FREE = { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [], isWithoutModel: true };

let folder: CatalogueFolder;
beforeAll(async () => {
  folder = await createCatalogueFolder();
});
afterAll(() => folder.dispose());

const understand = (message: string, changes: Partial<UnderstandMessageInput> = {}) =>
  createUnderstandMessage({ reasoner: createOfflineReasoner(), catalogues: createTestCatalogues() })(
    heardOf(message, changes),
    new AbortController().signal,
  );

describe('a message that the rules read', () => {
  const read = async (message: string, changes: Partial<UnderstandMessageInput> = {}) =>
    (await understand(message, changes)).value.interpretation;

  it('resolves a follow-up from the thread', async () => {
    const context = contextOf({ thread: [turnOf({ message: 'Hotels in Boston under 100 dollars' })] });
    const { value, cost } = await understand('and in Munich?', { context });

    expect(value.interpretation).toMatchObject({
      rewrittenPrompt: 'Hotels in Munich under 100 dollars',
      language: 'en',
    });
    expect(value.steps).toEqual([
      { tool: 'documents', vertical: 'other', query: 'Hotels in Munich under 100 dollars' },
    ]);
    expect(cost).toEqual(FREE);
  });

  it('resolves it from what was said elsewhere where the session is new', async () => {
    const history = [
      { role: 'user' as const, text: 'Was kostet Tarif A?' },
      { role: 'assistant' as const, text: 'Tarif A kostet zehn Euro.' },
    ];

    expect(await read('und B?', { history })).toMatchObject({ rewrittenPrompt: 'Was kostet Tarif B?', language: 'de' });
  });

  it('takes the language of the thread for a message that has none', async () => {
    const context = contextOf({ thread: [turnOf({ message: 'Wie hoch ist die Laterne der Mole?' })] });

    expect((await read('2023?', { context })).language).toBe('de');
    expect((await read('2023?')).language).toBe('en');
  });

  it('asks back in the language of the message', async () => {
    expect(await read('und in München?')).toMatchObject({
      needsClarification: true,
      conflicts: ['Worauf bezieht sich „in München“? Bitte nennen Sie den Gegenstand.'],
    });
  });

  it('joins the answer to what it asked back', async () => {
    const asked = turnOf({ message: 'Tell me about it', clarificationQuestions: ['What does “it” refer to?'] });

    expect(await read('the harbour lamp', { context: contextOf({ thread: [asked] }) })).toMatchObject({
      rewrittenPrompt: 'Tell me about the harbour lamp',
      needsClarification: false,
    });
  });

  it('is taken as it stands where that is wanted', async () => {
    const context = contextOf({ thread: [turnOf({ message: 'Hotels in Boston' })] });

    expect(await read('and in Munich?', { context, variant: 'none' })).toMatchObject({
      rewrittenPrompt: 'and in Munich?',
      confidence: 1,
      needsClarification: false,
    });
  });
});

describe('what the rules ground an answer in', () => {
  const CATALOGUES = { catalogues: [], hasDocuments: false, hasWeb: false };

  it.each([
    ['How long does the harbour lamp burn?', 'full', 'it has words to look for'],
    ['Summarise all documents', 'hybrid', 'it names nothing but documents'],
    ['Hello!', 'none', 'it greets, thanks or agrees'],
  ] as const)('follows from the words of the message: %s (%s)', async (message, grounding, reason) => {
    const { value, cost } = await understand(message, { hasMemory: true });

    expect(value.decision).toEqual({ grounding, reason, ...(grounding === 'none' && { isCourtesy: true }) });
    expect(value.memory).toEqual([]);
    expect(cost).toEqual(FREE);
  });

  it('searches for each entry of a list', async () => {
    const { value } = await understand('What must I know about hours, equipment, leave and on-call duty?');

    expect(value.steps.map(({ query }) => query)).toEqual([
      'What must I know about hours?',
      'What must I know about equipment?',
      'What must I know about leave?',
      'What must I know about on-call duty?',
    ]);
  });

  it('is no overview of catalogues', async () => {
    const { value } = await understand('Give me an overview', {
      sources: { ...CATALOGUES, catalogues: [folder.path] },
    });

    expect(value.decision.grounding).toBe('full');
  });
});

describe('searches by rule', () => {
  const HOTELS = 'Quiet hotels in Boston for 2 guests under 150 euros';
  const plan = async (
    message: string,
    has: { readonly shop?: boolean; readonly documents?: boolean; readonly web?: boolean },
  ) => {
    const sources = {
      catalogues: has.shop === true ? [folder.path] : [],
      hasDocuments: has.documents === true,
      hasWeb: has.web === true,
    };
    return (await understand(message, { sources })).value.steps;
  };

  it('ask the catalogue first, with the filters and the words of the message, then the documents', async () => {
    expect(await plan(HOTELS, { shop: true, documents: true, web: true })).toEqual([
      {
        tool: 'catalogue',
        vertical: 'hotel',
        query: HOTELS,
        filters: { place: 'Boston', guests: 2, maxPrice: '<150' },
        preference: 'Quiet',
      },
      { tool: 'documents', vertical: 'other', query: HOTELS },
    ]);
  });

  it.each([
    ['How long does the lamp burn?', { shop: true, documents: true, web: true }, ['documents', 'web']],
    ['How long does the lamp burn?', { shop: true }, ['catalogue']],
    ['How long does the lamp burn?', { shop: true, web: true }, ['web']],
    [HOTELS, { shop: true }, ['catalogue']],
    [HOTELS, { documents: true }, ['documents']],
    [HOTELS, { web: true }, ['web']],
  ])('use only what is there, and are never none: %s %j', async (message, has, expected) => {
    expect((await plan(message, has)).map(({ tool }) => tool)).toEqual(expected);
  });
});

import type { Activities } from '@plumbline/contracts/activities';
import type { FilterExtraction, Grounding } from '@plumbline/contracts/answers/answer';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scriptActivities } from '../support/builders/scripted-activities.ts';
import { planOf, scriptedItem } from '../support/builders/scripted-answer-activities.ts';
import { QUOTE_TEXT, reasoned, scriptedDraft } from '../support/builders/scripted-evidence.ts';
import { type ConversationWorld, createConversationWorld } from '../support/worlds/conversation-world.ts';

let world: ConversationWorld;
beforeAll(async () => {
  world = await createConversationWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

const hotels =
  (filters: Partial<FilterExtraction> = {}, grounding: Grounding = 'full'): Activities['understandMessage'] =>
  async ({ message }) =>
    reasoned(planOf(message, { filters: { ...OF_HOTELS, ...filters }, grounding }));
const OF_HOTELS = { vertical: 'hotel', merged: { place: 'Boston' }, preference: 'quiet' };

const foundItems =
  (count: number, score: number): Activities['searchCatalogue'] =>
  async () => ({
    items: Array.from({ length: count }, (_, index) => scriptedItem('x'.repeat(index + 1), score)),
    assumed: [{ name: 'guests', label: 'guests', value: 2 }],
    comparable: ['price'],
    filterSummary: 'Boston, 2 guests',
    notes: [],
  });

describe('a catalogue', () => {
  const scope = { catalogues: ['/shop'] };

  it('shows its items as cards where there are enough', async () => {
    const scripted = scriptActivities({ understandMessage: hotels(), searchCatalogue: foundItems(5, 0.6) });
    await world.answering(scripted, async (open) => {
      const answer = await open(scope).ask('Hotels in Boston');

      expect(answer).toMatchObject({
        vertical: 'hotel',
        intent: 'find',
        ui: { preferredLayout: 'cards', showCards: true, answerConfidence: null },
        retrievalStats: { vertical: 'hotel', itemCount: 5, quality: 'good' },
        assumed: [{ name: 'guests', value: 2 }],
        debug: {
          plannedVertical: 'hotel',
          observedVertical: 'hotel',
          retrieval: { vertical: 'hotel', items: 5, quality: 'good' },
        },
      });
      expect(scripted.inputsOf('composeAnswer')[0]?.guidance).toMatchObject({ layout: 'table' });
      expect(answer.cards).toHaveLength(5);
      const written = scripted.inputsOf('composeAnswer')[0]?.findings.map(({ taskId }) => taskId);
      expect(new Set(written)).toEqual(new Set(['catalogue']));
      await world.keep(answer.answerId, 'answer-catalogue');
    });
  });

  it('is promoted where few items fit well, before anything is formatted', async () => {
    const scripted = scriptActivities({ understandMessage: hotels(), searchCatalogue: foundItems(2, 0.8) });
    await world.answering(scripted, async (open) => {
      const answer = await open(scope).ask('Hotels in Boston');

      expect(answer.retrievalStats?.quality).toBe('good');
      expect(scripted.inputsOf('composeAnswer')[0]?.guidance).toMatchObject({ layout: 'table' });
    });
  });

  it('is completed by an overview of the other sources where it has too little', async () => {
    const scripted = scriptActivities({ understandMessage: hotels(), searchCatalogue: foundItems(2, 0.4) });
    await world.answering(scripted, async (open) => {
      const answer = await open(scope).ask('Hotels in Boston');

      expect(answer).toMatchObject({
        vertical: 'other',
        retrievalStats: { vertical: 'other', quality: 'fallback_other' },
        // What was found is shown; whether it fits, no rule says.
        ui: { showCards: true, answerConfidence: null },
        debug: { plannedVertical: 'hotel', observedVertical: 'other' },
      });
      expect(scripted.inputsOf('searchFolder')).toHaveLength(2);
      const written = scripted
        .inputsOf('composeAnswer')
        .at(-1)
        ?.findings.map(({ taskId }) => taskId);
      expect(new Set(written)).toEqual(new Set(['catalogue', 't1']));
      await world.keep(answer.answerId, 'answer-fallback');
    });
  });

  it('shows of its items those that the model keeps', async () => {
    const composed =
      (keptItems?: readonly string[]): Activities['composeAnswer'] =>
      async ({ findings: [first] }) => {
        const draft = scriptedDraft([{ text: QUOTE_TEXT, citations: [first?.quotes[0]?.key ?? ''] }]);
        return reasoned({ ...draft, ...(keptItems !== undefined && { keptItems }) }, 1);
      };
    const shownOf = async (keptItems?: readonly string[]) => {
      const found = { understandMessage: hotels(), searchCatalogue: foundItems(3, 0.9) };
      const scripted = scriptActivities({ ...found, composeAnswer: composed(keptItems) });
      const cards = await world.answering(scripted, async (open) => (await open(scope).ask('With a sauna')).cards);
      const compared = scripted.inputsOf('renderAnswer')[0]?.items.map(({ itemId }) => itemId);
      return { cards: cards.map(({ itemId }) => itemId), compared };
    };

    expect(await shownOf(['cataloguef1', 'cataloguef3'])).toEqual({ cards: ['x', 'xxx'], compared: ['x', 'xxx'] });
    expect(await shownOf([])).toEqual({ cards: [], compared: [] });
    expect(await shownOf()).toMatchObject({ cards: { length: 3 }, compared: { length: 3 } });
  });

  it('hands the filters of one message to the next', async () => {
    const scripted = scriptActivities({ understandMessage: hotels(), searchCatalogue: foundItems(5, 0.9) });
    await world.answering(scripted, async (open) => {
      const session = open(scope);
      await session.ask('Hotels in Boston');
      await session.ask('And in Munich?');

      const [first, second] = scripted.inputsOf('understandMessage');
      expect(first).toMatchObject({ sources: scope, context: { filters: {}, lastVertical: null } });
      expect(second?.context).toMatchObject({ filters: { hotel: { place: 'Boston' } }, lastVertical: 'hotel' });
    });
  });

  it('hands a preference on beside the filters, never as one of them', async () => {
    const scripted = scriptActivities({ understandMessage: hotels(), searchCatalogue: foundItems(5, 0.9) });
    await world.answering(scripted, async (open) => {
      await open(scope).ask('Quiet hotels in Boston');

      expect(scripted.inputsOf('searchCatalogue')[0]).toMatchObject({
        filters: { place: 'Boston' },
        preference: 'quiet',
      });
    });
  });

  it('is searched for items that a message names, whatever its form, and leaves no filters behind', async () => {
    const named = ['Harbour Inn'];
    const understandMessage: Activities['understandMessage'] = (input) =>
      (input.message.includes('Inn') ? hotels({ merged: {}, named }, 'hybrid') : hotels())(input);
    const scripted = scriptActivities({ understandMessage, searchCatalogue: foundItems(5, 1) });
    await world.answering(scripted, async (open) => {
      const session = open(scope);
      const answer = await session.ask('Tell me more about Harbour Inn');
      await session.ask('And in Munich?');

      expect(answer.debug.grounding?.grounding).toBe('full');
      expect(scripted.inputsOf('searchCatalogue')[0]).toMatchObject({ filters: {}, named });
      expect(scripted.inputsOf('understandMessage')[1]?.context.filters).toEqual({});
    });
  });
});

import { describe, expect, it } from 'vitest';
import {
  agreeingWith,
  answerConfidenceOf,
  decideUi,
  formattingOf,
  intentOf,
  uiIntentOf,
  uiVerticalOf,
} from '../../../workflows/domain/answers/ui-decision.ts';

describe('the layout of an answer', () => {
  it.each([
    { grounding: 'none', vertical: 'other', layout: 'prose', expectation: 'medium' },
    { grounding: 'none', vertical: 'hotel', layout: 'prose', expectation: 'weak' },
    { grounding: 'hybrid', vertical: 'other', layout: 'prose', expectation: 'medium' },
    { grounding: 'hybrid', vertical: 'hotel', layout: 'list', expectation: 'medium' },
    { grounding: 'full', vertical: 'other', layout: 'prose', expectation: 'strong' },
    { grounding: 'full', vertical: 'course', layout: 'cards', expectation: 'strong' },
  ] as const)(
    '$grounding about $vertical: $layout, expected $expectation',
    ({ grounding, vertical, layout, expectation }) => {
      expect(uiIntentOf(grounding, vertical)).toEqual({ preferredLayout: layout, confidenceExpectation: expectation });
    },
  );

  it.each([
    { planned: 'hotel', observed: 'other', shown: 'hotel' },
    { planned: 'hotel', observed: 'flight', shown: 'flight' },
    { planned: 'other', observed: 'other', shown: 'other' },
    { planned: 'other', observed: 'movie', shown: 'movie' },
  ])('planned $planned, observed $observed: $shown', ({ planned, observed, shown }) => {
    expect(uiVerticalOf(planned, observed)).toBe(shown);
  });
});

describe('the confidence of an answer', () => {
  const full = { grounding: 'full', plannedVertical: 'other' } as const;

  it.each([
    { quality: 'good', lastStrength: 'weak', confidence: 'strong' },
    { quality: 'weak', lastStrength: 'strong', confidence: 'weak' },
    { quality: 'fallback_other', lastStrength: null, confidence: 'weak' },
    { quality: null, lastStrength: 'strong', confidence: 'strong' },
    { quality: null, lastStrength: 'ok', confidence: 'medium' },
    { quality: null, lastStrength: 'weak', confidence: 'weak' },
    { quality: null, lastStrength: null, confidence: 'strong' },
  ] as const)('retrieval $quality, session $lastStrength: $confidence', ({ confidence, ...known }) => {
    expect(answerConfidenceOf({ ...full, ...known })).toBe(confidence);
  });

  it('hides cards only where it is weak', () => {
    const shown = (['good', 'weak', 'fallback_other', null] as const).map(
      (quality) => decideUi({ ...full, quality, lastStrength: null }).showCards,
    );

    expect(shown).toEqual([true, false, false, true]);
  });
});

describe('a label', () => {
  const strong = { preferredLayout: 'prose', showCards: true, answerConfidence: 'strong' } as const;
  const stated = { text: 'It burns for nine hours.', citations: ['t1f1q1'] };
  const shown = { ...stated, isPassage: true as const };

  it.each([
    { what: 'places', engine: 'offline', summary: [shown], hasItems: false, confidence: null },
    { what: 'nothing', engine: 'offline', summary: [], hasItems: false, confidence: null },
    { what: 'items', engine: 'offline', summary: [], hasItems: true, confidence: null },
    { what: 'a statement', engine: 'model', summary: [stated], hasItems: false, confidence: 'strong' },
    {
      what: 'a statement beside a passage',
      engine: 'model',
      summary: [stated, shown],
      hasItems: false,
      confidence: 'strong',
    },
    { what: 'a passage', engine: 'model', summary: [shown], hasItems: false, confidence: 'medium' },
    { what: 'nothing', engine: 'model', summary: [], hasItems: false, confidence: 'weak' },
    { what: 'items', engine: 'model', summary: [], hasItems: true, confidence: 'strong' },
  ] as const)('agrees with $what by $engine: $confidence', ({ summary, engine, hasItems, confidence }) => {
    expect(agreeingWith(strong, { summary: [...summary] }, { engine, hasItems }).answerConfidence).toBe(confidence);
  });

  it('leaves the cards of what a search without a model found, however weak its words', () => {
    const weak = { ...strong, showCards: false };
    const cards = (hasItems: boolean) => agreeingWith(weak, { summary: [] }, { engine: 'offline', hasItems }).showCards;

    expect([cards(true), cards(false)]).toEqual([true, false]);
  });

  it.each([
    { what: 'all is confirmed', claim: {}, confidence: 'strong' },
    { what: 'the judge is not sure', claim: { isUnverified: true }, confidence: 'medium' },
    { what: 'nobody has judged', claim: { notJudged: true as const }, confidence: 'medium' },
  ])('is told from the verdicts where a model wrote, not from the search: $what', ({ claim, confidence }) => {
    const weak = { ...strong, answerConfidence: 'weak' as const };
    const summary = [stated, { ...stated, ...claim }];

    expect(agreeingWith(weak, { summary }, { engine: 'model', hasItems: false }).answerConfidence).toBe(confidence);
  });
});

describe('the intent of a message', () => {
  it.each([
    { grounding: 'none', vertical: 'other', prompt: 'compare apples and pears', intent: 'browse' },
    { grounding: 'full', vertical: 'other', prompt: 'How long does the lamp burn?', intent: 'answer' },
    { grounding: 'full', vertical: 'hotel', prompt: 'Hotels in Boston', intent: 'find' },
    { grounding: 'full', vertical: 'hotel', prompt: 'Harbour Inn vs. Sea View', intent: 'compare' },
    { grounding: 'hybrid', vertical: 'other', prompt: 'Unterschied zwischen Pool und Agent', intent: 'compare' },
    { grounding: 'full', vertical: 'other', prompt: 'Vergleiche die Fristen', intent: 'compare' },
    { grounding: 'full', vertical: 'other', prompt: 'incomparable beauty', intent: 'answer' },
  ] as const)('"$prompt" with $grounding: $intent', ({ grounding, vertical, prompt, intent }) => {
    expect(intentOf(grounding, vertical, prompt)).toBe(intent);
  });
});

describe('how an answer is formatted', () => {
  const itemWith = (values: Readonly<Record<string, string>>) => ({
    attributes: Object.entries(values).map(([name, value]) => ({ name, label: name, value })),
  });
  const attributes = ['price', 'rating'];

  it.each([
    { quality: 'good', items: 2, comparable: attributes, layout: 'table' },
    { quality: 'good', items: 1, comparable: attributes, layout: 'prose' },
    { quality: 'good', items: 9, comparable: [], layout: 'prose' },
    { quality: 'weak', items: 9, comparable: attributes, layout: 'list' },
    { quality: 'weak', items: 2, comparable: attributes, layout: 'prose' },
    { quality: 'fallback_other', items: 5, comparable: attributes, layout: 'list' },
    { quality: null, items: 5, comparable: attributes, layout: 'list' },
  ] as const)('$quality with $items items: $layout', ({ quality, items, comparable, layout }) => {
    const shown = Array.from({ length: items }, (_, index) =>
      itemWith({ price: String(index), rating: String(index) }),
    );
    const guidance = formattingOf(quality, shown, comparable);

    expect(guidance).toMatchObject({ layout });
    expect(guidance.attributes).toEqual(layout === 'table' ? comparable : []);
  });

  it.each([
    { what: 'that no item states', items: [{ price: '1' }, { price: '2' }], columns: ['price'] },
    {
      what: 'in which all items are equal',
      items: [
        { price: '1', rating: '4' },
        { price: '2', rating: '4' },
      ],
      columns: ['price'],
    },
    { what: 'that some items state', items: [{ price: '1', rating: '4' }, { price: '1' }], columns: ['rating'] },
    { what: 'as long as there is another', items: [{ price: '1' }, { price: '1' }], columns: ['price'] },
  ])('has no column $what', ({ items, columns }) => {
    expect(formattingOf('good', items.map(itemWith), attributes)).toMatchObject({
      layout: 'table',
      attributes: columns,
    });
  });

  it('has no table where no item states anything', () => {
    expect(formattingOf('good', [itemWith({}), itemWith({})], attributes)).toMatchObject({
      layout: 'prose',
      attributes: [],
    });
  });
});

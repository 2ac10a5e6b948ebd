import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { describe, expect, it } from 'vitest';
import { crossThemePairs, interactionsOf, spansBoth } from '../../../workflows/domain/briefing/interactions.ts';
import { claimOf, themeOf } from './samples.ts';

const named = (id: string, tags: string[], actors: string[] = [], changes: Partial<Theme> = {}) =>
  themeOf(id, { title: `Title ${id}`, tags, actors, ...changes });
const says = (themeId: string, text: string, changes: Partial<BriefingClaim> = {}) =>
  claimOf(`c-${themeId}`, { themeId, text, citations: [`cite-${themeId}`], ...changes });
const a = named('a', ['grid', 'sea-cable']);
const b = named('b', ['sea-cable', 'trade']);
const onCable = [says('a', 'A sea cable is laid.'), says('b', 'The sea cable is paid.')];

describe('interactionsOf', () => {
  it('connects themes whose moved claims name what they share', () => {
    expect(interactionsOf([a, b], onCable)).toEqual([
      {
        themeIds: ['a', 'b'],
        text: 'Title a and Title b share sea cable: A sea cable is laid. / The sea cable is paid.',
        citations: ['cite-a', 'cite-b'],
      },
    ]);
  });

  it.each<[string, Theme[], BriefingClaim[], number]>([
    [
      'a shared actor',
      [named('a', [], ['Statnett']), named('b', [], ['statnett'])],
      [says('a', 'Statnett buys.'), says('b', 'Statnett sells.')],
      1,
    ],
    ['a strengthened claim', [a, b], onCable.map((claim) => ({ ...claim, mark: 'strengthened' as const })), 1],
    [
      'a theme between them',
      [named('a', ['grid']), named('m', ['grid', 'trade'], ['Acer']), named('b', ['trade'])],
      [says('a', 'Acer warns.'), says('b', 'Acer agrees.')],
      1,
    ],
    [
      'not two themes between them',
      [
        named('a', ['grid']),
        named('m', ['grid', 'x'], ['Acer']),
        named('n', ['x', 'trade'], ['Acer2']),
        named('b', ['trade']),
      ],
      [says('a', 'Acer warns.'), says('b', 'Acer agrees.')],
      0,
    ],
    [
      'not a kept claim on one side',
      [a, b],
      [says('a', 'A sea cable.', { mark: 'kept' }), says('b', 'The sea cable.')],
      0,
    ],
    [
      'not a claim that was withdrawn',
      [a, b],
      [says('a', 'A sea cable.', { mark: 'withdrawn' }), says('b', 'The sea cable.')],
      0,
    ],
    ['not a claim that names something else', [a, b], [says('a', 'A grid.'), says('b', 'The sea cable.')], 0],
    ['not themes without a tag in common', [a, named('b', ['trade'])], onCable, 0],
    ['not a theme that is closed', [a, { ...b, status: 'closed' }], onCable, 0],
  ])('by %s', (_, themes, claims, count) => {
    expect(interactionsOf(themes, claims)).toHaveLength(count);
  });

  it('shows neighbours before themes with another one between them', () => {
    const themes = [named('a', ['grid']), named('b', ['trade'], ['Acer']), named('m', ['grid', 'trade'])];
    const claims = [says('a', 'The grid trades.'), says('b', 'Trade on the grid.'), says('m', 'Trade.')];

    expect(interactionsOf(themes, claims).map(({ themeIds }) => themeIds.join('-'))).toEqual(['b-m', 'a-b']);
  });

  it('shows at most three', () => {
    const themes = ['a', 'b', 'c', 'd'].map((id) => named(id, ['grid']));

    expect(
      interactionsOf(
        themes,
        themes.map(({ id }) => says(id, 'The grid.')),
      ),
    ).toHaveLength(3);
  });
});

describe('crossThemePairs', () => {
  it.each<[string, Theme[], unknown]>([
    ['the tags of both', [a, b], [['a', 'b', 'grid sea cable trade Title a Title b']]],
    [
      'a shared tag where one has no other',
      [a, named('b', ['sea-cable'])],
      [['a', 'b', 'grid sea cable Title a Title b']],
    ],
    ['none where both have one and the same', [named('a', ['grid']), named('b', ['grid'])], []],
    ['none where nothing connects them', [a, named('b', ['trade'])], []],
  ])('%s', (_, themes, pairs) => {
    expect(crossThemePairs(themes).map(({ pair, query }) => [...pair.map(({ id }) => id), query])).toEqual(pairs);
  });
});

describe('spansBoth', () => {
  it.each([
    ['The grid and trade.', true],
    ['The grid and a sea cable.', true],
    ['A sea cable alone.', false],
    ['The grid alone.', false],
    ['The gridlock of trade.', false],
  ])('%s %s', (text, isSpanning) => {
    expect(spansBoth(text, [a, b])).toBe(isSpanning);
  });
});

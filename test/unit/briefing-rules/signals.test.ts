import type { BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import { describe, expect, it } from 'vitest';
import { signalsOf } from '../../../workflows/briefing/evaluation.ts';
import { watchpointHitsOf } from '../../../workflows/domain/briefing/next-state.ts';
import { claimOf, itemOf, reportedOf, same, themeOf } from './samples.ts';

const taxonomy = [{ id: 'hydrogen', title: 'Hydrogen', tags: [], actors: [] }];
const scanned = (id: string, text: string, changes: Partial<BriefingItem> = {}) =>
  itemOf(id, { themeId: null, taxonomyId: 'hydrogen', text, ...changes });
const first = scanned('a', 'Gassco will build a pipeline for hydrogen to Emden by 2030.');
const second = scanned('b', 'A pipeline to Emden is to carry hydrogen from 2030, says Gassco.');
const copy = scanned('b', 'GASSCO will build a pipeline for hydrogen to Emden by 2030');
const shown = (
  items: BriefingItem[],
  relations: ItemRelation[] = [],
  recentOutlets: string[] = [],
  text = first.text,
) =>
  signalsOf({
    items,
    relations,
    taxonomy,
    recent: [
      {
        signals: [
          { taxonomyId: 'hydrogen', title: '', text, outlets: recentOutlets, citations: [], isCandidate: false },
        ],
      },
    ],
  }).map(({ outlets, isCandidate }) => [outlets.join(), isCandidate]);

describe('signalsOf: a candidate is confirmed by two independent tier 1-2 outlets', () => {
  it.each<[string, Parameters<typeof shown>, unknown]>([
    ['one outlet', [[first]], [['a.example', false]]],
    ['two that say the same', [[first, second], [same('a', 'b')]], [['a.example,b.example', true]]],
    [
      'two that say different things',
      [[first, second]],
      [
        ['a.example', false],
        ['b.example', false],
      ],
    ],
    ['one outlet twice', [[first, { ...second, outlet: 'a.example' }], [same('a', 'b')]], [['a.example', false]]],
    ['two that print one text', [[first, copy], [same('a', 'b')]], [['a.example', false]]],
    [
      'one of them only reported',
      [[first, { ...second, status: 'reported' }], [same('a', 'b')]],
      [['a.example', false]],
    ],
    ['only reported', [[reportedOf('r', { ...second, itemId: 'r', status: 'reported' })]], [['', false]]],
    ['the other one in a recent output', [[second], [], ['a.example']], [['a.example,b.example', true]]],
    ['the same one in a recent output', [[first], [], ['a.example']], [['a.example', false]]],
    ['a copy of a recent output', [[copy], [], ['a.example']], [['a.example', false]]],
    [
      'a recent output says something else',
      [[second], [], ['a.example'], 'Equinor stops its plans for ammonia.'],
      [['b.example', false]],
    ],
    [
      'a recent output with another figure',
      [[second], [], ['a.example'], first.text.replace('2030', '2035')],
      [['b.example', false]],
    ],
    ['an item of a theme is no signal', [[{ ...first, themeId: 'storage' }]], []],
    ['a retraction is no signal', [[{ ...first, isRetraction: true }]], []],
  ])('%s', (_, input, signals) => {
    expect(shown(...input)).toEqual(signals);
  });
});

describe('watchpointHitsOf: outlets that confirm a watchpoint and had not before', () => {
  const theme = themeOf('storage', {
    watchpoints: [{ id: 'sign', text: 'Statnett connects the first battery of 100 MW', evidence: 1, promoteAt: 3 }],
  });
  const text = 'On Friday the first battery with 100 MW was connected by Statnett.';

  it.each([
    ['a confirmed item that says it', [itemOf('i', { text })], [], ['i.example']],
    ['a reported item does not', [reportedOf('i', { text })], [], []],
    ['one with another figure does not', [itemOf('i', { text: text.replace('100', '80') })], [], []],
    ['one of another theme does not', [itemOf('i', { text, themeId: 'x' })], [], []],
    ['one on something else does not', [itemOf('i', { text: 'Statnett raises its tariffs by 100 kroner.' })], [], []],
    [
      'an outlet twice counts once',
      [itemOf('i', { text }), itemOf('j', { text, outlet: 'i.example' })],
      [],
      ['i.example'],
    ],
    [
      'an outlet that an earlier claim has does not',
      [itemOf('i', { text })],
      [claimOf('c', { text, outlets: ['i.example'] })],
      [],
    ],
  ])('%s', (_, items, claims, outlets) => {
    expect(watchpointHitsOf([theme], items, claims)).toEqual(
      outlets.map((outlet) => ({ themeId: 'storage', watchpointId: 'sign', outlet })),
    );
  });
});

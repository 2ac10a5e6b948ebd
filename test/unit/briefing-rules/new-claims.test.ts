import type { BriefingClaim, BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import { describe, expect, it } from 'vitest';
import { updateClaims } from '../../../workflows/domain/briefing/deltas.ts';
import { claimOf, contradicts, itemOf, reportedOf, same, slot } from './samples.ts';

const NEW = '2026-03-06-storage-1';
const update = (claims: BriefingClaim[], items: BriefingItem[] = [], relations: ItemRelation[] = []) =>
  updateClaims({ previousClaims: claims, items, relations, slot });

const claim = claimOf('c');
const own = { outlet: 'first.example' };

describe('updateClaims makes new claims', () => {
  it.each<[string, BriefingItem[], ItemRelation[], string[]]>([
    ['of items without a relation', [itemOf('i'), reportedOf('j')], [], ['i.example', 'j.example']],
    ['one of items that say the same', [itemOf('i'), itemOf('j')], [same('i', 'j')], ['i.example,j.example']],
    [
      'one of three, by way of the third',
      [itemOf('i'), itemOf('j'), itemOf('k')],
      [same('i', 'k'), same('k', 'j')],
      ['i.example,k.example,j.example'],
    ],
    [
      'two of items that contradict one another, also where a third says the same as both',
      [itemOf('i'), itemOf('j'), itemOf('k')],
      [contradicts('i', 'j'), same('k', 'i'), same('k', 'j')],
      ['i.example,k.example', 'j.example'],
    ],
  ])('%s', (_, items, relations, outlets) => {
    expect(update([], items, relations).claims.map((one) => one.outlets.join())).toEqual(outlets);
  });

  it('lets confirmed replace reported on the same fact', () => {
    const [joined, ...others] = update([], [reportedOf('i'), itemOf('j')], [same('i', 'j')]).claims;

    expect(joined).toMatchObject({ text: 'Text of j.', status: 'confirmed', citations: ['cite-j', 'cite-i'] });
    expect(others).toEqual([]);
  });

  it('numbers them within slot and theme, the same each time', () => {
    const items = [itemOf('i'), itemOf('j'), itemOf('k', { themeId: 'tariffs' })];

    expect(update([], items).claims.map(({ claimId }) => claimId)).toEqual([
      '2026-03-06-storage-1',
      '2026-03-06-storage-2',
      '2026-03-06-tariffs-1',
    ]);
    expect(update([], items)).toEqual(update([], items));
  });

  it('orders new, contradicted, withdrawn, strengthened, kept', () => {
    const claims = ['kept', 'strong', 'gone', 'wrong'].map((id) => claimOf(id));
    const items = [itemOf('a'), itemOf('b', { ...own, isRetraction: true }), itemOf('d')];
    const relations = [same('a', 'strong'), same('b', 'gone'), contradicts('d', 'wrong')];

    expect(update(claims, items, relations).claims.map(({ mark }) => mark)).toEqual([
      'new',
      'contradicted',
      'withdrawn',
      'strengthened',
      'kept',
    ]);
  });
});

describe('updateClaims labels conflicts', () => {
  it.each<[string, BriefingClaim[], BriefingItem[], ItemRelation[], string[][]]>([
    [
      'of different facts of this run',
      [],
      [itemOf('i'), reportedOf('j')],
      [contradicts('j', 'i')],
      [[NEW, '2026-03-06-storage-2']],
    ],
    ['of a claim with what is only reported', [claim], [reportedOf('i')], [contradicts('i', 'c')], [[NEW, 'c']]],
    [
      'of a claim that is confirmed again with what contradicts that',
      [claim],
      [itemOf('i'), itemOf('j')],
      [same('i', 'c'), contradicts('j', 'i')],
      [[NEW, 'c']],
    ],
    [
      'of before, while both stand',
      [claimOf('c', { conflictsWith: ['d'] }), claimOf('d', { conflictsWith: ['c'] })],
      [],
      [],
      [['c', 'd']],
    ],
    [
      'no longer where one is overturned',
      [claimOf('c', { conflictsWith: ['d'] }), claimOf('d', { conflictsWith: ['c'] })],
      [itemOf('i')],
      [same('i', 'c'), contradicts('i', 'd')],
      [],
    ],
    ['not of a claim that was contradicted', [claim], [itemOf('i')], [contradicts('i', 'c')], []],
  ])('%s', (_, claims, items, relations, conflicts) => {
    const updated = update(claims, items, relations);

    expect(updated.conflicts).toEqual(conflicts);
    expect(
      updated.claims.filter(({ conflictsWith }) => conflictsWith.length > 0).map(({ claimId }) => claimId),
    ).toEqual(conflicts.flat());
  });
});

import type { BriefingClaim, BriefingItem, ItemRelation } from '@plumbline/contracts/briefings/briefing-items';
import { describe, expect, it } from 'vitest';
import { updateClaims } from '../../../workflows/domain/briefing/deltas.ts';
import { claimOf, contradicts, itemOf, reportedOf, same, slot } from './samples.ts';

const NEW = '2026-03-06-storage-1';
const update = (claims: BriefingClaim[], items: BriefingItem[] = [], relations: ItemRelation[] = []) =>
  updateClaims({ previousClaims: claims, items, relations, slot });
const marksOf = (...input: Parameters<typeof update>) =>
  update(...input).claims.map(({ claimId, mark, status }) => `${claimId} ${mark} ${status}`);

const claim = claimOf('c');
const reported = claimOf('c', { status: 'reported' });
const own = { outlet: 'first.example' };

describe('updateClaims marks each claim of the previous output', () => {
  it.each<[string, BriefingClaim[], BriefingItem[], ItemRelation[], string[]]>([
    [
      'another outlet confirms it: strengthened',
      [claim],
      [itemOf('i')],
      [same('i', 'c')],
      ['c strengthened confirmed'],
    ],
    ['the same outlet says it again: kept', [claim], [itemOf('i', own)], [same('i', 'c')], ['c kept confirmed']],
    [
      'a third text says the same as one that confirms it: strengthened',
      [claim],
      [itemOf('i', own), itemOf('j')],
      [same('i', 'c'), same('j', 'i')],
      ['c strengthened confirmed'],
    ],
    [
      'a reported claim is confirmed: strengthened',
      [reported],
      [itemOf('i')],
      [same('i', 'c')],
      ['c strengthened confirmed'],
    ],
    ['another outlet reports it: kept', [reported], [reportedOf('i')], [same('i', 'c')], ['c kept reported']],
    [
      'a confirmed item contradicts it: contradicted, and the item is a new claim',
      [claim],
      [itemOf('i')],
      [contradicts('i', 'c')],
      [`${NEW} new confirmed`, 'c contradicted confirmed'],
    ],
    [
      'a reported item contradicts it: kept beside the new one',
      [claim],
      [reportedOf('i')],
      [contradicts('i', 'c')],
      [`${NEW} new reported`, 'c kept confirmed'],
    ],
    [
      'one confirmed item says it, another contradicts it: both stand',
      [claim],
      [itemOf('i'), itemOf('j')],
      [same('i', 'c'), contradicts('j', 'c')],
      [`${NEW} new confirmed`, 'c strengthened confirmed'],
    ],
    [
      'its outlet takes it back: withdrawn',
      [claim],
      [itemOf('i', { ...own, isRetraction: true })],
      [same('i', 'c')],
      ['c withdrawn confirmed'],
    ],
    [
      'its outlet takes it back, told as a contradiction: withdrawn',
      [claim],
      [itemOf('i', { ...own, isRetraction: true })],
      [contradicts('i', 'c')],
      ['c withdrawn confirmed'],
    ],
    [
      'another outlet takes its own report back: contradicted',
      [claim],
      [itemOf('i', { isRetraction: true })],
      [same('i', 'c')],
      [`${NEW} new confirmed`, 'c contradicted confirmed'],
    ],
    [
      'an unlisted outlet takes back what is confirmed: kept',
      [claim],
      [reportedOf('i', { ...own, isRetraction: true })],
      [same('i', 'c')],
      [`${NEW} new reported`, 'c kept confirmed'],
    ],
    [
      'one outlet takes it back, another says it: withdrawn, and a new claim of the other',
      [claim],
      [itemOf('i', { ...own, isRetraction: true }), itemOf('j')],
      [same('i', 'c'), same('j', 'c')],
      [`${NEW} new confirmed`, 'c withdrawn confirmed'],
    ],
    [
      'reported and not confirmed for 7 days: kept',
      [{ ...reported, firstSeen: '2026-02-27' }],
      [],
      [],
      ['c kept reported'],
    ],
    [
      'reported and not confirmed for more than 7 days: withdrawn',
      [{ ...reported, firstSeen: '2026-02-26' }],
      [],
      [],
      ['c withdrawn reported'],
    ],
    [
      'reported again after more than 7 days: withdrawn',
      [{ ...reported, firstSeen: '2026-02-26' }],
      [reportedOf('i')],
      [same('i', 'c')],
      ['c withdrawn reported'],
    ],
    [
      'confirmed after more than 7 days: strengthened',
      [{ ...reported, firstSeen: '2026-02-26' }],
      [itemOf('i')],
      [same('i', 'c')],
      ['c strengthened confirmed'],
    ],
    [
      'nothing is said about it for 7 days: kept',
      [{ ...claim, evidencedAt: '2026-02-27T00:00:00Z' }],
      [],
      [],
      ['c kept confirmed'],
    ],
    [
      'nothing is said about it for more than 7 days: it leaves',
      [claim, { ...claim, claimId: 'old', evidencedAt: '2026-02-26T23:00:00Z' }],
      [],
      [],
      ['c kept confirmed'],
    ],
    [
      'it is the last one that was confirmed: kept, however old',
      [{ ...claim, evidencedAt: '2026-02-01T23:00:00Z' }],
      [],
      [],
      ['c kept confirmed'],
    ],
    [
      'older than 7 days, but a reported item contradicts it: kept',
      [{ ...claim, evidencedAt: '2026-02-20T00:00:00Z' }],
      [reportedOf('i')],
      [contradicts('i', 'c')],
      [`${NEW} new reported`, 'c kept confirmed'],
    ],
    ['contradicted in the previous output: not carried', [{ ...claim, mark: 'contradicted' }], [], [], []],
    ['withdrawn in the previous output: not carried', [{ ...claim, mark: 'withdrawn' }], [], [], []],
    [
      'an item of another theme says nothing about it',
      [claim],
      [itemOf('i', { themeId: 'tariffs' })],
      [contradicts('i', 'c')],
      ['c kept confirmed', '2026-03-06-tariffs-1 new confirmed'],
    ],
    ['what a horizon scan found is no claim', [], [itemOf('i', { themeId: null, taxonomyId: 'x' })], [], []],
  ])('%s', (_, claims, items, relations, marks) => {
    expect(marksOf(claims, items, relations)).toEqual(marks);
  });

  it('joins outlets and citations of what strengthens a claim, with the newest date', () => {
    const [strengthened] = update([reported], [itemOf('i')], [same('i', 'c')]).claims;

    expect(strengthened).toEqual({
      ...reported,
      status: 'confirmed',
      mark: 'strengthened',
      note: 'confirmed by i.example',
      outlets: ['first.example', 'i.example'],
      citations: ['cite-first', 'cite-i'],
      evidencedAt: '2026-03-06T05:00:00Z',
    });
  });

  it('does not let a reported item make a confirmed claim look current', () => {
    const [kept] = update([claim], [reportedOf('i')], [same('i', 'c')]).claims;

    expect(kept).toEqual({ ...claim, mark: 'kept' });
  });

  it.each([
    [itemOf('i'), contradicts('i', 'c'), 'i.example: another figure'],
    [itemOf('i', { ...own, isRetraction: true }), same('i', 'c'), 'first.example took it back'],
  ])('notes who contradicted or withdrew it, and how', (item, relation, note) => {
    expect(update([claim], [item], [relation]).claims.find(({ claimId }) => claimId === 'c')?.note).toBe(note);
  });

  it('tells claims that were withdrawn from those that left by age', () => {
    const claims = [
      claim,
      claimOf('old', { evidencedAt: '2026-02-20T00:00:00Z' }),
      claimOf('open', { status: 'reported', firstSeen: '2026-02-20' }),
    ];
    const { withdrawn, left } = update(claims);

    expect([withdrawn, left].map((list) => list.map(({ claimId }) => claimId))).toEqual([['open'], ['old']]);
  });

  it('suspects a reversal where a reported item alone contradicts a claim', () => {
    expect(update([claim], [reportedOf('i')], [contradicts('i', 'c')]).suspectedReversals).toEqual([
      { themeId: 'storage', claimId: 'c', firstSeen: '2026-03-05' },
    ]);
    expect(update([claim], [itemOf('i')], [contradicts('i', 'c')]).suspectedReversals).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  confirmationsOf,
  correctionsOf,
  itemsToCorrect,
  unconfirmedTwice,
} from '../../../workflows/domain/briefing/corrections.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { claimOf, contradicts, itemOf, queryOf, reportedOf, same, slot } from './samples.ts';

const touching = reportedOf('i1', { touchesMechanism: true });
const asked = queryOf('Statnett', { origin: 'correction', itemId: 'i1' });

describe('itemsToCorrect', () => {
  it.each([
    ['a reported item that touches the mechanism is corrected', [touching], [], [], ['i1']],
    ['one that does not is not', [reportedOf('i1')], [], [], []],
    ['a confirmed one is not', [itemOf('i1', { touchesMechanism: true })], [], [], []],
    ['one of no theme is not', [{ ...touching, themeId: null }], [], [], []],
    ['one that a confirmed item says, too, is not', [touching, itemOf('i2')], [same('i2', 'i1')], [], []],
    ['one that a confirmed item contradicts is', [touching, itemOf('i2')], [contradicts('i2', 'i1')], [], ['i1']],
    ['one that another reported item says, too, is', [touching, reportedOf('i2')], [same('i1', 'i2')], [], ['i1']],
    ['it gets exactly one query', [touching], [], [asked], []],
    ['the query that found it is none', [touching], [], [queryOf('Statnett', { itemId: 'i1' })], ['i1']],
  ])('%s', (_, items, relations, queries, expected) => {
    expect(itemsToCorrect(items, relations, queries).map(({ itemId }) => itemId)).toEqual(expected);
  });
});

describe('correctionsOf', () => {
  it.each([
    ['found there is confirmed', [same('i2', 'i1')], true],
    ['not found there stays reported', [], false],
  ])('%s', (_, relations, isConfirmed) => {
    const queries = [queryOf('Statnett'), asked];

    expect(correctionsOf(queries, [touching, itemOf('i2')], relations)).toEqual([
      { themeId: 'storage', itemId: 'i1', isConfirmed },
    ]);
  });
});

describe('unconfirmedTwice', () => {
  const open = { themeId: 'storage', itemId: 'i1', isConfirmed: false };
  const on = (day: string, corrections = [open]) => ({ slot: slotOf('daily', `${day}T06:30:00Z`, 'UTC'), corrections });

  it.each([
    ['once in 7 days is none', [], [open], []],
    ['twice in one run', [], [open, open], ['storage']],
    ['twice within 7 days', [on('2026-02-27')], [open], ['storage']],
    ['twice before', [on('2026-03-04'), on('2026-03-05')], [], ['storage']],
    ['twice within 8 days is none', [on('2026-02-26')], [open], []],
    ['confirmed ones do not count', [on('2026-03-05', [{ ...open, isConfirmed: true }])], [open], []],
    [
      'one that was confirmed since clears those before',
      [on('2026-03-03'), on('2026-03-04'), on('2026-03-05', [{ ...open, isConfirmed: true }])],
      [],
      [],
    ],
    ['it clears those of its own output, too', [on('2026-03-04')], [open, { ...open, isConfirmed: true }], []],
    [
      'those after it count anew',
      [on('2026-03-03', [{ ...open, isConfirmed: true }]), on('2026-03-04')],
      [open],
      ['storage'],
    ],
    ['those of another theme do not count', [on('2026-03-05', [{ ...open, themeId: 'tariffs' }])], [open], []],
  ])('%s', (_, recent, corrections, themes) => {
    expect(unconfirmedTwice(recent, corrections, slot)).toEqual(themes);
  });
});

describe('confirmationsOf', () => {
  const reported = claimOf('c', { status: 'reported' });
  const confirmed = claimOf('c', { status: 'confirmed' });

  it.each([
    [
      'a reported claim that is confirmed now',
      [reported],
      [confirmed],
      [{ themeId: 'storage', itemId: 'c', isConfirmed: true }],
    ],
    ['one that is still reported is none', [reported], [reported], []],
    ['one that was confirmed before is none', [confirmed], [confirmed], []],
    ['a new claim is none', [], [confirmed], []],
  ])('%s', (_, before, after, confirmations) => {
    expect(confirmationsOf(before, after)).toEqual(confirmations);
  });
});

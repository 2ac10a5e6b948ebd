import type { Relation } from '@plumbline/contracts/briefings/briefing-items';
import { readInOwnLanguage } from '@plumbline/evidence/comparison';
import { describe, expect, it } from 'vitest';
import { DECISION_PAIRS } from '../../../../test/support/statement-pairs/decision-pairs.ts';
import { HELD_BACK_PAIRS } from '../../../../test/support/statement-pairs/held-back-pairs.ts';
import { LAST_PAIRS } from '../../../../test/support/statement-pairs/last-pairs.ts';
import { LONGER_PAIRS } from '../../../../test/support/statement-pairs/longer-pairs.ts';
import { BUILDING_PAIRS, type StatementPair } from '../../../../test/support/statement-pairs/statement-pairs.ts';
import { compareStatements, type ComparisonContext } from '../../statements/compare-statements.ts';

const read = (text: string) => readInOwnLanguage(text, 'en');
const NEWS: ComparisonContext = { isSuccession: true };
const relate = (first: string, second: string, context = NEWS) => compareStatements(read(first), read(second), context);

const TABLES: Readonly<Record<string, readonly StatementPair[]>> = {
  building: BUILDING_PAIRS,
  'held back': HELD_BACK_PAIRS,
  longer: LONGER_PAIRS,
  last: LAST_PAIRS,
  decisions: DECISION_PAIRS,
};

function measure(pairs: readonly StatementPair[], relation: Relation) {
  const judged = pairs.map(([expected, first, second]) => ({
    isExpected: expected === relation,
    isFound: relate(first, second).relation === relation,
    pair: `${first} | ${second}`,
  }));
  return {
    wronglyFound: judged.filter(({ isExpected, isFound }) => isFound && !isExpected).map(({ pair }) => pair),
    recall:
      judged.filter(({ isExpected, isFound }) => isExpected && isFound).length /
      judged.filter(({ isExpected }) => isExpected).length,
  };
}

describe.each(Object.entries(TABLES))('pairs of news statements: %s', (_, pairs) => {
  it('finds no contradiction where there is none', () => {
    expect(measure(pairs, 'contradicts').wronglyFound).toEqual([]);
  });

  it('finds no repetition where there is none', () => {
    expect(measure(pairs, 'same').wronglyFound).toEqual([]);
  });

  it('finds most contradictions and repetitions', () => {
    expect(measure(pairs, 'contradicts').recall).toBeGreaterThanOrEqual(0.85);
    expect(measure(pairs, 'same').recall).toBeGreaterThanOrEqual(0.9);
  });

  it('finds the same in either order', () => {
    for (const [, first, second] of pairs) expect(relate(second, first)).toEqual(relate(first, second));
  });
});

describe('statements on different subjects', () => {
  it('are never related, whatever they have in common', () => {
    const textsOf = (pairs: readonly StatementPair[]) =>
      pairs.flatMap(([, first, second]) => [read(first), read(second)]);
    const [building, held, longer, last] = [BUILDING_PAIRS, HELD_BACK_PAIRS, LONGER_PAIRS, LAST_PAIRS].map(textsOf);
    const across = [
      [building, held],
      [building, longer],
      [building, last],
      [held, longer],
      [held, last],
      [longer, last],
    ].flatMap(([own = [], others = []]) => own.flatMap((one) => others.map((other) => [one, other] as const)));

    const related = across.filter(([first, second]) => compareStatements(first, second, NEWS).relation !== 'unrelated');

    expect(across.length).toBeGreaterThan(20_000);
    expect(related.map(([first, second]) => [first.text, second.text])).toEqual([]);
  });
});

describe('the reason of a contradiction', () => {
  it.each([
    [
      'another figure',
      'The park will cost 410 million euros in Orsa.',
      'The park will cost 560 million euros in Orsa.',
    ],
    ['another date', 'The Brenna terminal will open on 1 June 2026.', 'The Brenna terminal will open on 9 July 2026.'],
    ['another name', 'The board of Halden appointed Anna Weber.', 'The board of Halden appointed Karl Brandt.'],
    ['the opposite is said', 'The board of Halden approved the merger.', 'The board of Halden rejected the merger.'],
  ])('is %s', (difference, first, second) => {
    expect(relate(first, second)).toEqual({ relation: 'contradicts', reasons: [difference] });
  });

  it.each([
    // Rounded, rough, another role, another period.
    ['The park in Orsa will cost 4.2 billion euros.', 'The park in Orsa will cost 4.23 billion euros.'],
    ['The park in Orsa will cost about 400 million euros.', 'The park in Orsa will cost 410 million euros.'],
    ['Halden raised its dividend by 20 cents.', 'Halden raised its dividend to 90 cents.'],
    ['Output of the Orsa plant fell by 5 percent in May.', 'Output of the Orsa plant fell by 9 percent in June.'],
    // A number that is a name.
    ['The regulator approved reactor 2 in Orsa.', 'The regulator rejected reactor 3 in Orsa.'],
    ['The pipeline Tessin 1 was closed in Orsa.', 'The pipeline Tessin 2 was opened in Orsa.'],
    // Postponed to the date that the other names.
    ['Astrena postponed the flight of its Heron capsule to October.', 'The Heron capsule will fly on 4 October 2026.'],
  ])('is none in "%s" beside "%s"', (first, second) => {
    expect(relate(first, second).relation).not.toBe('contradicts');
  });
});

describe('statements in two languages', () => {
  it.each([
    ['The Brenna terminal will open in Halmstad.', 'Das Terminal Brenna wird in Halmstad eröffnet.', 'same'],
    ['The Brenna terminal opened in Halmstad.', 'Das Terminal Brenna in Halmstad wurde geschlossen.', 'unrelated'],
  ] as const)('can say the same, and never contradict each other: "%s", "%s"', (english, german, relation) => {
    expect(relate(english, german).relation).toBe(relation);
  });
});

describe('what is known of two statements besides their words', () => {
  const [may, june] = [
    'On 4 May the harbour board set the ferry fare to Linau at 6 euros.',
    'On 2 June the harbour board set the ferry fare to Linau at 9 euros.',
  ];

  it('tells what replaces an earlier value from what is told beside it', () => {
    expect(relate(may, june)).toEqual({ relation: 'contradicts', reasons: ['another figure'] });
    expect(relate(may, june, {})).toEqual({ relation: 'differs', reasons: ['another figure'] });
  });

  it.each([
    ['The harbour lamp burns for nine hours.', 'It weighs two kilograms.', ['another figure']],
    ['The lamp was lit on 3 May 1912.', 'It was mended on 9 June 1913.', ['another date']],
    ['The lamp of the harbour is green.', 'Its glass is not green.', ['a negation or the opposite word']],
  ])('lets statements on one passage differ: "%s", "%s"', (first, second, reasons) => {
    expect(relate(first, second, {}).relation).toBe('unrelated');
    expect(relate(first, second, { isOneMatter: true })).toEqual({ relation: 'differs', reasons });
  });

  it('leaves statements on one passage alone that state no other value', () => {
    const [first, second] = ['The harbour lamp burns for nine hours.', 'Its oil lasts 9 hours.'];

    expect(relate(first, second, { isOneMatter: true }).relation).toBe('unrelated');
  });
});

describe('what one can have or be only once', () => {
  it.each([
    ['another name', 'The seat of the office is in Orsa.', 'The seat of the office is in Tessin.'],
    ['another value', 'The default colour is green.', 'The default colour is blue.'],
  ])('is another one: %s', (reason, first, second) => {
    expect(relate(first, second, {})).toEqual({ relation: 'contradicts', reasons: [reason] });
  });

  it.each([
    ['The lamp is green.', 'The lamp is heavy.'],
    ['The plant in Orsa is run by Halden.', 'The plant in Tessin is run by Halden.'],
    ['The regulator approved the plant in Orsa.', 'The regulator approved the plant in Tessin.'],
  ])('is not meant in "%s" and "%s"', (first, second) => {
    expect(relate(first, second, {}).relation).toBe('unrelated');
  });
});

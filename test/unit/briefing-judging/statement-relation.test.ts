import { describe, expect, it } from 'vitest';
import { readInOwnLanguage, relationBetween } from '../../../activities/verification/statements/statement-relation.ts';
import type { Relation } from '../../../workflows/contracts/briefings/briefing-items.ts';
import { DECISION_PAIRS } from './decision-pairs.ts';
import { HELD_BACK_PAIRS } from './held-back-pairs.ts';
import { LAST_PAIRS } from './last-pairs.ts';
import { LONGER_PAIRS } from './longer-pairs.ts';
import { BUILDING_PAIRS, type StatementPair } from './statement-pairs.ts';

const read = (text: string) => readInOwnLanguage(text, 'en');
const relate = (first: string, second: string) => relationBetween(read(first), read(second));

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
    isFound: relate(first, second)?.relation === relation,
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

    const related = across.filter(([first, second]) => relationBetween(first, second) !== null);

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
    expect(relate(first, second)).toEqual({ relation: 'contradicts', difference });
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
    expect(relate(first, second)?.relation).not.toBe('contradicts');
  });
});

describe('statements in two languages', () => {
  it.each([
    ['The Brenna terminal will open in Halmstad.', 'Das Terminal Brenna wird in Halmstad eröffnet.', 'same'],
    ['The Brenna terminal opened in Halmstad.', 'Das Terminal Brenna in Halmstad wurde geschlossen.', null],
  ] as const)('can say the same, and never contradict each other: "%s", "%s"', (english, german, relation) => {
    expect(relate(english, german)?.relation ?? null).toBe(relation);
  });
});

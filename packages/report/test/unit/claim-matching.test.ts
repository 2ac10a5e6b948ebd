import type { ClaimComparison } from '@plumbline/contracts/report/report-comparison';
import { matchClaims, readClaims } from '@plumbline/report/comparison';
import { describe, expect, it } from 'vitest';
import { type ClaimOnQuote, recordOfClaims } from '../../../../test/support/builders/compared-records.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';
const NINE_OTHERWISE = 'On one filling, the harbour lamp burns for nine hours.';
const TEN = 'The harbour lamp burns for ten hours on one filling.';
const WICK = 'A trimmed wick adds one hour to the burning time.';
const QUOTE = 'It burns nine hours on one filling of rapeseed oil.';
const PLACE = { textHash: 'f'.repeat(64), start: 100, end: 151 };

async function compare(a: readonly ClaimOnQuote[], b: readonly ClaimOnQuote[]): Promise<ClaimComparison> {
  return matchClaims(await readClaims(recordOfClaims('a', a)), await readClaims(recordOfClaims('b', b)));
}

/** What became of one claim of each report, in a line. */
function outcomeOf({ both, contradicting, onlyA, onlyB }: ClaimComparison): string[] {
  return [
    ...both.map(({ basis }) => `both by ${basis}`),
    ...contradicting.map(({ basis, difference }) => `${difference} by ${basis}`),
    ...onlyA.map(() => 'only a'),
    ...onlyB.map(() => 'only b'),
  ];
}

const APART = ['only a', 'only b'];

describe('two claims', () => {
  it.each<[string, ClaimOnQuote, ClaimOnQuote, string[]]>([
    [
      'equal words, equal evidence',
      { text: NINE, quote: QUOTE },
      { text: NINE, quote: QUOTE },
      ['both by evidence-and-words'],
    ],
    ['equal words, other evidence', { text: NINE, quote: QUOTE }, { text: NINE, quote: WICK }, ['both by words']],
    [
      'equal words but for typography',
      { text: 'The “lamp” burns.' },
      { text: 'The "lamp"  burns.' },
      ['both by words'],
    ],
    [
      'other words, other evidence',
      { text: NINE, quote: NINE },
      { text: NINE_OTHERWISE, quote: QUOTE },
      ['both by words'],
    ],
    [
      'other words, equal quotation',
      { text: NINE, quote: QUOTE },
      { text: 'Its oil lasts 9 hours.', quote: QUOTE },
      ['both by evidence'],
    ],
    [
      'another language, equal quotation',
      { text: NINE, quote: QUOTE },
      { text: 'Die Lampe am Hafen brennt mit einer Füllung neun Stunden lang.', quote: QUOTE },
      ['both by evidence'],
    ],
    [
      'other words, a longer quotation at the same place',
      { text: NINE, quote: QUOTE, place: PLACE },
      { text: 'Its oil lasts 9 hours.', quote: `${QUOTE} So it is said.`, place: { ...PLACE, end: 166 } },
      ['both by evidence'],
    ],
    [
      'quotations that only touch',
      { text: NINE, quote: QUOTE, place: PLACE },
      { text: 'Its oil lasts 9 hours.', quote: `oil. ${WICK}`, place: { ...PLACE, start: 146, end: 200 } },
      APART,
    ],
    [
      'the same offsets in another text',
      { text: NINE, quote: QUOTE, place: PLACE },
      { text: 'Its oil lasts 9 hours.', quote: `${QUOTE} So it is.`, place: { ...PLACE, textHash: 'e'.repeat(64) } },
      APART,
    ],
    [
      'two facts of one quotation',
      { text: NINE, quote: QUOTE },
      { text: 'It weighs two kilograms.', quote: QUOTE },
      APART,
    ],
    ['unrelated', { text: NINE, quote: QUOTE }, { text: WICK, quote: WICK }, APART],
    [
      'another figure, equal evidence',
      { text: NINE, quote: QUOTE },
      { text: TEN, quote: QUOTE },
      ['another figure by evidence-and-words'],
    ],
    [
      'another figure, other evidence',
      { text: NINE, quote: NINE },
      { text: TEN, quote: TEN },
      ['another figure by words'],
    ],
    [
      'another date',
      { text: 'The harbour lamp was installed on 3 May 1912.' },
      { text: 'The harbour lamp was installed on 9 June 1913.' },
      ['another date by words'],
    ],
    [
      'a negation',
      { text: 'Session cookies must be sent over HTTPS only.' },
      { text: 'Session cookies need not be sent over HTTPS only.' },
      ['a negation or the opposite word by words'],
    ],
    [
      'a negation, in German',
      { text: 'Die Frist beträgt 14 Tage nach Zugang des Bescheids.' },
      { text: 'Die Frist beträgt nicht 14 Tage nach Zugang des Bescheids.' },
      ['a negation or the opposite word by words'],
    ],
    [
      'a negation of something else',
      { text: 'A sample after the layout was renewed: 29 green, findings lost 0, completed paid calls repeated 0.' },
      { text: 'All are green: no answer lost, no completed paid call repeated.' },
      APART,
    ],
    [
      'a few common words',
      { text: 'If an embedding or rerank server fails, the run continues without it and a note says so.' },
      { text: 'If it is unreachable, commands fail: the embedded server is not a fallback.' },
      APART,
    ],
    [
      'the opposite event',
      { text: 'The board of Halden approved the merger.' },
      { text: 'The board of Halden rejected the merger.' },
      ['the opposite is said by words'],
    ],
    [
      'figures of two quarters of one year, equal evidence',
      { text: 'Sales of Halden rose by 5 percent in the first quarter of 2024.', quote: QUOTE },
      { text: 'Sales of Halden rose by 7 percent in the second quarter of 2024.', quote: QUOTE },
      APART,
    ],
    [
      'figures of two months',
      { text: 'Sales of Halden rose by 5 percent in May.' },
      { text: 'Sales of Halden rose by 7 percent in June.' },
      APART,
    ],
  ])('%s', async (_, a, b, expected) => {
    expect(outcomeOf(await compare([a], [b]))).toEqual(expected);
    expect(outcomeOf(await compare([b], [a]))).toEqual(expected);
  });
});

describe('the claims of two reports', () => {
  it('are matched once each, the most certain relation first', async () => {
    const { both, contradicting, onlyA, onlyB } = await compare(
      [
        { text: TEN, quote: QUOTE },
        { text: NINE, quote: QUOTE },
      ],
      [{ text: NINE_OTHERWISE, quote: QUOTE }],
    );

    expect(both.map(({ a }) => a.text)).toEqual([NINE]);
    expect(onlyA.map(({ text }) => text)).toEqual([TEN]);
    expect([contradicting, onlyB]).toEqual([[], []]);
  });

  it('count what one of them says twice in the same words as one claim, with both numbers and citations', async () => {
    const { both, onlyA } = await compare(
      [
        { text: NINE, quote: QUOTE },
        { text: WICK, quote: WICK },
        { text: NINE, quote: NINE },
      ],
      [{ text: NINE, quote: QUOTE }],
    );

    expect(both.map(({ a }) => a)).toEqual([{ numbers: [1, 3], text: NINE, citations: [1, 3] }]);
    expect(onlyA.map(({ numbers }) => numbers)).toEqual([[2]]);
  });

  it('prefer the same place where nothing else tells candidates apart', async () => {
    const alike = [
      { text: 'The keeper has oil.', quote: QUOTE },
      { text: 'The keeper had oil.', quote: QUOTE },
    ];
    const other = [{ text: WICK }, { text: 'Oil the keeper has.', quote: QUOTE }];

    expect((await compare(alike, other)).both.map(({ a }) => a.numbers)).toEqual([[2]]);
    expect((await compare(other, alike)).both.map(({ b }) => b.numbers)).toEqual([[2]]);
  });

  it('are matched alike when the reports are exchanged', async () => {
    const a = [NINE, WICK, TEN, 'Storms are not mentioned.', 'The lamp is green.'].map((text) => ({
      text,
      quote: QUOTE,
    }));
    const b = [TEN, NINE_OTHERWISE, 'The lamp is not green.', 'Ships pass daily.'].map((text) => ({
      text,
      quote: QUOTE,
    }));
    const keys = ({ both, contradicting, onlyA, onlyB }: ClaimComparison) => ({
      both: both.map((pair) => `${pair.a.text}|${pair.b.text}|${pair.basis}`).sort(),
      contradicting: contradicting.map((pair) => `${pair.a.text}|${pair.b.text}|${pair.difference}`).sort(),
      onlyA: onlyA.map(({ text }) => text).sort(),
      onlyB: onlyB.map(({ text }) => text).sort(),
    });
    const backward = await compare(b, a);
    const turned = <Pair extends { a: unknown; b: unknown }>(pairs: readonly Pair[]) =>
      pairs.map((pair) => ({ ...pair, a: pair.b, b: pair.a }));

    const exchanged: ClaimComparison = {
      both: turned(backward.both),
      contradicting: turned(backward.contradicting),
      onlyA: backward.onlyB,
      onlyB: backward.onlyA,
    };

    expect(keys(await compare(a, b))).toEqual(keys(exchanged));
    expect(keys(exchanged).both).not.toEqual([]);
  });
});

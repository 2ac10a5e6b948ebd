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
function outcomeOf({ both, sameEvidence, onlyA, onlyB }: ClaimComparison): string[] {
  return [
    ...both.map(() => 'both'),
    ...sameEvidence.map(() => 'same evidence'),
    ...onlyA.map(() => 'only a'),
    ...onlyB.map(() => 'only b'),
  ];
}

const APART = ['only a', 'only b'];
const OTHERWISE = 'Its oil lasts 9 hours.';

describe('two claims', () => {
  it.each<[string, ClaimOnQuote, ClaimOnQuote, string[]]>([
    ['equal words, equal evidence', { text: NINE, quote: QUOTE }, { text: NINE, quote: QUOTE }, ['both']],
    ['equal words, other evidence', { text: NINE, quote: QUOTE }, { text: NINE, quote: WICK }, ['both']],
    ['equal words but for typography', { text: 'The “lamp” burns.' }, { text: 'The "lamp"  burns.' }, ['both']],
    ['other words, other evidence', { text: NINE, quote: NINE }, { text: NINE_OTHERWISE, quote: QUOTE }, APART],
    [
      'other words, equal quotation',
      { text: NINE, quote: QUOTE },
      { text: OTHERWISE, quote: QUOTE },
      ['same evidence'],
    ],
    [
      'other words, a longer quotation at the same place',
      { text: NINE, quote: QUOTE, place: PLACE },
      { text: OTHERWISE, quote: `${QUOTE} So it is said.`, place: { ...PLACE, end: 166 } },
      ['same evidence'],
    ],
    [
      'quotations that only touch',
      { text: NINE, quote: QUOTE, place: PLACE },
      { text: OTHERWISE, quote: `oil. ${WICK}`, place: { ...PLACE, start: 146, end: 200 } },
      APART,
    ],
    [
      'the same offsets in another text',
      { text: NINE, quote: QUOTE, place: PLACE },
      { text: OTHERWISE, quote: `${QUOTE} So it is.`, place: { ...PLACE, textHash: 'e'.repeat(64) } },
      APART,
    ],
    ['another figure, equal evidence', { text: NINE, quote: QUOTE }, { text: TEN, quote: QUOTE }, ['same evidence']],
    ['another figure, other evidence', { text: NINE, quote: NINE }, { text: TEN, quote: TEN }, APART],
    ['a negation', { text: 'The lamp is green.' }, { text: 'The lamp is not green.' }, APART],
    ['unrelated', { text: NINE, quote: QUOTE }, { text: WICK, quote: WICK }, APART],
  ])('%s', async (_, a, b, expected) => {
    expect(outcomeOf(await compare([a], [b]))).toEqual(expected);
    expect(outcomeOf(await compare([b], [a]))).toEqual(expected);
  });
});

describe('the claims of two reports', () => {
  it('are matched once each, those in the same words first', async () => {
    const { both, sameEvidence, onlyA, onlyB } = await compare(
      [
        { text: TEN, quote: QUOTE },
        { text: NINE, quote: QUOTE },
      ],
      [{ text: NINE, quote: QUOTE }],
    );

    expect(both.map(({ a }) => a.text)).toEqual([NINE]);
    expect(onlyA.map(({ text }) => text)).toEqual([TEN]);
    expect([sameEvidence, onlyB]).toEqual([[], []]);
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

    expect((await compare(alike, other)).sameEvidence.map(({ a }) => a.numbers)).toEqual([[2]]);
    expect((await compare(other, alike)).sameEvidence.map(({ b }) => b.numbers)).toEqual([[2]]);
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
    const keys = ({ both, sameEvidence, onlyA, onlyB }: ClaimComparison) => ({
      both: both.map((pair) => `${pair.a.text}|${pair.b.text}`).sort(),
      sameEvidence: sameEvidence.map((pair) => `${pair.a.text}|${pair.b.text}`).sort(),
      onlyA: onlyA.map(({ text }) => text).sort(),
      onlyB: onlyB.map(({ text }) => text).sort(),
    });
    const backward = await compare(b, a);
    const turned = <Pair extends { a: unknown; b: unknown }>(pairs: readonly Pair[]) =>
      pairs.map((pair) => ({ ...pair, a: pair.b, b: pair.a }));

    const exchanged: ClaimComparison = {
      both: turned(backward.both),
      sameEvidence: turned(backward.sameEvidence),
      onlyA: backward.onlyB,
      onlyB: backward.onlyA,
    };

    expect(keys(await compare(a, b))).toEqual(keys(exchanged));
    expect(keys(exchanged).both).not.toEqual([]);
  });
});

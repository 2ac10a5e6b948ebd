import { describe, expect, it } from 'vitest';
import { asEntailed, supportOfClaim } from '../../../activities/verification/claims/claim-support.ts';
import { findDerivationError } from '../../../activities/verification/claims/derivations.ts';
import { enumeratedIn } from '../../../activities/verification/claims/figure-support.ts';
import type { Claim, Derivation } from '../../../workflows/contracts/evidence/claim.ts';
import { quoteOf } from '../../support/builders/research-fixtures.ts';

const LAMP = quoteOf('lamp', 'The harbour lamp burns for nine hours on one filling.');
const BEACON = quoteOf('beacon', 'The beacon of the mole burns for 5 hours.');
const HORN = quoteOf('horn', 'The fog horn weighs 40 kilograms and uses 250 litres of water.');
const CITED = [LAMP, BEACON, HORN];

function derived(operation: Derivation['operation'], keys: readonly string[], result: string): Derivation {
  const figures: Record<string, string> = { lamp: 'nine hours', beacon: '5 hours', horn: '40 kilograms' };
  return { operation, inputs: keys.map((key) => ({ key, figure: figures[key] ?? '' })), result };
}

function support(claim: Partial<Claim> & Pick<Claim, 'text'>) {
  const supporting = CITED.map(({ text }) => ({ text, place: 'Harbour', language: 'en' }));
  const evidence = { cited: CITED, supporting };
  const setting = { language: 'en', question: 'How long do lamp and beacon burn?' };
  return supportOfClaim({ citations: ['lamp', 'beacon', 'horn'], ...claim }, evidence, setting);
}

describe('a derivation', () => {
  it.each([
    ['sum', '14 hours'],
    ['sum', '840 minutes'],
    ['difference', '4 hours'],
    ['mean', '7 hours'],
    ['ratio', '1.8'],
    ['ratio', '2'],
    ['share', '180 %'],
    ['change', '44 %'],
    ['comparison', 'greater'],
  ] as const)('is computed again: %s %s', (operation, result) => {
    expect(findDerivationError(derived(operation, ['lamp', 'beacon'], result), CITED)).toBe(null);
  });

  it.each([
    ['a wrong sum', derived('sum', ['lamp', 'beacon'], '15 hours'), 'the sum is 14, not 15 hours'],
    ['a wrong unit', derived('sum', ['lamp', 'beacon'], '14 minutes'), 'the sum is 840, not 14 minutes'],
    ['another kind of unit', derived('sum', ['lamp', 'beacon'], '14 litres'), 'not 14 litres'],
    ['too exact a ratio', derived('ratio', ['lamp', 'beacon'], '1.85'), 'the ratio is 1.8, not 1.85'],
    ['a wrong relation', derived('comparison', ['lamp', 'beacon'], 'less'), 'the first figure is greater, not less'],
    ['hours and kilograms', derived('sum', ['lamp', 'horn'], '49'), 'figures of different kinds'],
    ['one figure', derived('sum', ['lamp'], '9 hours'), 'a sum of 1 figures'],
    ['three of two', derived('ratio', ['lamp', 'beacon', 'horn'], '2'), 'a ratio of 3 figures'],
    ['no result', derived('sum', ['lamp', 'beacon'], 'many'), 'not a figure'],
    [
      'a figure that the quote lacks',
      {
        operation: 'sum' as const,
        inputs: [
          { key: 'lamp', figure: '8 hours' },
          { key: 'beacon', figure: '5 hours' },
        ],
        result: '13 hours',
      },
      'the quotation does not support: 8',
    ],
    [
      'a quote that is not cited',
      {
        operation: 'sum' as const,
        inputs: [
          { key: 'other', figure: '9 hours' },
          { key: 'beacon', figure: '5 hours' },
        ],
        result: '14 hours',
      },
      'does not cite',
    ],
    [
      'a sentence for a figure',
      {
        operation: 'sum' as const,
        inputs: [
          { key: 'lamp', figure: '9 hours in which the keeper sleeps' },
          { key: 'beacon', figure: '5 hours' },
        ],
        result: '14 hours',
      },
      'is not one figure',
    ],
  ])('is refused with %s', (_, derivation, reason) => {
    expect(findDerivationError(derivation, CITED)).toContain(reason);
  });
});

describe('a claim of its kind', () => {
  const together = 'The harbour lamp and the beacon together burn for 14 hours.';

  it('may state a computed figure only with its derivation', () => {
    const derivation = derived('sum', ['lamp', 'beacon'], '14 hours');

    expect(support({ text: together, derivation })).toMatchObject({ reasons: [] });
    expect(support({ text: together }).reasons).not.toEqual([]);
    expect(support({ text: together.replace('14', '15'), derivation }).reasons).not.toEqual([]);
  });

  it('may conclude as an inference, but brings no figures and names of its own', () => {
    const text = 'A keeper who fills the harbour lamp at dusk need not return before dawn.';

    expect(support({ text }).reasons).not.toEqual([]);
    expect(
      support({ text: 'Filling the harbour lamp at dusk spares the keeper another long walk.', isInference: true }),
    ).toMatchObject({
      reasons: [],
      status: 'inferred',
    });
    expect(
      support({ text: 'The harbour lamp would burn for 30 hours on more oil.', isInference: true }).reasons,
    ).not.toEqual([]);
    expect(
      support({ text: 'The harbour lamp is better than that of Port Ellen.', isInference: true }).reasons,
    ).not.toEqual([]);
    expect(support({ text: 'Nobody reads newspapers any more these days.', isInference: true }).reasons).not.toEqual(
      [],
    );
  });

  it('is no inference where it turns the words of its quote around', () => {
    expect(
      support({ text: 'The harbour lamp does not burn for nine hours on one filling.', isInference: true }).reasons,
    ).not.toEqual([]);
  });

  it('says a cell of its row, not of another', () => {
    const cell = (row: string) =>
      support({
        text: '250 litres of water',
        citations: ['horn'],
        placement: { form: 'table', block: 0, row, column: 'Use' },
      });

    expect(cell('Fog horn').reasons).toEqual([]);
    expect(cell('Ada Brook').reasons).not.toEqual([]);
  });
});

describe('a claim that a model found entailed', () => {
  const entailed = (text: string) => asEntailed(support({ text }), { isEntailed: true });

  it('needs none of the words', () => {
    expect(entailed('It keeps shining through a winter evening.')).toMatchObject({ status: 'inferred', reasons: [] });
  });

  it('stays wrong where the rules find something wrong', () => {
    expect(entailed('It keeps shining through 30 winter evenings.')).toMatchObject({ status: 'unsupported' });
  });
});

describe('an enumeration', () => {
  it.each([
    ['It needs oil, a wick and glass.', [3]],
    ['It needs oil, a wick, glass, and air.', [4]],
    ['Öl, Docht sowie Glas gehören dazu.', [3]],
    ['Oil and wick.', []],
    ['Oil, wick\nand glass.', [3]],
    ['Oil,   wick   and   glass; tin and lead.', [3]],
    ['It needs oil, wick and glass, and air, tin or lead.', [5]],
    ['Oil (and wick), glass, and air', []],
    [`Oil${' '.repeat(20_000)}wick`, []],
    [`${'oil, '.repeat(4_000)}`, []],
    ['1,000 lamps and 2,000 wicks', []],
    ['Parts:\n- oil\n- wick\n- glass\n- air\n\nEnd.', [4]],
  ])('counts its items: %s', (text, counts) => {
    expect([...enumeratedIn(text)]).toEqual(counts);
  });

  it('makes a count of its items no invented figure', () => {
    const parts = quoteOf('parts', 'The lamp needs oil, a wick and glass.');
    const said = (text: string) =>
      supportOfClaim(
        { text, citations: ['parts'] },
        { cited: [parts], supporting: [{ text: parts.text, place: '', language: 'en' }] },
        { language: 'en', question: 'What does the lamp need?' },
      ).reasons;

    expect(said('The lamp needs three things: oil, a wick and glass.')).toEqual([]);
    expect(said('The lamp needs four things: oil, a wick and glass.')).not.toEqual([]);
  });
});

import type { Claim } from '@plumbline/contracts/evidence/claim';
import { describe, expect, it } from 'vitest';
import { quoteOf } from '../../../../test/support/builders/research-fixtures.ts';
import { computedFigures, findDerivationError } from '../../claims/calculations.ts';
import { asEntailed, supportOfClaim } from '../../claims/claim-support.ts';
import { enumeratedIn } from '../../claims/figure-support.ts';

const LAMP = quoteOf('lamp', 'The harbour lamp burns for nine hours on one filling.');
const BEACON = quoteOf('beacon', 'The beacon of the mole burns for 5 hours.');
const HORN = quoteOf('horn', 'The fog horn weighs 40 kilograms and uses 250 litres of water.');
const CITED = [LAMP, BEACON, HORN];

const TEXT = CITED.map(({ text }) => text).join('\n');

function support(claim: Partial<Claim> & Pick<Claim, 'text'>) {
  const supporting = CITED.map(({ text }) => ({ text, place: 'Harbour', language: 'en' }));
  const evidence = { cited: CITED, supporting };
  const setting = { language: 'en', question: 'How long do lamp and beacon burn?' };
  return supportOfClaim({ citations: ['lamp', 'beacon', 'horn'], ...claim }, evidence, setting);
}

describe('a computation', () => {
  it.each([
    ['9 + 5', '14 hours'],
    ['(9 + 5) * 60', '840 minutes'],
    ['9 − 5', '4 hours'],
    ['(9+5)/2', '7'],
    ['9 / 5', '1.8'],
    ['9 : 5', '2'],
    ['9/5', '180 %'],
    ['(9-5)/9*100', '44.4 %'],
    ['-(5 - 9)', '4'],
    ['250 × 40 %', '100'],
    ['5 - 9', '4 hours'],
  ])('is done again: %s = %s', (expression, result) => {
    expect(findDerivationError({ expression, result }, TEXT)).toBe(null);
  });

  it.each([
    ['a wrong result', '9 + 5', '15 hours', '9 + 5 is 14, not 15 hours'],
    ['too exact a result', '9 / 5', '1.85', '9 / 5 is 1.8, not 1.85'],
    ['a number that the words lack', '8 + 5', '13', 'have no “8”'],
    ['words', 'nine hours and five', '14', 'cannot be computed'],
    ['an open bracket', '(9 + 5', '14', 'cannot be computed'],
    ['nothing between numbers', '9 5', '14', 'cannot be computed'],
    ['a division by zero', '9 / (5 - 5)', '0', 'cannot be computed'],
    ['no result', '9 + 5', 'many', 'is not a figure'],
  ])('is refused with %s', (_, expression, result, reason) => {
    expect(findDerivationError({ expression, result }, TEXT)).toContain(reason);
  });

  it('gives the figures of a statement that are its result, rounded as they are written', () => {
    const derivation = { expression: '(9-5)/9*100', result: '44.4 %' };

    expect(computedFigures(derivation, 'It burns 44 % longer.')).toEqual(['44 % longer.']);
    expect(computedFigures(derivation, 'It burns 45 % longer.')).toEqual([]);
  });
});

describe('a claim of its kind', () => {
  const together = 'The harbour lamp and the beacon together burn for 14 hours.';

  it('may state a computed figure only with its derivation', () => {
    const derivation = { expression: '9 + 5', result: '14 hours' };

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

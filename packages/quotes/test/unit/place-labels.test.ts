import { describe, expect, it } from 'vitest';
import { placeLabelOf } from '../../references/document-places.ts';
import { numbersBetween } from '../../references/reference-detection.ts';

describe('placeLabelOf', () => {
  it.each([
    ['§ 5a Öl', 'section', '5a'],
    ['§§ 5 bis 7 (aufgehoben)', 'section', '5'],
    ['Section 3 Oil', 'section', '3'],
    ['Dritter Abschnitt - Öl', 'division', '3'],
    ['2. Unterabschnitt', 'subdivision', '2'],
    ['Anlage IV (zu § 3)', 'annex', '4'],
    ['ANNEX', null, null],
    ['Table 2: Oil', 'table', '2'],
    ['5.4 Oil', null, '5.4'],
    ['5.4. Oil', null, '5.4'],
    ['Oil', null, null],
    ['2031', null, null],
  ])('reads %s', (heading, kind, number) => {
    expect(placeLabelOf(heading)).toEqual(number === null ? null : { kind, number });
  });
});

describe('numbersBetween', () => {
  it.each([
    ['4', '6', ['4', '5', '6']],
    ['7a', '7c', ['7a', '7b', '7c']],
    ['7', '7b', ['7', '7a', '7b']],
    ['12a', '14', ['12a', '13', '14']],
    ['I', 'III', ['I', 'III']],
    ['9', '4', ['9', '4']],
  ])('%s to %s', (first, last, numbers) => {
    expect(numbersBetween(first, last)).toEqual(numbers);
  });
});

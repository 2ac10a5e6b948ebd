import { isNamedBy, namedReferencesIn } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';

describe('namedReferencesIn', () => {
  it('names passages and standards, not the field of the question', () => {
    expect(namedReferencesIn('Was kostet Öl nach dem Hafenpreisgesetz?')).toEqual([]);
    expect(namedReferencesIn('Gelten § 4 HPG, §§ 5 und 6 und DIN EN 98765?')).toEqual([
      '§ 4 HPG',
      '§§ 5',
      '§ 6',
      'DIN EN 98765',
    ]);
  });
});

describe('isNamedBy', () => {
  const passage = { title: 'Gesetz über die Preise im Hafen (HPG 2031)', locator: 'hpg.md', headingPath: ['§ 5 Öl'] };

  it.each(['§ 5 HPG', '§§ 4 bis 6 HPG', '§ 5 Abs. 2 des Hafenpreisgesetzes', '§ 5'])(
    'recognises the passage by %s',
    (reference) => {
      expect(isNamedBy(reference, passage)).toBe(true);
    },
  );

  it.each(['§ 55 HPG', '§ 5 HLO', 'Artikel 5', 'Abschnitt 5', 'nach dem Hafenpreisgesetz'])(
    'does not mistake the passage for %s',
    (reference) => {
      expect(isNamedBy(reference, passage)).toBe(false);
    },
  );

  it('recognises a standard by the heading that names it', () => {
    expect(isNamedBy('DIN EN 98765', { ...passage, headingPath: ['Prüfung nach DIN EN 98765-1'] })).toBe(true);
  });
});

import { analyzeTerms } from '@plumbline/language/terms';
import { describe, expect, it } from 'vitest';
import { namingShare } from '../../answers/subject-coverage.ts';

function namedIn(word: string, text: string, language: string): number {
  const [term] = analyzeTerms(word, language);
  return namingShare(term?.stem ?? '', new Set(analyzeTerms(text, language).map(({ stem }) => stem)), language);
}

describe('namingShare', () => {
  it.each([
    ['Kindergeld', 'Das Kindergeld wird monatlich gezahlt.'],
    ['Grenzwert', 'Der Immissionsgrenzwert beträgt 40.'],
    ['Urlaubsdauer', 'Die Dauer des Urlaubs beträgt 24 Werktage.'],
    ['Gebühren', 'Die Gebühr ist zu entrichten.'],
  ])('finds %s named in %j', (word, text) => {
    expect(namedIn(word, text, 'de')).toBeGreaterThanOrEqual(0.75);
  });

  it.each([
    ['Kindergeld', 'Das Geld wird monatlich gezahlt.'],
    ['Kindergeld', 'Das Kind erhält eine Einmalzahlung.'],
    ['Rundfunkbeitrag', 'Der Rundfunk sendet Musikaufführungen.'],
    ['Hundesteuer', 'Die Steuer wird jährlich erhoben.'],
    ['Falschparken', 'Auf Gehwegen darf man nicht parken.'],
  ])('does not find %s named in %j', (word, text) => {
    expect(namedIn(word, text, 'de')).toBeLessThan(0.5);
  });

  it('takes derived words of a language without compounds, and no parts of words', () => {
    expect(namedIn('inhibitor', 'It inhibits growth.', 'en')).toBeGreaterThanOrEqual(0.5);
    expect(namedIn('bread', 'The breadth of the table is 3 cm.', 'en')).toBeLessThan(1);
    expect(namedIn('sourdough', 'The sour taste fades.', 'en')).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { answerFormOf } from '../../../activities/language/question/answer-form.ts';
import { askedFigures, conditionFit } from '../../../activities/language/question/figure-conditions.ts';
import { weighTermsEvenly } from '../../../activities/language/question/term-coverage.ts';
import { createTermMatcher, termSimilarity } from '../../../activities/language/question/term-similarity.ts';
import { derivation } from '../../../activities/language/text/terms.ts';
import { type InformationNeed, rankStatements } from '../../../activities/offline-engine/passages/passage-reading.ts';
import {
  describeQuoteReason,
  isDefinition,
  quoteReasonOf,
  roleFactor,
  withoutExcludedNouns,
} from '../../../activities/offline-engine/passages/quote-reasons.ts';

const needOf = (question: string, language: string): InformationNeed => ({
  terms: weighTermsEvenly(question, language),
  answerForm: answerFormOf(question),
});
const bestOf = (question: string, text: string, language = 'de', headingPath: readonly string[] = []) =>
  rankStatements(needOf(question, language), { title: 'Hafen', headingPath, text, language })[0]?.text ?? '';

describe('conditionFit', () => {
  const asked = askedFigures(weighTermsEvenly('Wie viel Öl bekommt ein Wärter, der 16 Jahre alt ist?', 'de'));
  const fitOf = (statement: string) => conditionFit(asked, statement, '', 'de');

  it('prefers the bounds that include the figure of the question, and of these the closest', () => {
    const tight = fitOf('27 Kannen, wenn er noch nicht 17 Jahre alt ist');

    expect(tight).toBeGreaterThan(1);
    expect(tight).toBeGreaterThan(fitOf('25 Kannen, wenn er noch nicht 18 Jahre alt ist'));
    expect(fitOf('30 Kannen, wenn er noch nicht 16 Jahre alt ist')).toBeLessThan(1);
    expect(fitOf('30 Kannen, wenn er über 20 Jahre alt ist')).toBeLessThan(1);
  });

  it('is neutral without bounds, and for bounds of something else', () => {
    expect(fitOf('Er bekommt Öl.')).toBe(1);
    expect(fitOf('Er bekommt höchstens 12 Kannen Öl.')).toBe(1);
  });

  it('reads ranges, whose unit may be in the introduction', () => {
    const crew = askedFigures(weighTermsEvenly('How many boats for 250 sailors?', 'en'));

    expect(conditionFit(crew, '201 to 400 sailors: 9 boats', '', 'en')).toBeGreaterThan(1);
    expect(conditionFit(crew, '51 – 100', 'Number of sailors', 'en')).toBeLessThan(1);
    expect(conditionFit(crew, '51 – 100', 'Number of lamps', 'en')).toBe(1);
  });
});

describe('roleFactor', () => {
  it.each([
    'Für den Hafen gilt § 5 entsprechend.',
    'Section 4 applies accordingly.',
    'Dies gilt nicht für Ruderboote.',
    'Abweichend von Satz 1 brennt die Lampe kürzer.',
    'Lampen im Sinne dieses Gesetzes sind Öllampen.',
  ])('ranks a rule above "%s"', (statement) => {
    expect(roleFactor(statement, 'open')).toBeLessThan(roleFactor('Die Lampe brennt neun Stunden.', 'open'));
  });

  it('recognises definitions', () => {
    expect(isDefinition('Lampen im Sinne dieses Gesetzes sind Öllampen.')).toBe(true);
    expect(isDefinition('`burnTime` {number} How long the lamp burns.')).toBe(true);
    expect(isDefinition('Die Lampe brennt.')).toBe(false);
  });

  it('does not count a noun that the statement excludes', () => {
    expect(withoutExcludedNouns('wenn er kein Lotse ist', 'de')).not.toContain('Lotse');
    expect(withoutExcludedNouns('an denen ein Lotse nicht beteiligt ist', 'de')).not.toContain('Lotse');
    expect(withoutExcludedNouns('Der Lotse darf nicht schlafen', 'de')).toContain('Lotse');
  });
});

describe('termSimilarity', () => {
  it('counts common parts, roots more than parts, endings not at all', () => {
    expect(termSimilarity('hafenwache', 'hafenordnung')).toBeGreaterThan(0.2);
    expect(termSimilarity('andert', 'verandert')).toBeGreaterThan(termSimilarity('hafenwache', 'hafenordnung'));
    expect(termSimilarity('wache', 'lampe')).toBe(0);
  });

  it('recognises derived words by their beginning in all languages, whole words only', () => {
    expect(derivation('inhibit', 'inhibitor')).toBeGreaterThan(0.5);
    expect(derivation('inhibitor', 'inhibit')).toBe(derivation('inhibit', 'inhibitor'));
    expect(derivation('inhibit', 'inherit')).toBe(0);
    expect(derivation('lamp', 'lamps')).toBe(0);
    expect(derivation('12345', '123456')).toBe(0);
  });

  it('applies only to languages that write compounds', () => {
    const terms = (language: string) => weighTermsEvenly('Hafenwache', language);

    expect(createTermMatcher(terms('de'), 'de')('Hafenordnung')[0]).toBeGreaterThan(0);
    expect(createTermMatcher(terms('en'), 'en')('Hafenordnung')[0]).toBe(0);
  });
});

describe('rankStatements', () => {
  it('prefers the statement with the form of the answer', () => {
    const text = 'Die Lampe im Hafen ist aus Messing und kostet 20 Taler. Die Lampe im Hafen brennt neun Stunden.';

    expect(bestOf('Wie lange brennt die Lampe im Hafen?', text)).toContain('neun Stunden');
  });

  it('chooses the entry of a list by its words and its introduction', () => {
    const text = [
      'Die Lautstärke des Horns beträgt höchstens',
      '',
      '1.  im Außenhafen',
      '',
      '    nachts 50 dB(A),',
      '',
      '2.  im Innenhafen',
      '',
      '    nachts 35 dB(A).',
    ].join('\n');

    expect(bestOf('Wie laut darf das Horn nachts im Innenhafen sein?', text)).toContain('35 dB(A)');
  });

  it('chooses the row of a list-like table by the figure of the question', () => {
    const text = [
      '*    *   Number of sailors',
      '    *   Number of boats allowed',
      '*    *   1 – 100 sailors',
      '    *   3',
      '*    *   101 – 400 sailors',
      '    *   9',
    ].join('\n\n');

    expect(bestOf('How many boats for 250 sailors?', text, 'en')).toMatch(/^\* +101 – 400 sailors\s+\* +9$/);
  });

  it('prefers a rule without other conditions to a reference and to an exception', () => {
    const text = 'Für die Wache des Lotsen gilt § 5 entsprechend. Die Wache des Lotsen dauert sechs Stunden.';

    expect(bestOf('Wie lange dauert die Wache des Lotsen?', text)).toBe('Die Wache des Lotsen dauert sechs Stunden.');
  });
});

describe('quoteReasonOf', () => {
  it.each([
    ['Lampen im Sinne dieses Gesetzes sind Öllampen.', 'definition'],
    ['Die Lampe brennt neun Stunden.', 'figure'],
    ['Der Wärter wacht, wenn Nebel herrscht.', 'condition'],
    ['The keeper follows ISO 9001.', 'norm'],
    ['The keeper is on watch.', 'wording'],
  ] as const)('gives for "%s" the reason %s', (statement, reason) => {
    const withoutFigures = reason === 'norm' ? statement.replace('ISO 9001', 'Annex II') : statement;

    expect(quoteReasonOf(withoutFigures)).toBe(reason);
  });

  it('says it in the language of the passage', () => {
    expect(describeQuoteReason('figure', 'de')).toBe('Zahl oder Grenzwert');
    expect(describeQuoteReason('figure', 'fr')).toBe('figure or threshold');
  });
});

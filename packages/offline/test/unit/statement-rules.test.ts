import { answerFormOf } from '@plumbline/language/questions';
import { createTermMatcher, termSimilarity, weighTermsEvenly } from '@plumbline/language/term-matching';
import { derivation } from '@plumbline/language/terms';
import {
  describeQuoteReason,
  type InformationNeed,
  quoteReasonOf,
  rankStatements,
} from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';

const needOf = (question: string, language: string): InformationNeed => ({
  terms: weighTermsEvenly(question, language),
  answerForm: answerFormOf(question, language),
});
const bestOf = (question: string, text: string, language = 'de', headingPath: readonly string[] = []) =>
  rankStatements(needOf(question, language), { title: 'Hafen', headingPath, text, language })[0]?.text ?? '';

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
  it('prefers the statement with the words of the question', () => {
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

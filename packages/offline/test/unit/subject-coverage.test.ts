import { answerFormOf } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { toReadableFinding } from '@plumbline/offline/statements';
import { describe, expect, it } from 'vitest';
import { findingOf } from '../../../../test/support/builders/research-fixtures.ts';
import { coverSubject, missingInPassages } from '../../answers/subject-coverage.ts';

/** @param weights of the words by their rarity; those that are not named stand nowhere in the documents */
function needOf(question: string, language: string, weights: Readonly<Record<string, number>> = {}) {
  const terms = weighTermsEvenly(question, language).map((term) => {
    const weight = weights[term.word];
    return { ...term, weight: weight ?? 7, isKnown: weight !== undefined };
  });
  return { terms, answerForm: answerFormOf(question, language) };
}

const cite = (text: string, headings = '', surroundings = '') => ({ text, headings, surroundings });

describe('coverSubject', () => {
  it('does not accept a common word as an answer about a rare one', () => {
    const need = needOf('How do I bake sourdough bread?', 'en', { bake: 5 });
    const coverage = coverSubject(need, [cite('It will bake in the requested version.')], 'en');

    expect(coverage).toMatchObject({
      isCovered: false,
      missing: ['sourdough', 'bread'],
      unknown: ['sourdough', 'bread'],
    });
  });

  it('requires the decisive word, not the form of the answer', () => {
    const need = needOf('Wie hoch ist das Kindergeld?', 'de', { Kindergeld: 7 });
    const payment = 'Leistungsberechtigte erhalten eine Einmalzahlung von 100 Euro.';
    const beside = 'Kindergeld wird nicht angerechnet.';

    expect(coverSubject(need, [cite(payment, 'SGB II', beside)], 'de')).toMatchObject({
      isCovered: false,
      missing: ['Kindergeld'],
      unknown: [],
    });
    expect(coverSubject(need, [cite(payment, 'Höhe des Kindergeldes')], 'de').isCovered).toBe(true);
  });

  it('accepts neighbouring words for one that the documents paraphrase', () => {
    const question = 'Ab welchem Alter darf ein Hundebaby frühestens von der Mutter getrennt werden?';
    const need = needOf(question, 'de', { Alter: 4, frühestens: 4, Mutter: 4, getrennt: 4 });
    const text = 'Ein Welpe darf erst im Alter von acht Wochen von der Mutter getrennt werden.';

    expect(coverSubject(need, [cite(text)], 'de')).toMatchObject({ isCovered: true, unknown: ['Hundebaby'] });
    expect(coverSubject(need, [cite('Die Mutter ist anzuhören.')], 'de').isCovered).toBe(false);
  });

  it('reads an identifier through its parts, and its parts as one word', () => {
    const need = needOf('What is keepAliveTimeout?', 'en', {
      keep: 3,
      Alive: 3,
      Timeout: 3,
      keepAliveTimeout: 3,
    });

    expect(coverSubject(need, [cite('The keep alive timeout is 4 seconds.')], 'en').isCovered).toBe(true);
    expect(coverSubject(need, [cite('The timeout is 4 seconds.')], 'en').isCovered).toBe(false);
  });

  it('does not require the words of a reply that distinguishes cases', () => {
    const [deadline, ...reply] = needOf('Kündigungsfrist Mieter Wohnung Altbau', 'de', {
      Kündigungsfrist: 5,
      Mieter: 5,
      Wohnung: 5,
      Altbau: 5,
    }).terms;
    if (deadline === undefined) throw new Error('no term');
    const terms = [deadline, ...reply.map((term) => ({ ...term, isRefinement: true }))];

    const { isCovered, missing } = coverSubject(
      { terms, answerForm: 'duration' },
      [cite('Die Kündigungsfrist beträgt drei Monate.')],
      'de',
    );
    expect({ isCovered, missing }).toEqual({ isCovered: true, missing: [] });
  });

  it('requires nothing for a question without words', () => {
    expect(coverSubject({ terms: [], answerForm: 'open' }, [], 'en').isCovered).toBe(true);
  });
});

describe('parts of a question', () => {
  const lamp = needOf('How long does the lamp burn?', 'en', { lamp: 3, burn: 3 });
  const bread = needOf('How is bread baked?', 'en');
  const finding = toReadableFinding(findingOf('f', 'The lamp burns nine hours.', { title: 'Rules', headingPath: [] }));

  it('names the words that the passage with the most of them lacks', () => {
    const unknown = ['bread', 'baked'];

    expect(missingInPassages([bread], [finding])).toEqual({ words: unknown, unknown });
    expect(missingInPassages([lamp], [finding])).toEqual({ words: [], unknown: [] });
    expect(missingInPassages([lamp], [])).toEqual({ words: [], unknown: [] });
  });
});

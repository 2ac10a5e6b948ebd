import { foreignSentences, proseOf } from '@plumbline/evidence/languages';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../../test/support/builders/research-fixtures.ts';

const GERMAN = 'Die Lampe am Hafen brennt mit einer Füllung neun Stunden lang.';
const ENGLISH = 'The lamp at the harbour burns for nine hours on one filling of oil.';
const FRENCH = "La lampe du port brûle pendant neuf heures avec un seul remplissage d'huile.";

describe('foreignSentences', () => {
  it.each([
    ['de', GERMAN, ENGLISH],
    ['en', ENGLISH, GERMAN],
    ['en', ENGLISH, FRENCH],
    ['fr', FRENCH, GERMAN],
  ])('finds in %s prose the sentence in another language', (language, own, foreign) => {
    expect(foreignSentences([`${own} ${foreign}`, own], language)).toEqual([foreign]);
  });

  it.each([
    ['a quotation', `Das Handbuch sagt: „${ENGLISH}“`],
    ['a quotation of several sentences', `Das Handbuch sagt: "${ENGLISH} ${ENGLISH}" Mehr steht dort nicht.`],
    ['an emphasised title', 'Mehr steht in *The Complete Handbook of Harbour Lamps and Their Keepers*.'],
    [
      'code and addresses',
      'Gesetzt wird `the harbour lamp timeout of the client and server`, siehe https://example.org/the/lamp.',
    ],
    ['a sentence too short to tell', 'Nine hours.'],
  ])('does not count %s', (_, text) => {
    expect(foreignSentences([text], 'de')).toEqual([]);
  });

  it('does not treat names and figures in a sentence as another language', () => {
    const text = 'Nach § 4 BHLV in Verbindung mit RFC 9110 section 5.4 brennt die Lampe „Northern Light“ neun Stunden.';

    expect(foreignSentences([text], 'de')).toEqual([]);
  });

  it('reports nothing when the expected language is unknown', () => {
    expect(foreignSentences([GERMAN, ENGLISH], 'und')).toEqual([]);
  });
});

describe('proseOf', () => {
  it('includes claims of every part, headings and gaps, but no claim quoted from another language', () => {
    const stated = (text: string) => ({ text, citations: ['q1'] });
    const draft = draftOf({
      summary: [stated('a'), { ...stated('quoted'), quotedLanguage: 'de' }],
      overview: [stated('b')],
      sections: [{ heading: 'heading', claims: [stated('c')] }],
      conflicts: [[stated('d'), stated('e')]],
      keyFindings: [stated('f')],
      limitations: [stated('g')],
      remainingGaps: ['gap'],
    });

    expect(proseOf(draft).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'gap', 'heading']);
  });
});

import { describe, expect, it } from 'vitest';
import { supportOf } from '../../claims/claim-support.ts';

const ENGLISH = {
  text: 'The lamp of the quay burns for nine hours on one filling. It was lit on 3 March 1871 by Ada Brook.',
  place: 'Harbour rules\nLamps',
  language: 'en',
};
const GERMAN = {
  text: 'Die Laterne der Mole brennt höchstens neun Stunden mit einer Ölfüllung. Sie darf nicht gelöscht werden.',
  place: 'HafO\n§ 7 Laternen',
  language: 'de',
};
const QUESTION = { en: 'How long does the quay lamp burn?', de: 'Wie lange brennt die Laterne?' };

function support(language: 'de' | 'en', text: string, quotes = [language === 'en' ? ENGLISH : GERMAN]) {
  return supportOf(text, quotes, { language, question: QUESTION[language] });
}

describe('supportOf', () => {
  it.each([
    ['en', 'On one filling the lamp burns 9 hours.'],
    ['en', 'By the Harbour rules the lamp burns nine hours.'],
    ['en', 'The quay lamp burns for 540 minutes on one filling.'],
    ['en', 'Ada Brook lit the lamp in March 1871.'],
    ['de', 'Nach § 7 HafO brennen Laternen der Mole bis zu 9 Stunden mit einer Füllung.'],
    ['de', 'Die Laterne der Mole darf nicht gelöscht werden.'],
  ] as const)('finds in %s that the quote supports "%s"', (language, text) => {
    expect(support(language, text)).toMatchObject({ reasons: [], status: 'supported' });
  });

  it.each([
    ['a figure', 'en', 'The lamp burns eleven hours on one filling.', /“11”/],
    ['a unit', 'en', 'The lamp of the quay burns for nine minutes.', /“9 in this unit”/],
    ['a date', 'en', 'The lamp was lit on 3 May 1871.', /“3 May 1871”/],
    ['a name', 'en', 'The lamp was lit on 3 March 1871 by Ida Stone.', /“Ida”/],
    ['a name of the question alone', 'en', 'Port Ellen has a lamp that burns nine hours.', /“Port”/],
    ['a negation', 'en', 'The lamp of the quay does not burn for nine hours.', /do not deny it: “The lamp/],
    ['a dropped negation', 'de', 'Die Laterne der Mole darf gelöscht werden.', /deny it: “/],
    ['a quantifier', 'en', 'All lamps of the quay burn for nine hours.', /“all”/],
    ['a dropped bound', 'de', 'Die Laterne der Mole brennt neun Stunden.', /as exact/],
    ['a norm', 'de', 'Nach § 8 brennt die Laterne höchstens neun Stunden.', /“8”/],
    ['another subject', 'en', 'Keepers in every village prefer glass chimneys made abroad.', /of its words/],
  ] as const)('names %s that the quote does not support', (_, language, text, reason) => {
    expect(support(language, text).reasons.join('; ')).toMatch(reason);
  });

  it('does not treat versions, comments, addresses and issue numbers as evidence', () => {
    const text = 'Retries: `5`. <!-- v6.7.0, 8 --> See https://example.org/9 and #11, since 4.3.2.';
    const quotes = [{ text, place: 'Retries', language: 'en' }];

    expect(
      ['7', '8', '9', '11', '3'].map((figure) => support('en', `Retries: ${figure}.`, quotes).reasons.length),
    ).toEqual([1, 1, 1, 1, 1]);
    expect(support('en', 'Retries: 5.', quotes).reasons).toEqual([]);
  });

  it('does not treat a figure of the question as an answer', () => {
    const question = 'Does the quay lamp burn for 12 hours on one filling?';
    const reasonsFor = (text: string) => supportOf(text, [ENGLISH], { language: 'en', question }).reasons;

    expect(reasonsFor('The lamp of the quay burns for 12 hours on one filling.')).not.toEqual([]);
    expect(reasonsFor('The lamp of the quay burns for 9 hours, not for 12 hours.')).toEqual([
      'the cited words do not deny it: “not for 12 hours”',
    ]);
  });

  it('marks what it cannot compare', () => {
    expect(support('en', 'The lantern burns for 9 hours with a single charge of fuel.')).toMatchObject({
      reasons: [],
      status: 'uncheckable',
    });
    expect(support('en', 'By section 7 the pier lantern burns for up to nine hours.', [GERMAN])).toMatchObject({
      reasons: [],
      status: 'uncheckable',
      coverage: 1,
    });
  });

  it('compares figures, acronyms and references with quotes in another language', () => {
    expect(support('en', 'By the BGB the lantern burns for ten hours.', [GERMAN]).reasons).toEqual([
      'the cited words have no “10”',
      'the cited words have no “BGB”',
    ]);
  });

  it.each([
    [
      'a line break before the negator',
      'Die Regel gilt\nnicht für Boote unter Segel.',
      'Die Regel gilt nicht für Boote unter Segel.',
    ],
    [
      'two bounds with a negator',
      'Wärter dürfen nicht mehr als acht Stunden und nicht mehr als 40 Stunden wöchentlich wachen.',
      'Wärter dürfen nicht mehr als acht Stunden und nicht mehr als 40 Stunden wöchentlich wachen.',
    ],
    [
      '“only” in a part that the claim leaves out',
      'Der Lotse führt die Schiffe, die ausschließlich Holz geladen haben, in den Hafen.',
      'Der Lotse führt die Schiffe in den Hafen.',
    ],
    [
      'an enumeration in another order',
      'Die Flotte der Stadt verkaufte Fisch nach Bristol, Penryn und Falmouth.',
      'Die Flotte der Stadt verkaufte Fisch nach Falmouth, Penryn und Bristol.',
    ],
  ])('accepts %s', (_, text, claim) => {
    expect(support('de', claim, [{ text, place: '', language: 'de' }]).reasons).toEqual([]);
  });

  it.each([
    [
      'a figure that stands elsewhere in the quote',
      'The crane lifts 12 barrels. The lamp burns for 9 hours on oil.',
      'The lamp burns for 12 hours on oil.',
    ],
    [
      'an opposite direction',
      'The town lies to the north of the river and the mill.',
      'The town lies to the south of the river and the mill.',
    ],
    ['another subject', 'Falmouth is the oldest town of the county.', 'Penryn is the oldest town of the county.'],
  ])('names %s in a near copy', (_, text, claim) => {
    expect(support('en', claim, [{ text, place: 'Penryn', language: 'en' }]).reasons).not.toEqual([]);
  });

  it('finds no support without a quote', () => {
    expect(support('en', 'The lamp burns.', []).coverage).toBe(0);
  });
});

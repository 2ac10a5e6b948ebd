import { keyEntitiesIn, mentionsEntity, searchesFor, splitQuestion } from '@plumbline/language/questions';
import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { isNamedBy, namedReferencesIn } from '@plumbline/quotes/references';
import { describe, expect, it } from 'vitest';

describe('what is looked for', () => {
  it.each([
    ['Summarise the wages of a keeper', 'en', ['wages', 'keeper']],
    ['Please compare the oil and the wages.', 'en', ['oil', 'wages']],
    ['Fasse die Löhne zusammen', 'de', ['Löhne']],
    ['Which tests compare the oils?', 'en', ['tests', 'compare', 'oils']],
  ])('is not what the program is told to do: %s', (question, language, words) => {
    expect(weighTermsEvenly(question, language).map(({ word }) => word)).toEqual(words);
  });
});

describe('splitQuestion', () => {
  it.each([
    ['How long does the lamp burn?', 'en', ['How long does the lamp burn?']],
    [
      'How long does the lamp burn and how much oil does it need?',
      'en',
      ['How long does the lamp burn?', 'How much oil does it need?'],
    ],
    [
      'Wie hell ist die Lampe, und ab wann muss sie brennen?',
      'de',
      ['Wie hell ist die Lampe?', 'Ab wann muss sie brennen?'],
    ],
    ['Who fills the lamp? Who trims the wick?', 'en', ['Who fills the lamp?', 'Who trims the wick?']],
    ['What do salt and wind do to the lamp?', 'en', ['What do salt and wind do to the lamp?']],
    [
      'What are the rules on hours, equipment, leave and on-call duty at sea?',
      'en',
      [
        'What are the rules on hours at sea?',
        'What are the rules on equipment at sea?',
        'What are the rules on leave at sea?',
        'What are the rules on on-call duty at sea?',
      ],
    ],
    ['hours, paid leave, and duty', 'en', ['Hours?', 'Paid leave?', 'Duty?']],
    [
      'Was gilt bei Urlaub, Umzug oder Wahl im Mai?',
      'de',
      ['Was gilt bei Urlaub im Mai?', 'Was gilt bei Umzug im Mai?', 'Was gilt bei Wahl im Mai?'],
    ],
    [
      'Which limits have sections 4, 5 and 6?',
      'en',
      ['Which limits have sections 4?', 'Which limits have sections 5?', 'Which limits have sections 6?'],
    ],
    [
      'If the lamp fails, the horn sounds and the bell rings, what is done?',
      'en',
      ['If the lamp fails, the horn sounds and the bell rings, what is done?'],
    ],
    ['Salt, wind and rain wear out the lamp.', 'en', ['Salt, wind and rain wear out the lamp.']],
  ])('splits %s', (question, language, parts) => {
    expect(splitQuestion(question, language).map(({ text }) => text)).toEqual(parts);
  });

  it('leaves what is too much for so many searches to the last', () => {
    expect(searchesFor('oil, wick, glass, horn and bell', 'en', 4)).toEqual(['Oil?', 'Wick?', 'Glass?', 'Horn? Bell?']);
  });

  it('sees that a part depends on the previous one', () => {
    const [, second] = splitQuestion('What does the lamp need, and is it lit by default?', 'en');

    expect(second?.isDependent).toBe(true);
  });
});

describe('namedReferencesIn', () => {
  it.each([
    ['Was sagt § 78 StrlSchG?', ['§ 78 StrlSchG']],
    ['Was gilt nach § 3 Abs. 2 BUrlG?', ['§ 3 Abs. 2 BUrlG']],
    ['What does RFC 9110 section 5.4 say?', ['RFC 9110 section 5.4']],
    ['Is ISO 9001 or Annex II meant?', ['ISO 9001', 'Annex II']],
    ['Wie gilt Art. 6 DSGVO?', ['Art. 6 DSGVO']],
    ['How many lamps burn?', []],
  ])('reads %s', (question, references) => {
    expect(namedReferencesIn(question)).toEqual(references);
  });

  it('identifies the passage by its number and its document', () => {
    const passage = { title: 'Hafenlampenordnung (HaLaO)', locator: 'halao.md', headingPath: ['Hafen', '§ 7 Öl'] };

    expect(isNamedBy('§ 7 HaLaO', passage)).toBe(true);
    expect(isNamedBy('§ 7', passage)).toBe(true);
    expect(isNamedBy('§ 77 HaLaO', passage)).toBe(false);
    expect(isNamedBy('§ 7 TideG', passage)).toBe(false);
  });
});

describe('keyEntitiesIn', () => {
  it.each([
    ['Wie lange brennt die Lampe im Hafen?', 'de', ['Lampe', 'Hafen']],
    ['What does trimWickTimeout do in the HTTP client?', 'en', ['trimWickTimeout', 'HTTP']],
  ])('names what %s is about', (question, language, entities) => {
    expect(keyEntitiesIn(question, language)).toEqual(entities);
  });

  it('recognises an entity in another inflection and inside a compound', () => {
    expect(mentionsEntity('Die Hafenleuchten brennen.', 'Leuchte', 'de')).toBe(true);
    expect(mentionsEntity('Der Wärter wacht.', 'Lampe', 'de')).toBe(false);
  });
});

describe('weighTermsEvenly', () => {
  it.each([
    { question: 'How does the harbour lamp work?', language: 'en', words: ['harbour', 'lamp'] },
    { question: 'Which limits apply to connections?', language: 'en', words: ['limits', 'connections'] },
    { question: 'Who signs the work permit?', language: 'en', words: ['signs', 'work', 'permit'] },
    { question: 'Wie viele Tage stehen dem Wärter zu?', language: 'de', words: ['Tage', 'Wärter'] },
  ])('keeps the search terms of "$question"', ({ question, language, words }) => {
    expect(weighTermsEvenly(question, language).map(({ word }) => word)).toEqual(words);
  });
});

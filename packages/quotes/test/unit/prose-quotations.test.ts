import { quotationsIn, replaceSpans } from '@plumbline/quotes/quotes';
import { describe, expect, it } from 'vitest';

const WORDS = 'the lamp burns all night long';

describe('quotationsIn', () => {
  it.each([
    `It says "${WORDS}".`,
    `It says “${WORDS}”.`,
    `Es heißt: „${WORDS}“.`,
    `Es heißt: „${WORDS}".`,
    `Es heißt: »${WORDS}«.`,
    `Il dit «${WORDS}».`,
    `It says '${WORDS}'.`,
    `It says ‘${WORDS}’.`,
  ])('finds the words in %s', (text) => {
    const [quotation] = quotationsIn(text);

    expect(quotation?.text).toBe(WORDS);
    expect(text.slice(quotation?.start, quotation?.end)).toBe(WORDS);
  });

  it.each([
    'The "wick" is stored in a dry drawer below the "stairs".',
    "The keeper's lamp and the harbour's lamp burn as long as the others'.",
    'Der „Docht“ liegt in einer trockenen Lade unter der „Treppe“.',
  ])('does not treat text between short terms and apostrophes as a quotation: %s', (text) => {
    expect(quotationsIn(text)).toEqual([]);
  });
});

describe('replaceSpans', () => {
  it('changes the words and leaves the rest', () => {
    const text = `One "${WORDS}", two "${WORDS}"!`;

    expect(replaceSpans(text, quotationsIn(text), ({ start }) => String(start))).toBe('One "5", two "42"!');
  });
});

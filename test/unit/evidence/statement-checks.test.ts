import { describe, expect, it } from 'vitest';
import { figuresIn } from '../../../activities/evidence/figures.ts';
import { languageAdherence } from '../../../activities/evidence/language-adherence.ts';
import { findStatementFault, findVerbatimFault } from '../../../activities/evidence/statement-checks.ts';
import { quoteOf } from '../../support/research-fixtures.ts';

const SOURCE = 'The lamp burns for nine hours on one filling of rapeseed oil. It holds 1.500 ml.';
const evidence = { quotes: [quoteOf('q1', SOURCE)], sourceTexts: [SOURCE], figureTexts: ['Does it burn 12 hours?'] };
const faultOf = (text: string) => findStatementFault({ text, citations: ['q1'] }, evidence);

describe('findStatementFault', () => {
  it.each([
    'The lamp burns for 9 hours.',
    'It takes 1500 ml.',
    'It does not burn for twelve hours.',
    'It says: "burns for nine hours on one filling".',
    'The "wick" is not mentioned.',
  ])('accepts %s', (text) => {
    expect(faultOf(text)).toBeNull();
  });

  it.each([
    ['a figure that nobody gave', 'The lamp burns for 8 hours.', /figure 8/],
    ['a changed digit', 'It takes 1501 ml.', /figure 1501/],
    ['an invented quotation', 'It says: "burns for nine nights without any oil".', /quotation/],
    ['a negated quotation', 'It says: "does not burn for nine hours on one filling".', /quotation/],
  ])('refuses %s', (_, text, fault) => {
    expect(faultOf(text)).toMatch(fault);
  });
});

describe('findVerbatimFault', () => {
  const quotes = [quoteOf('q1', '* **`limit`** {number} The\n  longest [wait](x.md).')];

  it('accepts the words of a cited quote without list marker, line break and link', () => {
    expect(findVerbatimFault({ text: '`limit` {number} The longest wait.', citations: ['q1'] }, quotes)).toBeNull();
  });

  it('refuses any other letter', () => {
    expect(findVerbatimFault({ text: '`limit` {number} The longest bait.', citations: ['q1'] }, quotes)).not.toBeNull();
  });
});

describe('figuresIn', () => {
  it.each([
    ['1.000 and 1,000 and 1e3', ['1000']],
    ['2,5 Prozent', ['2.5']],
    ['sechsmonatige Frist', ['6']],
    ['two or 2', ['2']],
    ['h2 and UTF8', []],
  ])('reads %s', (text, figures) => {
    expect([...figuresIn(text)]).toEqual(figures);
  });
});

describe('languageAdherence', () => {
  const german = 'Die Lampe am Hafen brennt mit einer Füllung neun Stunden lang.';
  const english = 'The lamp at the harbour burns for nine hours on one filling of oil.';

  it('is the share of the prose in the language of the question', () => {
    const share = Math.round((100 * german.length) / (german.length + english.length));

    expect(languageAdherence([german, english], 'de')).toBe(share);
  });

  it('is whole when there is no prose', () => {
    expect(languageAdherence([], 'de')).toBe(100);
  });
});

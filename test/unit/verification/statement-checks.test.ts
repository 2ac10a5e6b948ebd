import { describe, expect, it } from 'vitest';
import { figuresIn } from '../../../activities/verification/figures.ts';
import { checkStatement, findVerbatimFault } from '../../../activities/verification/statement-checks.ts';
import { quoteOf } from '../../support/research-fixtures.ts';

const SOURCE = 'The lamp burns for nine hours on one filling of rapeseed oil. It holds 1.500 ml.';
const NEARBY = 'Before the storm it burned eleven hours.';
const evidence = {
  quotes: [quoteOf('q1', SOURCE)],
  sourceTexts: [SOURCE],
  figureTexts: ['Does it burn 12 hours?', NEARBY],
  language: 'en',
};
const check = (text: string) => checkStatement(text, evidence);

describe('checkStatement', () => {
  it.each([
    'The lamp burns for 9 hours.',
    'It takes 1500 ml.',
    'It does not burn for twelve hours.',
    'It says: "burns for nine hours on one filling".',
    'It says: “burns for nine hours on one filling of rapeseed oil.”',
    'The "wick" is not mentioned beside the "rapeseed oil" in the documents.',
  ])('accepts %s', (text) => {
    expect(check(text)).toEqual({ text, fault: null });
  });

  it.each([
    ['a figure that nobody gave', 'The lamp burns for 8 hours.', /figure 8/],
    ['a changed digit', 'It takes 1501 ml.', /figure 1501/],
    ['an invented quotation', 'It says: "burns for nine nights without any oil".', /quotation/],
    ['an invented quotation in other marks', 'It says: »burns for nine nights without any oil«.', /quotation/],
    ['an invented quotation in single marks', "It says: 'burns for nine nights without any oil'.", /quotation/],
    ['an address that nobody gave', 'Read on at https://harbour.example/lamp?q=nine.', /address/],
    ['an address in a link', 'The lamp burns, see [the log](http://harbour.example).', /address/],
    ['an address without a scheme', 'More at www.harbour.example today.', /address/],
    ['a negated quotation', 'It says: "does not burn for nine hours on one filling".', /quotation/],
    ['a number word changed inside a true quotation', 'It says: "burns for nine hours on two filling".', /quotation/],
    [
      'the words of a quote with the figure of another sentence',
      'The lamp burns for eleven hours on one filling of rapeseed oil. It holds 1500 ml.',
      /differs from the words of quote q1/,
    ],
  ])('refuses %s', (_, text, fault) => {
    expect(check(text).fault).toMatch(fault);
  });

  it('accepts a statement that cites two quotes which differ in a figure', () => {
    const rival = 'The lamp burns for eleven hours on one filling of rapeseed oil. It holds 1.500 ml.';
    const quotes = [...evidence.quotes, quoteOf('q2', rival)];

    expect(checkStatement(rival, { ...evidence, quotes }).fault).toBeNull();
  });

  it('accepts an address that stands in a cited source, or in the question', () => {
    const sourceTexts = [SOURCE, 'Kept at https://harbour.example/log, says the keeper.'];
    const figureTexts = ['What does (www.lamp.example) say?'];

    expect(checkStatement('It is at https://harbour.example/log.', { ...evidence, sourceTexts }).fault).toBeNull();
    expect(checkStatement('See www.lamp.example.', { ...evidence, figureTexts }).fault).toBeNull();
  });

  it("gives a quotation the source's spelling", () => {
    expect(check('It says: "Burns for nine  hours on one filing of rapeseed oil".').text).toBe(
      'It says: "burns for nine hours on one filling of rapeseed oil".',
    );
  });
});

describe('findVerbatimFault', () => {
  const quotes = [quoteOf('q1', '* **`limit`** {number} The\n  longest [wait](x.md).')];

  it('accepts the words of a cited quote without list marker, line break and link', () => {
    expect(findVerbatimFault({ text: '`limit` {number} The longest wait.', citations: ['q1'] }, quotes, [])).toBeNull();
  });

  it('refuses any other letter', () => {
    expect(
      findVerbatimFault({ text: '`limit` {number} The longest bait.', citations: ['q1'] }, quotes, []),
    ).not.toBeNull();
  });

  it('accepts them with the subject that the passage gives them, and with no other', () => {
    const readings = ['limit: The longest wait.'];

    expect(findVerbatimFault({ text: 'limit: The longest wait.', citations: ['q1'] }, quotes, readings)).toBeNull();
    expect(findVerbatimFault({ text: 'oil: The longest wait.', citations: ['q1'] }, quotes, readings)).not.toBeNull();
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

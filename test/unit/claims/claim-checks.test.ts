import { describe, expect, it } from 'vitest';
import { figuresIn } from '../../../activities/language/text/figures.ts';
import {
  checkQuotedWords,
  checkRemark,
  findVerbatimFault,
} from '../../../activities/verification/claims/claim-checks.ts';
import { quoteOf } from '../../support/builders/research-fixtures.ts';

const SOURCE = 'The lamp burns for nine hours on one filling of rapeseed oil. It holds 1.500 ml.';
const check = (text: string) => checkQuotedWords(text, [SOURCE]);

describe('checkQuotedWords', () => {
  it.each([
    'The lamp burns for 9 hours.',
    'It says: "burns for nine hours on one filling".',
    'It says: “burns for nine hours on one filling of rapeseed oil.”',
    'The "wick" is not mentioned beside the "rapeseed oil" in the documents.',
  ])('accepts %s', (text) => {
    expect(check(text)).toEqual({ text, fault: null });
  });

  it.each([
    ['an invented quotation', 'It says: "burns for nine nights without any oil".', /quotation/],
    ['an invented quotation in other marks', 'It says: »burns for nine nights without any oil«.', /quotation/],
    ['an invented quotation in single marks', "It says: 'burns for nine nights without any oil'.", /quotation/],
    ['an address that no source holds', 'Read on at https://harbour.example/lamp?q=nine.', /address/],
    ['an address in a link', 'The lamp burns, see [the log](http://harbour.example).', /address/],
    ['an address without a scheme', 'More at www.harbour.example today.', /address/],
    ['a negated quotation', 'It says: "does not burn for nine hours on one filling".', /quotation/],
    ['a number word changed inside a true quotation', 'It says: "burns for nine hours on two filling".', /quotation/],
  ])('refuses %s', (_, text, fault) => {
    expect(check(text).fault).toMatch(fault);
  });

  it('accepts an address that is in a source', () => {
    const sources = [SOURCE, 'Kept at https://harbour.example/log, says the keeper.'];

    expect(checkQuotedWords('It is at https://harbour.example/log.', sources).fault).toBeNull();
  });

  it("gives a quotation the source's spelling", () => {
    expect(check('It says: "Burns for nine  hours on one filing of rapeseed oil".').text).toBe(
      'It says: "burns for nine hours on one filling of rapeseed oil".',
    );
  });
});

describe('checkRemark', () => {
  const remark = (text: string) => checkRemark(text, { sourceTexts: [SOURCE], figures: new Set(['12']) }).fault;

  it('accepts counts in a remark only if the question has them', () => {
    expect(remark('Whether it burns 12 hours is not said.')).toBeNull();
    expect(remark('Nothing is said about the 31 other lamps.')).toMatch(/figure 31/);
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

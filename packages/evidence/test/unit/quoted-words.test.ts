import { figuresIn } from '@plumbline/language/figures';
import { describe, expect, it } from 'vitest';
import { verifyQuotedWords } from '../../claims/quoted-words.ts';

const SOURCE = 'The lamp burns for nine hours on one filling of rapeseed oil. It holds 1.500 ml.';
const NOT_THERE = 'a quotation is not in the cited sources';
const verify = (text: string) => verifyQuotedWords(text, [SOURCE]);

describe('verifyQuotedWords', () => {
  it.each([
    'The lamp burns for 9 hours.',
    'It says: "burns for nine hours on one filling".',
    'It says: “burns for nine hours on one filling of rapeseed oil.”',
    'The "wick" is not mentioned beside the "rapeseed oil" in the documents.',
  ])('accepts %s', (text) => {
    expect(verify(text)).toEqual({ text, reason: null });
  });

  it.each([
    ['an invented quotation', 'It says: "burns for nine nights without any oil".', /quotation/],
    ['an invented quotation in other marks', 'It says: »burns for nine nights without any oil«.', /quotation/],
    ['an invented quotation in single marks', "It says: 'burns for nine nights without any oil'.", /quotation/],
    ['an address that no source holds', 'Read on at https://harbour.example/lamp?q=nine.', /address/],
    ['an address in code', 'Read on at `https://harbour.example/lamp`.', /address/],
    ['an address in a link', 'The lamp burns, see [the log](http://harbour.example).', /address/],
    ['an address without a scheme', 'More at www.harbour.example today.', /address/],
    ['a negated quotation', 'It says: "does not burn for nine hours on one filling".', /quotation/],
    ['a number word changed inside a true quotation', 'It says: "burns for nine hours on two filling".', /quotation/],
  ])('refuses %s', (_, text, reason) => {
    expect(verify(text).reason).toMatch(reason);
  });

  it('accepts an address that is in a source', () => {
    const sources = [SOURCE, 'Kept at https://harbour.example/log, says the keeper.'];

    expect(verifyQuotedWords('It is at https://harbour.example/log.', sources).reason).toBeNull();
    expect(verifyQuotedWords('It is at `https://harbour.example/log`.', sources).reason).toBeNull();
  });

  it.each([
    ['an omission', 'It “burns for nine hours […] of rapeseed oil” only.', null],
    ['three dots', 'It “burns for nine hours … of rapeseed oil” only.', null],
    ['a letter changed to fit', 'It says “[t]he lamp burns for nine hours on one filling”.', null],
    ['parts in another order', 'It “holds 1.500 ml … burns for nine hours” only.', NOT_THERE],
    ['an invented part', 'It “burns for nine hours … without any oil” only.', NOT_THERE],
  ])('accepts what writers do to quotations, not what they invent: %s', (_, text, reason) => {
    expect(verify(text).reason).toBe(reason);
  });

  it('compares words, not how they are set', () => {
    const quoted = '> The borrow checker does _not_ look\n> at these **[pointers]({% page "/ch15" %})** at all.';
    const said = 'It says “does not look at these pointers at all”.';

    expect(verifyQuotedWords(said, [quoted])).toEqual({ text: said, reason: null });
  });

  it('reads links to addresses that are given elsewhere as their words, and no place in a list as a link', () => {
    const source =
      'So every\n  [`Lamp`][] option is also passed on [to the keeper][keeper]; read `lamps[wick][oil]` aloud.';
    const said = 'It says “So every `Lamp` option is also passed on to the keeper; read `lamps[wick][oil]` aloud”.';

    expect(verifyQuotedWords(said, [source])).toEqual({ text: said, reason: null });
  });

  it('lets no quotation begin with the sign before it', () => {
    const source = 'It was hard. A broad acceptance of the harbour lamp came with the second winter of the war.';
    const said = 'He writes “[a] broad acceptance of the harbor lamp came with the second winter of the war”.';

    expect(verifyQuotedWords(said, [source]).text).toContain('“A broad acceptance of the harbour lamp');
  });

  it("gives a quotation the source's spelling", () => {
    expect(verify('It says: "Burns for nine  hours on one filing of rapeseed oil".').text).toBe(
      'It says: "burns for nine hours on one filling of rapeseed oil".',
    );
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

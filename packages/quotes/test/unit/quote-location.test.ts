import { locateQuote } from '@plumbline/quotes/quotes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const SOURCE =
  'Chapter one. The „night watch“ opens the flood gates at 22 o’clock – not before – and keeps them\nopen for 6 hours; the dif\u00ADfi\u00ADcult work of the sig-\nnal crew ends at 10² metres. Ein- und\nAusfuhr bleiben frei.';

function found(quotation: string, text = SOURCE) {
  const located = locateQuote(quotation, text);
  return located === null ? null : { method: located.method, words: text.slice(located.start, located.end) };
}

describe('locateQuote', () => {
  it('finds the exact words', () => {
    expect(found('opens the flood gates')).toEqual({ method: 'exact', words: 'opens the flood gates' });
  });

  it.each([
    ['The "night watch" opens', 'The „night watch“ opens'],
    ["at 22 o'clock - not before - and", 'at 22 o’clock – not before – and'],
    ['keeps them open for', 'keeps them\nopen for'],
    ['the difficult work', 'the dif\u00ADfi\u00ADcult work'],
    ['of the signal crew', 'of the sig-\nnal crew'],
    ['**opens** the `flood` gates', 'opens the flood gates'],
    ['Ein- und Ausfuhr', 'Ein- und\nAusfuhr'],
    ['[…] opens the flood gates', 'opens the flood gates'],
    ['… opens the flood gates ...', 'opens the flood gates'],
    ['opens the flood gates […]', 'opens the flood gates'],
  ])('finds "%s" in another spelling and points at the source', (quotation, words) => {
    expect(found(quotation)).toEqual({ method: 'normalised', words });
  });

  it('finds a quotation with few wrong letters', () => {
    expect(found('opens the flod gates at 22 o’clock – not before')).toEqual({
      method: 'approximate',
      words: 'opens the flood gates at 22 o’clock – not before',
    });
  });

  it.each([
    ['another number', 'opens the flood gates at 23 o’clock – not before – and keeps them open'],
    [
      'a lost negation',
      'opens the flood gates at 22 o’clock – before – and keeps them open for 6 hours; the difficult work of the signal crew ends',
    ],
    ['a superscript read as a digit', 'ends at 102 metres'],
    ['other case', 'OPENS THE FLOOD GATES'],
    ['an invented sentence', 'The mayor closes the harbour whenever it rains for a week.'],
    ['nothing', ' \n '],
  ])('rejects %s', (_, quotation) => {
    expect(found(quotation)).toBeNull();
  });

  it('rejects an approximate match that cuts a number short', () => {
    const text = 'The permitted discharge of the plant is limited to 1500';

    expect(found('The permitted discharge of the plant is limited to 150', `${text} litres`)).toEqual({
      method: 'exact',
      words: 'The permitted discharge of the plant is limited to 150',
    });
    expect(found('The permited discharge of the plant is limited to 150', `${text} litres`)).toBeNull();
  });

  it('searches only the given part', () => {
    expect(locateQuote('Chapter one', SOURCE, { start: 5, end: SOURCE.length })).toBeNull();
    expect(locateQuote('flood gates', SOURCE, { start: 20, end: 60 })?.start).toBe(SOURCE.indexOf('flood gates'));
  });

  it('locates every exact part of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, b % (text.length + 1)].sort((x, y) => x - y);
        const quotation = text.slice(from, to);
        fc.pre(quotation.trim() !== '');

        const located = locateQuote(quotation, text);

        expect(located?.method).toBe('exact');
        expect(text.slice(located?.start, located?.end)).toBe(quotation.trim());
      }),
    );
  });

  it('locates a passage whose words the source divides with soft hyphens and line breaks', () => {
    // No word of these letters is one after which a hyphen stays, but for "bzw".
    const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{4,9}$/).filter((letters) => !letters.endsWith('bzw'));
    const division = fc.constantFrom('\u00AD', '-\n', '-\r\n  ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, division, fc.integer({ min: 1, max: 3 })), { minLength: 2 }), (words) => {
        const quotation = words.map(([text]) => text).join(' ');
        const source = words.map(([text, mark, at]) => text.slice(0, at) + mark + text.slice(at)).join(' \n');

        expect(locateQuote(quotation, `Start ${source} end.`)).toEqual({
          start: 6,
          end: 6 + source.length,
          method: 'normalised',
        });
      }),
    );
  });

  it('stays inside the text and the given part, for any input', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '\n', '-', '\u00AD', 'ﬁ', '²', '5', '*', '„', 'é', 'e\u0301', '😀');
    const anyText = fc.string({ unit, maxLength: 30 });
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 4 }), anyText, fc.nat(30), fc.nat(30), (quotation, text, a, b) => {
        const [start = 0, end = 0] = [Math.min(a, text.length), Math.min(b, text.length)].sort((x, y) => x - y);
        const located = locateQuote(quotation, text, { start, end });
        if (located === null) return;

        expect(located.start).toBeGreaterThanOrEqual(start);
        expect(located.end).toBeGreaterThan(located.start);
        expect(located.end).toBeLessThanOrEqual(end);
      }),
    );
  });
});

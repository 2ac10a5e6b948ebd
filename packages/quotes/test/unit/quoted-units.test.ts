import { quotationOf, readUnits, unitsOf } from '@plumbline/quotes/quotes';
import { describe, expect, it } from 'vitest';
import { findingOf, quoteOf } from '../../../../test/support/builders/research-fixtures.ts';

const TEXT = 'Oil is dear. It burns nine hours.';
const quote = quoteOf('t1f1q1', 'It burns nine hours.', { start: 13, end: 33, unit: { start: 0, end: 33 } });
const texts = (text: string | null) => ({
  read: async () => (text === null ? { text, fault: 'missing' } : { text, fault: null }),
});

describe('quoted units', () => {
  it('are read from the stored text, by quote key; without it there are none', async () => {
    const findings = [findingOf('t1f1', TEXT, { quotes: [quote, quoteOf('t1f1q2', TEXT)] })];

    expect(await readUnits(findings, texts(TEXT))).toEqual(new Map([['t1f1q1', TEXT]]));
    expect(await readUnits(findings, texts(null))).toEqual(new Map());
  });

  it('become the quotation of a citation, with the place of the quote in it', () => {
    const { quote: shown, deciding } = quotationOf(quote, TEXT);

    expect(shown).toMatchObject({ key: 't1f1q1', text: TEXT, start: 0, end: 33 });
    expect(shown).not.toHaveProperty('unit');
    expect(deciding).toEqual({ start: 13, end: 33 });
    expect(quotationOf(quote, undefined)).toMatchObject({ quote: { text: 'It burns nine hours.', start: 13 } });
  });

  it('are told from the citations of a record', () => {
    const citation = { number: 1, title: '', locator: '', page: null, headingPath: [] };

    expect(unitsOf([{ ...citation, ...quotationOf(quote, TEXT) }])).toEqual(new Map([['t1f1q1', TEXT]]));
    expect(unitsOf([{ ...citation, ...quotationOf(quote, undefined) }])).toEqual(new Map());
  });
});

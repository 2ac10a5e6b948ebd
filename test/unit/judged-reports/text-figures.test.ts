import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCorpusQuotes } from '../../../bench/judged/corpus-quotes.ts';
import { findFragments } from '../../../bench/judged/fragments.ts';
import { readReport } from '../../../bench/judged/read-report.ts';
import { findRepeatedFacts } from '../../../bench/judged/repeated-facts.ts';
import { measureText, type TextFigures } from '../../../bench/judged/text-figures.ts';
import { LAMP_DOCUMENTS } from '../../support/processes/cli.ts';
import { FOREIGN_REPORT, OWN_REPORT, statementsOf } from './reports.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judged-'));
  for (const [name, text] of Object.entries(LAMP_DOCUMENTS)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function measure(markdown: string): Promise<TextFigures> {
  const read = readReport(markdown, 'en');
  return measureText(read, { sources: read.sources, language: 'en', quotes: createCorpusQuotes(folder) });
}

describe('figures of a text', () => {
  it('count citations, cited sentences, sources and their documents', async () => {
    expect(await measure(FOREIGN_REPORT)).toMatchObject({
      sources: 4,
      documents: 2,
      citations: 8,
      citationsWithoutSource: 0,
      citedSentences: { count: 4, n: 9 },
      emptyCells: { count: 2, n: 4 },
      firstParagraphCites: true,
    });
  });

  it('count a quotation as found only where its document has all of its words', async () => {
    const { quotesFound } = await measure(FOREIGN_REPORT);

    // "never written" is in no document.
    expect(quotesFound).toEqual({ count: 3, n: 4 });
  });

  it('count marks that lead nowhere, and an answer without any', async () => {
    const figures = await measure('It burns.\n\nIt glows [7].\n\n## Sources\n\n[1] `lamp.md`: "burns"');

    expect(figures).toMatchObject({ citationsWithoutSource: 1, firstParagraphCites: false });
  });
});

describe('quotations in documents', () => {
  it('are compared without markup, line breaks and case, and may leave words out', async () => {
    const quotes = createCorpusQuotes(folder);
    const isFound = (quote: string | null, place: string | null = 'lamp.md') => quotes.isFound({ place, quote });

    expect(await isFound('the *Harbour lamp* burns for\nnine hours')).toBe(true);
    expect(await isFound('The harbour lamp […] nine hours')).toBe(true);
    expect(await isFound('nine hours … the harbour lamp burns for nine')).toBe(false);
    expect(await isFound('The harbour lamp burns for ten hours')).toBe(false);
  });

  it('cannot be looked for without words or a document of the folder', async () => {
    const quotes = createCorpusQuotes(folder);

    expect(await quotes.isFound({ place: 'lamp.md', quote: null })).toBeNull();
    expect(await quotes.isFound({ place: null, quote: 'nine hours' })).toBeNull();
    expect(await quotes.isFound({ place: '../lamp.md', quote: 'nine hours' })).toBeNull();
    expect(await quotes.isFound({ place: 'https://a.example/lamp.md', quote: 'nine hours' })).toBeNull();
  });

  it('belong to the one document whose path ends like that', async () => {
    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'old', 'oil.md'), 'Rapeseed oil.');
    const quotes = createCorpusQuotes(folder);

    expect(await quotes.pathOf('oil.md')).toBe('old/oil.md');
    expect(await quotes.isFound({ place: 'oil.md', quote: 'rapeseed oil' })).toBe(true);
    expect(await quotes.pathOf('unknown.md')).toBe('unknown.md');
  });

  it('come with the words around them', async () => {
    const quote = 'With whale oil the harbour lamp burns for seven hours only.';

    expect(await createCorpusQuotes(folder).excerptAround({ place: 'lamp.md', quote })).toBe(LAMP_DOCUMENTS['lamp.md']);
  });
});

describe('repeated facts', () => {
  it('are figures of the same citation, and nearly the same words', () => {
    expect(findRepeatedFacts(statementsOf(OWN_REPORT), 'en').map(({ text }) => text)).toEqual([
      'The keeper fills the lamp before sunset each evening.',
      'One filling gives nine hours of light.',
    ]);
  });

  it('are none in the opening answer, in tables, of other figures or of other citations', () => {
    const markdown = `It burns for nine hours [1].

## Oil

It burns for nine hours [1], and for eight days [2]. Whale oil gives it nine hours, too [2]. It glows for seven hours [1].

| | time |
|---|---|
| oil | nine hours [1] |`;

    expect(findRepeatedFacts(statementsOf(markdown), 'en')).toEqual([]);
  });
});

describe('orphan fragments', () => {
  it('are too short, begin in lower case, or have no verb', () => {
    const markdown = `- shorter wicks
- Yes indeed.
- A long wick of good cotton
- The wick burns for nine hours.

and so it burns for hours.`;

    expect(findFragments(statementsOf(markdown), 'en')).toEqual([
      'shorter wicks',
      'Yes indeed.',
      'A long wick of good cotton',
      'and so it burns for hours.',
    ]);
  });

  it('are no entries below a lead, no labels and no code', () => {
    const markdown =
      '**Poisoning.** The keeper needs:\n\n- a pair of scissors\n- care\n\n`appendonly yes`\n\n**Costs:**';

    expect(findFragments(statementsOf(markdown), 'en')).toEqual([]);
  });

  it('are found in German', () => {
    const markdown = '- Der Grenzwert beträgt 20 mSv im Jahr.\n- Alle Grenzwerte nach § 78';

    expect(findFragments(readReport(markdown, 'de').statements, 'de')).toEqual(['Alle Grenzwerte nach § 78']);
  });
});

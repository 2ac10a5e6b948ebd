import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { describe, expect, it } from 'vitest';
import { createWordReader, readHits } from '../../passages/passage-relevance.ts';

const terms = weighTermsEvenly('The harbour lamp burns whale oil.', 'en');
const need = { terms, answerForm: 'open' as const };
const passageOf = (text: string, rank: number, title = `Page ${rank}`) => ({
  title,
  headingPath: [],
  text,
  language: 'en',
  rank,
});
const about = 'The harbour lamp burns whale oil until the morning.';
const beside = 'The keeper sells whale oil to the ships in the harbour.';

describe('readHits', () => {
  it('measures a hit against the mean, the best and the next of the others', () => {
    const [first, second] = readHits(need, [passageOf(about, 1), passageOf(beside, 2), passageOf('Nothing of it.', 3)]);

    expect(first?.features.wordsAboveBest).toBeGreaterThan(0);
    expect(first?.features.wordsAboveMean).toBeGreaterThan(first?.features.wordsAboveBest ?? 1);
    expect(first?.features.wordsAboveNext).toBeCloseTo(first?.features.wordsAboveBest ?? 0);
    expect(second?.features.wordsAboveBest).toBeLessThan(0);
    expect(second?.features.wordsAboveNext).toBeGreaterThan(0);
  });

  it('compares only the first ten', () => {
    const [lone] = readHits(need, [passageOf(about, 1)]);
    const late = readHits(need, [passageOf(about, 11), passageOf(beside, 12)]);

    expect(lone).toBeDefined();
    for (const hit of [lone, ...late]) {
      expect(hit?.features).toMatchObject({
        wordsAboveMean: 0,
        wordsAboveBest: 0,
        wordsAboveNext: 0,
        pairsAboveBest: 0,
      });
    }
    expect(late.map(({ features }) => features.logRank)).toEqual([Math.log(11), Math.log(12)]);
  });

  it('reads the line that a search engine shows of a page, also where it is cut', () => {
    const [cut] = readHits(need, [passageOf('The harbour lamp burns whale oil, which in the winter is', 1)]);

    expect(cut?.hasStatement).toBe(true);
    expect(cut?.features.statement).toBeGreaterThan(0.5);
  });

  it('uses the title when nothing else is shown', () => {
    const [titled] = readHits(need, [passageOf('', 1, 'On whale oil as burnt in a harbour lamp')]);

    expect(titled?.features.statement).toBeGreaterThan(0.5);
  });

  it.each(['Whale oil', '(weggefallen)', '', '# Oil'])('recognises a passage without a statement: %j', (text) => {
    expect(readHits(need, [passageOf(text, 1)])[0]?.hasStatement).toBe(false);
  });

  it.each(['# Oil\n\n```\nconst oil = whale()\n```', '# Oil\n\n| oil | hours |\n|---|---|\n| whale oil | 9 |'])(
    'counts code and rows as statements: %j',
    (text) => {
      expect(readHits(need, [passageOf(text, 1)])[0]?.hasStatement).toBe(true);
    },
  );
});

describe('createWordReader', () => {
  const read = createWordReader(terms);

  it('values single use less than repeated use, and neither above 1', () => {
    const [once, often] = [about, about.repeat(4)].map((text) => read(passageOf(text, 1)).words);

    expect(often).toBeGreaterThan(once ?? 1);
    expect(often).toBeLessThanOrEqual(1);
  });

  it('sees the words of the title as well', () => {
    const [named, unnamed] = ['Harbour lamp', 'Page'].map((title) => read(passageOf('It burns.', 1, title)).words);

    expect(named).toBeGreaterThan(unnamed ?? 1);
  });

  it('recognises neighbouring words of the question that are near each other', () => {
    expect(read(passageOf('Whale oil in the harbour lamp.', 1)).pairs).toBeGreaterThan(
      read(passageOf('The oil of a ship that hunts whenever it likes any big whale.', 1)).pairs,
    );
    expect(createWordReader(terms.slice(0, 1))(passageOf(about, 1)).pairs).toBe(0);
  });
});

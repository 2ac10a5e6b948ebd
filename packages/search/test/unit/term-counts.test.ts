import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberedTerms, TermCounts } from '../../index/term-counts.ts';
import { countOf, entriesIn, numberOf, postingsOf, type TermPostings, toBlocks } from '../../index/word-postings.ts';

type Counted = readonly (readonly [term: string, passages: readonly (readonly [number, number])[]])[];

function countedIn(passages: readonly (readonly string[])[]): TermPostings[] {
  const terms = new NumberedTerms();
  const counts = new TermCounts(terms);
  for (const [index, passage] of passages.entries())
    for (const term of passage) counts.add(terms.numberOf(term), index + 1);
  return [...counts.postings()];
}

function readable(postings: Iterable<TermPostings>): Counted {
  return [...postings].map(({ term, entries }) => [
    term,
    Array.from(entries, (entry) => [numberOf(entry), countOf(entry)] as const),
  ]);
}

const words = fc.array(fc.array(fc.constantFrom('lamp', 'oil', 'wick', 'Öl', '灯', '𠀀', 'ﬀ'), { maxLength: 8 }), {
  maxLength: 12,
});

describe('counted terms', () => {
  it('have an entry for each passage that has them, and are in order', () => {
    expect(readable(countedIn([['wick', 'oil', 'wick'], [], ['oil', 'lamp']]))).toEqual([
      ['lamp', [[3, 1]]],
      [
        'oil',
        [
          [1, 1],
          [3, 1],
        ],
      ],
      ['wick', [[1, 2]]],
    ]);
  });

  it('are counted up to 63 times', () => {
    expect(readable(countedIn([Array.from({ length: 100 }, () => 'oil')]))).toEqual([['oil', [[1, 63]]]]);
  });

  it('begin anew after they were cleared', () => {
    const terms = new NumberedTerms();
    const counts = new TermCounts(terms);
    counts.add(terms.numberOf('lamp'), 1);
    counts.clear();
    counts.add(terms.numberOf('oil'), 2);

    expect(readable(counts.postings())).toEqual([['oil', [[2, 1]]]]);
  });

  it('are in the order of their code points, as SQLite has them', () => {
    fc.assert(
      fc.property(words, (passages) => {
        const terms = countedIn(passages).map(({ term }) => term);
        expect(terms).toEqual(terms.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });

  it('come back from blocks as they were, each found by its term', () => {
    fc.assert(
      fc.property(words, (passages) => {
        const postings = countedIn(passages);
        const blocks = [...toBlocks(postings)].map((block) => ({ ...block }));

        expect(readable(blocks.flatMap((block) => [...postingsOf(block)]))).toEqual(readable(postings));
        for (const { term, entries } of postings)
          expect(blocks.flatMap((block) => entriesIn(block, term) ?? [])).toEqual([entries]);
      }),
    );
  });

  it('stand in several blocks where they have many entries', () => {
    const passages = Array.from({ length: 500 }, (_, index) => ['oil', `lamp${index}`]);

    const blocks = [...toBlocks(countedIn(passages))];

    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.at(-1)?.terms).toBe('\noil\n');
    expect(entriesIn({ ...blocks[0] }, 'oil')).toBeNull();
  });
});

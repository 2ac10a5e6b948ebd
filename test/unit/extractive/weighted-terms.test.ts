import { weighTerms } from '@plumbline/language/term-matching';
import { type CorpusIndex, wordFrequency } from '@plumbline/search/corpus-index';
import { describe, expect, it } from 'vitest';

/** An index of a hundred passages that holds the words as often as is said, and no other. */
function indexWith(passages: Readonly<Record<string, number>>): CorpusIndex {
  const index: Pick<CorpusIndex, 'wordFrequencies'> = {
    wordFrequencies: async (_, words) => new Map(words.map((word) => [word, wordFrequency(passages[word] ?? 0, 100)])),
  };
  return index as CorpusIndex;
}

async function weightsIn(passages: Readonly<Record<string, number>>): Promise<Map<string, number>> {
  const [terms = []] = await weighTerms(indexWith(passages), 'c1', ['What is the lampHeight of the harbour?'], 'en');
  return new Map(terms.map(({ word, weight }) => [word, weight]));
}

describe('weighTerms', () => {
  it('weighs rare words above common ones', async () => {
    const weights = await weightsIn({ harbour: 90, lampHeight: 2 });

    expect(weights.get('harbour')).toBeLessThan(weights.get('lampHeight') ?? Number.NaN);
  });
});

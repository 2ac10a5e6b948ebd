import { describe, expect, it } from 'vitest';
import { GENERATED_FILES, KEPT_SEEDS, lostWords } from '../../../../test/support/generated/lost-words.ts';

const SEEDS = [...KEPT_SEEDS, ...Array.from({ length: 24 }, (_, at) => 1_000 + at)];

describe.each(GENERATED_FILES)('a generated %s', (file) => {
  it.each(SEEDS)('of seed %d has every word that a person sees', async (seed) => {
    expect(await lostWords(file, seed)).toEqual([]);
  });
});

import { fileFormatOf } from '@plumbline/documents/formats';
import { linesAt } from '@plumbline/documents/lines';
import { readDocument } from '@plumbline/documents/reading';
import { describe, expect, it } from 'vitest';
import { chanceOf, randomBlocks } from '../../../../test/support/generated/random-blocks.ts';
import { WRITERS } from '../../../../test/support/generated/written-documents.ts';

const SEEDS = Array.from({ length: 12 }, (_, at) => 2_000 + at);
/** A cell may have several lines in the source. */
const FARTHEST = 30;

/** Words at a line of the source, in blocks of some kinds, with the line that the stored text has for them. */
async function linesOfWords(
  file: string,
  seed: number,
  kinds: RegExp,
): Promise<[word: string, own: number, told: number][]> {
  const chance = chanceOf(seed);
  const blocks = randomBlocks(chance).filter(({ kind }) => kinds.test(kind));
  const source = String(WRITERS[file]?.(blocks, chance));
  const { text } = await readDocument(Buffer.from(source), fileFormatOf(file) ?? 'text', file);
  return [...source.matchAll(/\b[a-z]{6}\d+\b/g)].map(({ 0: word, index }) => {
    const start = text.indexOf(word);
    const own = source.slice(0, index).split('\n').length;
    return [word, own, Number(linesAt(text, { start, end: start + word.length }).slice(1))];
  });
}

describe.each(['text.rst', 'text.adoc'])('a generated %s', (file) => {
  it.each(SEEDS)('of seed %d leads back to its lines', async (seed) => {
    const words = await linesOfWords(file, seed, /heading|paragraph|quote|menu|code/);
    expect(words.filter(([, own, told]) => own !== told)).toEqual([]);
  });

  it.each(SEEDS)('of seed %d with tables leads back to their surroundings', async (seed) => {
    const words = await linesOfWords(file, seed, /table|paragraph/);
    expect(words.filter(([, own, told]) => Math.abs(own - told) > FARTHEST)).toEqual([]);
  });
});

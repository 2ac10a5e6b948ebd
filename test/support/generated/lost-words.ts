import { fileFormatOf } from '@plumbline/documents/formats';
import { readDocument } from '@plumbline/documents/reading';
import { chanceOf, type GeneratedBlock, randomBlocks } from './random-blocks.ts';
import { WRITERS } from './written-documents.ts';

export const GENERATED_FILES: readonly string[] = Object.keys(WRITERS);

/** Seeds whose documents lost words once. */
export const KEPT_SEEDS: readonly number[] = [2, 3, 4, 12, 15, 24, 26, 36, 38];

/** Words of the document of a seed that are not in its stored text; those of menus may be in what is reported as left out. */
export async function lostWords(file: string, seed: number): Promise<string[]> {
  const chance = chanceOf(seed);
  const blocks = randomBlocks(chance);
  const written = WRITERS[file]?.(blocks, chance) ?? '';
  const read = await readDocument(Buffer.from(written), fileFormatOf(file) ?? 'text', file);
  const stored = new Set(wordsOf(read.text));
  const leftOut = new Set(wordsOf(read.leftOut.join('\n')));
  const lost = blocks.flatMap((block) =>
    shownWords(block).filter((word) => !stored.has(word) && !(block.kind === 'menu' && leftOut.has(word))),
  );
  return [...new Set(lost)];
}

function shownWords(block: GeneratedBlock): string[] {
  if (block.kind === 'list') return block.entries.flatMap(wordsOf);
  if (block.kind === 'code') return block.lines.flatMap(wordsOf);
  if (block.kind === 'table') return block.rows.flat().flatMap(wordsOf);
  return wordsOf(block.kind === 'noted' ? `${block.text} ${block.note}` : block.text);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

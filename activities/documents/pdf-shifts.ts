import { writeLowered, writeRaised } from '../text/powers.ts';
import type { PdfLine, PdfShift } from './pdf-layer.ts';

const LONGEST = 12;
const NOTE = /^\d{1,3}(?:[,–-]\d{1,3})*$/;

/** What stands in the text for words above or below their line. */
interface WrittenShift {
  readonly text: string;
  /** It follows the word before without a space, whatever the gap between them. */
  readonly joins: boolean;
}

/** Powers, indices and marks of notes ("[^3]", as in Markdown); null: the words are copied as they are. */
export function writeShift(layer: string, line: PdfLine, { start, end, isRaised }: PdfShift): WrittenShift | null {
  const words = layer.slice(start, end).trim();
  const before = layer.slice(line.start, start);
  const after = layer.slice(end, end + 1);
  if (words === '' || words.length > LONGEST) return null;
  if (!isRaised) return before.trim() === '' ? null : { text: writeLowered(words, before.trimEnd()), joins: true };
  // ¹³⁷Cs, but not the note that a line begins with
  const isPrefix = /^\p{Lu}/u.test(after) && !/\S$/.test(before);
  const raised = writeRaised(words, isPrefix ? ' ' : before.trimEnd(), after);
  if (isPrefix || before.trim() === '') return isPrefix && raised !== '' ? { text: raised, joins: false } : null;
  if (raised !== '') return { text: raised, joins: true };
  return NOTE.test(words) ? { text: `[^${words}]`, joins: true } : null;
}

import { widthOf } from './font-widths.ts';

/** Between two syllables of a longer word: after a vowel, before a consonant and the next vowel. */
const SYLLABLE_END = /(?<=\p{L}{2,}[aeiouyäöü])(?=[bcdfghjklmnpqrstvwxz][aeiouyäöü]\p{L}{2,})/giu;

export interface BrokenLine {
  readonly text: string;
  /** Where its first word begins in the text. */
  readonly start: number;
}

/** Lines as wide as a column; a word that does not fit is divided where a part of it does. */
export function breakLines(text: string, width: number, size: number): BrokenLine[] {
  const lines: { text: string; start: number }[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const line = lines.at(-1);
    const fits = (words: string): boolean => widthOf(words, size) <= width;
    if (line === undefined) lines.push({ text: word, start: index });
    else if (fits(`${line.text} ${word}`)) line.text = `${line.text} ${word}`;
    else {
      const head = headsOf(word).findLast((part) => fits(`${line.text} ${part}-`)) ?? '';
      if (head !== '') line.text = `${line.text} ${head}-`;
      lines.push({ text: word.slice(head.length), start: index + head.length });
    }
  }
  return lines;
}

/** What may stand before a hyphen, shortest first. */
function headsOf(word: string): string[] {
  return [...word.matchAll(SYLLABLE_END)].map(({ index }) => word.slice(0, index));
}

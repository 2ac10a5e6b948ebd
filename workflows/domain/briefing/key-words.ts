import { capitalisedWords } from './named-parties.ts';

const TOKEN = /\p{N}(?:[\p{N}.,:]*\p{N})?%?|\p{L}[\p{L}\p{N}'’-]*/gu;
const MIN_WORD_LENGTH = 5;

/** The words that tell a statement from others, in its own order: first its figures and names, then its longest words. */
export function keyWordsOf(text: string, most = 12): string[] {
  const names = new Set(capitalisedWords(text).map(({ word }) => word));
  const seen = new Set<string>();
  const candidates = [...text.matchAll(TOKEN)]
    .map(([word], place) => ({ word, place, isTelling: /\p{N}/u.test(word) || names.has(word) }))
    .filter(({ word, isTelling }) => {
      const isNew = !seen.has(word.toLowerCase());
      seen.add(word.toLowerCase());
      return isNew && (isTelling || word.length >= MIN_WORD_LENGTH || /^\p{Lu}{2,}$/u.test(word));
    });
  return candidates
    .toSorted((a, b) => Number(b.isTelling) - Number(a.isTelling) || b.word.length - a.word.length)
    .slice(0, most)
    .toSorted((a, b) => a.place - b.place)
    .map(({ word }) => word);
}

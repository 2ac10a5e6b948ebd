import { stemOf } from '../text/stemmer.ts';
import { isStopWord } from '../text/stop-words.ts';
import { wordsOf } from '../text/word-pattern.ts';

/** Shorter words have neighbours that are words as well. */
const SHORTEST = 6;
/** In words of this length any one letter may be wrong; in shorter ones only swapped or doubled letters are certain. */
const LONG = 9;
/** Prefixes tell words apart: a wrong letter in "Verlauf" may be meant. */
const SHORTEST_START = 3;

/**
 * Corrects words that are, but for one slip of the keys, a word of the thread. Without a dictionary nobody can tell a
 * slip from another word, so the slip must lie inside the word: another ending is another form of it.
 */
export function spelledLikeThread(message: string, thread: string, language: string): string {
  const known = new Set(wordsOf(thread.toLowerCase()).map(({ text }) => text));
  const corrections = wordsOf(message).flatMap(({ text, start, end }) => {
    const word = text.toLowerCase();
    const isPlain = /^\p{L}+$/u.test(text) && !/\p{Ll}\p{Lu}/u.test(text);
    if (!isPlain || word.length < SHORTEST || known.has(word) || isStopWord(word, language)) return [];
    const meant = [...known].filter(
      (other) => isSlipOf(word, other) && stemOf(word, language) !== stemOf(other, language),
    );
    const [only] = meant;
    return meant.length === 1 && only !== undefined ? [{ start, end, text: withCaseOf(text, only) }] : [];
  });
  return corrections.reduceRight(
    (text, one) => `${text.slice(0, one.start)}${one.text}${text.slice(one.end)}`,
    message,
  );
}

function isSlipOf(word: string, known: string): boolean {
  if (known.length < SHORTEST || Math.abs(word.length - known.length) > 1 || word === known) return false;
  const start = commonLength(word, known, (text, index) => text[index]);
  const end = commonLength(word.slice(start), known.slice(start), (text, index) => text[text.length - 1 - index]);
  if (start === 0) return false;
  const wrong = word.slice(start, word.length - end);
  const right = known.slice(start, known.length - end);
  if (wrong.length === 2 && right.length === 2) return wrong[0] === right[1] && wrong[1] === right[0];
  if (end === 0 || wrong.length > 1 || right.length > 1) return false;
  // "harbbour", "adress": the letter beside it is the same.
  const isDoubled = wrong.length !== right.length && (wrong || right) === known[start - 1];
  return isDoubled || (word.length >= LONG && start >= SHORTEST_START);
}

function commonLength(one: string, other: string, at: (text: string, index: number) => string | undefined): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && at(one, length) === at(other, length)) length += 1;
  return length;
}

function withCaseOf(written: string, word: string): string {
  return /^\p{Lu}/u.test(written) ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word;
}

import search from 'approx-string-match';
import { analyzeTerms } from '../text/terms.ts';

/** Letters of a word for each that may be wrong, so that a corrected typing error still counts as the same word. */
const LETTERS_PER_SLIP = 3;

/** Whether a text has a telling word of another text, typing errors aside; a text without telling words has none to lack. */
export function takesUp(text: string, known: string, language: string): boolean {
  const wanted = telling(text, language);
  const there = telling(known, language);
  if (there.length === 0) return text.trim() !== '';
  return wanted.some((word) => there.some((other) => isNear(word, other)));
}

function telling(text: string, language: string): string[] {
  return [...new Set(analyzeTerms(text, language).flatMap(({ stem, isStopWord }) => (isStopWord ? [] : stem)))];
}

function isNear(word: string, other: string): boolean {
  if (word === other) return true;
  const slips = Math.floor(Math.min(word.length, other.length) / LETTERS_PER_SLIP);
  return Math.abs(word.length - other.length) <= slips && slips > 0 && search(other, word, slips).length > 0;
}

import { contentTerms } from '../text/terms.ts';

const SAME_WORDS_SHARE = 0.85;

/** Whether two texts say the same in nearly the same words: one's content words are nearly all in the other. */
export function isNearDuplicate(first: string, second: string, language: string): boolean {
  const a = new Set(contentTerms(first, language).map(({ stem }) => stem));
  const b = new Set(contentTerms(second, language).map(({ stem }) => stem));
  const shared = [...a].filter((stem) => b.has(stem)).length;
  const smaller = Math.min(a.size, b.size);
  return smaller > 0 && shared / smaller >= SAME_WORDS_SHARE && figuresOf(first) === figuresOf(second);
}

/** Sentences that differ in a figure say different things. */
function figuresOf(text: string): string {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
}

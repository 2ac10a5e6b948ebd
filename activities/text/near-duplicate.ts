import { comparableText } from './comparable-words.ts';
import { contentTerms } from './terms.ts';

const SAME_WORDS_SHARE = 0.85;

/** Whether one text contains nearly all content words of the other, and both have the same figures. */
export function isNearDuplicate(first: string, second: string, language: string): boolean {
  const texts = [comparableText(first), comparableText(second)] as const;
  const [a, b] = [stemsOf(texts[0], language), stemsOf(texts[1], language)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  const smaller = Math.min(a.size, b.size);
  return smaller > 0 && shared / smaller >= SAME_WORDS_SHARE && figuresOf(texts[0]) === figuresOf(texts[1]);
}

function stemsOf(text: string, language: string): ReadonlySet<string> {
  return new Set(contentTerms(text, language).map(({ stem }) => stem));
}

/** Figures of a text, compared because sentences with different figures say different things. */
function figuresOf(text: string): string {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
}

import { detectLanguage } from '../text/language.ts';
import { splitSentences } from '../text/sentences.ts';

/** Shorter sentences are too little to tell languages apart, in characters. */
const SHORTEST = 40;

/**
 * Whole percent of prose, by length, in the expected language.
 *
 * @param prose texts without quotations
 */
export function languageAdherence(prose: readonly string[], language: string): number {
  const sentences = prose
    .flatMap((text) => splitSentences(text, language).map(({ start, end }) => text.slice(start, end)))
    .filter((sentence) => sentence.length >= SHORTEST);
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const total = lengthOf(sentences);
  const matching = sentences.filter((sentence) => [language, 'und'].includes(detectLanguage(sentence)));
  return total === 0 ? 100 : Math.round((100 * lengthOf(matching)) / total);
}

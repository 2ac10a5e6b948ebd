import { carriedWords } from '../claims/carried-words.ts';
import { withoutFigures } from '../quantities/figures.ts';
import { detectLanguage } from '../text/language.ts';
import { contentTerms } from '../text/terms.ts';

/** Language in which two short texts are compared: that of the remembered one, else that of the other. */
export function comparedLanguage(remembered: string, other: string): string {
  const known = [detectLanguage(remembered), detectLanguage(other)];
  return known.find((language) => language !== 'und') ?? 'en';
}

/**
 * How far two texts are about the same, by their content words (stems, parts of compounds, derived words): the mean of the
 * shares that each finds in the other. 0..1; 0 for a text without content words.
 */
export function textSimilarity(query: string, remembered: string): number {
  const language = comparedLanguage(remembered, query);
  const counts = [query, remembered].map((text) => contentTerms(withoutFigures(text), language).length);
  if (counts.includes(0)) return 0;
  const asked = carriedWords(query, language, remembered).share;
  if (asked === 0) return 0;
  return (asked + carriedWords(remembered, language, query).share) / 2;
}

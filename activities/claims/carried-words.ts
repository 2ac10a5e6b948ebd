import { derivation } from '../extractive/question/term-similarity.ts';
import { withoutFigures } from '../quantities/figures.ts';
import { analyzeTerms, contentTerms, isAmongStems } from '../text/terms.ts';

/** How many of a text's content words another text contains. */
export interface CarriedWords {
  /** 0..1; 1 for a text without content words, unless the other text is empty. */
  readonly share: number;
  /** As written in the text. */
  readonly missing: readonly string[];
}

/** Compares by stem, as part of a compound, and by derivation ("retry" and "retries", "inhibit" and "inhibitor"). */
export function carriedWords(text: string, language: string, carrier: string): CarriedWords {
  const stems = new Set(analyzeTerms(carrier, language).map(({ stem }) => stem));
  const words = contentTerms(withoutFigures(text), language);
  if (words.length === 0) return { share: stems.size === 0 ? 0 : 1, missing: [] };
  const missing = words.filter(({ stem }) => !isCarried(stem, stems, language));
  return { share: 1 - missing.length / words.length, missing: missing.map(({ surface }) => surface) };
}

/** Whether stems contain a word: whole, in a compound, or derived. */
export function isCarried(stem: string, stems: ReadonlySet<string>, language: string): boolean {
  return isAmongStems(stem, stems, language) || [...stems].some((other) => derivation(stem, other) > 0);
}

import { derivation } from '../extractive/question/term-similarity.ts';
import { withoutFigures } from '../quantities/figures.ts';
import { indexOfStems } from '../text/stem-index.ts';
import { analyzeTerms, isAmongStems, stemsIn, type Term } from '../text/terms.ts';

/** How many of a text's content words another text contains. */
export interface CarriedWords {
  /** 0..1; 1 for a text without content words, unless the other text is empty. */
  readonly share: number;
  /** As written in the text. */
  readonly missing: readonly string[];
}

/**
 * Compares by stem, as part of a compound, and by derivation ("retry" and "retries", "inhibit" and "inhibitor"). An identifier
 * is one word: with its parts, `RetryHandler` would weigh as much as three.
 */
export function carriedWords(text: string, language: string, carrier: string): CarriedWords {
  const stems = stemsIn(carrier, language);
  const words = wholeWords(withoutFigures(text), language);
  if (words.length === 0) return { share: stems.size === 0 ? 0 : 1, missing: [] };
  const isMissing = ({ stem, parts }: WholeWord): boolean =>
    !isCarried(stem, stems, language) &&
    (parts.length === 0 || parts.some((part) => !isCarried(part.stem, stems, language)));
  const missing = words.filter(isMissing);
  return { share: 1 - missing.length / words.length, missing: missing.map(({ surface }) => surface) };
}

interface WholeWord extends Term {
  /** Of an identifier. */
  readonly parts: readonly Term[];
}

/** The distinct content words of a text, in order of first use. */
function wholeWords(text: string, language: string): WholeWord[] {
  const terms = analyzeTerms(text, language);
  const distinct = new Map<string, WholeWord>();
  let end = 0;
  for (const term of terms) {
    if (term.start < end) continue;
    end = term.end;
    if (term.isStopWord || distinct.has(term.stem)) continue;
    const parts = terms.filter((part) => part !== term && part.start >= term.start && part.end <= term.end);
    distinct.set(term.stem, { ...term, parts });
  }
  return [...distinct.values()];
}

/** Whether stems contain a word: whole, in a compound, or derived. */
export function isCarried(stem: string, stems: ReadonlySet<string>, language: string): boolean {
  if (isAmongStems(stem, stems, language)) return true;
  for (const other of indexOfStems(stems).near(stem)) if (derivation(stem, other) > 0) return true;
  return false;
}

import type { HitText } from '../index/hit-text.ts';
import { analyzeTerms, identifierParts, type Term } from '../text/terms.ts';

/** A content word of passages that a search found. */
export interface FoundWord {
  readonly stem: string;
  /** Its most frequent form. */
  readonly surface: string;
  /** Passages that hold it. */
  readonly passages: number;
  /** Above 0; larger for words that are frequent in the best passages. */
  readonly weight: number;
}

const SHORTEST_WORD = 3;
const ONLY_LETTERS = /^\p{L}+$/u;

/**
 * The content words of passages, the weightiest first. A word weighs what it weighs in the relevance model of Lavrenko and
 * Croft (RM1, "Relevance-Based Language Models", SIGIR 2001), P(w|R) = sum of P(w|D) P(D|Q), with 1 / rank for P(D|Q).
 *
 * The scores of a search are no better guess of P(D|Q): their differences are small, and with them the tail of the passages
 * says as much as the head.
 */
export function foundWords(passages: readonly HitText[]): FoundWord[] {
  const found = new Map<string, { passages: number; weight: number; surfaces: Map<string, number> }>();
  for (const [index, { title, headingPath, text, language }] of passages.entries()) {
    const words = contentWords([title, ...headingPath, text].join('\n'), language);
    const counted = new Set<string>();
    for (const { stem, surface } of words) {
      const word = found.get(stem) ?? { passages: 0, weight: 0, surfaces: new Map<string, number>() };
      word.passages += counted.has(stem) ? 0 : 1;
      word.weight += 1 / (words.length * (index + 1));
      word.surfaces.set(surface, (word.surfaces.get(surface) ?? 0) + 1);
      counted.add(stem);
      found.set(stem, word);
    }
  }
  return [...found]
    .map(([stem, { surfaces, ...word }]) => ({ ...word, stem, surface: mostFrequent(surfaces) }))
    .sort((a, b) => b.weight - a.weight);
}

/** Words of letters only; of an identifier neither the whole nor its parts, which are nobody's words. */
function contentWords(text: string, language: string): Term[] {
  let identifierEnd = 0;
  return analyzeTerms(text, language).filter(({ surface, start, end, isStopWord }) => {
    if (start < identifierEnd) return false;
    if (identifierParts(surface).length > 0) {
      identifierEnd = end;
      return false;
    }
    return !isStopWord && surface.length >= SHORTEST_WORD && ONLY_LETTERS.test(surface);
  });
}

function mostFrequent(surfaces: ReadonlyMap<string, number>): string {
  const [[surface] = ['']] = [...surfaces].sort(([, a], [, b]) => b - a);
  return surface;
}

import type { RankedReference } from '@plumbline/contracts/evidence/search-hit';
import { coverage, matchTerms, type WeightedTerm } from '@plumbline/language/term-matching';
import type { HitText } from '@plumbline/search/hit-text';

/** What a hit shares with the words of its task. */
export interface WordMatch {
  /** By weight, 0..1. */
  readonly share: number;
  readonly words: number;
}

/** A hit must hold this part of what the best hit holds of the words of the task. */
const LEAST_OF_BEST = 0.5;
/** One word alone is chance, where the best hit has several. */
const FEWEST_WORDS = 2;
/** From here on a word counts as met. */
const IS_MET = 0.5;

/** What the text, its headings and its title share with a task. */
export function sharedWords(terms: readonly WeightedTerm[], hit: HitText, language: string): WordMatch {
  const matches = matchTerms(terms, [hit.title, ...hit.headingPath, hit.text].join('\n'), language);
  return { share: coverage(terms, matches), words: matches.filter((match) => match >= IS_MET).length };
}

/**
 * Without the hits that share several words with the task no more than by chance: they must hold half of what the best hit holds.
 * Not those that the question names, that reached the threshold, or that were found by their meaning.
 */
export function matching<Hit extends { readonly ranked: RankedReference; readonly shared: WordMatch }>(
  hits: readonly Hit[],
): Hit[] {
  const best = Math.max(0, ...hits.map(({ shared }) => shared.share));
  const most = Math.max(0, ...hits.map(({ shared }) => shared.words));
  return hits.filter(({ ranked, shared }) => {
    if (ranked.byMeaning === true || !['leading', 'below'].includes(ranked.selection)) return true;
    return shared.share >= best * LEAST_OF_BEST && shared.words >= Math.min(FEWEST_WORDS, most);
  });
}

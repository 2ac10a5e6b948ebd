import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import { carriedWords } from '../claims/carried-words.ts';
import { namesIn } from '../claims/names.ts';
import { statingText } from '../claims/stating-text.ts';
import { areAmong, figuresIn } from '../quantities/figures.ts';
import { contentTerms } from '../text/terms.ts';

/** A claim with fewer content words states something only by a figure or a name. */
const FEWEST_WORDS = 4;
const FEWEST_BESIDE_FIGURE = 2;
/** A claim that is the user's words to this share repeats them. */
const REPEATED_FROM = 0.9;

/** Whether a claim states something that a source can be asked for, and does not only repeat what the user said. */
export function isSignificant(
  claim: string,
  language: string,
  { originalQuestion, refinements }: Pick<QueryAnchor, 'originalQuestion' | 'refinements'>,
): boolean {
  const said = statingText(claim).trim();
  if (said.endsWith('?')) return false;
  const words = contentTerms(said, language).length;
  const isTelling = figuresIn(said).size > 0 || namesIn(said, language).length > 0;
  if (words < (isTelling ? FEWEST_BESIDE_FIGURE : FEWEST_WORDS)) return false;
  const user = [originalQuestion, ...refinements].join('\n');
  const isRepeated =
    carriedWords(said, language, user).share >= REPEATED_FROM && areAmong(figuresIn(said), figuresIn(user));
  return !isRepeated;
}

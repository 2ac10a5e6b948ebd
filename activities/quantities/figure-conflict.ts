import { isNearDuplicate } from '../text/near-duplicate.ts';
import { contentTerms } from '../text/terms.ts';
import { areAmong, figuresIn, withoutFigures } from './figures.ts';

/** Fewer content words in common are no sign that two texts speak of the same. */
const FEWEST_WORDS = 3;
/** A text with many more words than the other says something else. */
const COMPARABLE_LENGTH = 0.7;

/** Whether two texts say the same in nearly the same words, but each with a figure that the other does not have. */
export function conflictsInFigures(first: string, second: string, language: string): boolean {
  const [figures, others] = [figuresIn(first), figuresIn(second)];
  if (areAmong(figures, others) || areAmong(others, figures)) return false;
  const [words, otherWords] = [withoutFigures(first), withoutFigures(second)];
  const counts = [words, otherWords].map((text) => contentTerms(text, language).length);
  const [fewer, more] = [Math.min(...counts), Math.max(...counts)];
  return fewer >= FEWEST_WORDS && fewer / more >= COMPARABLE_LENGTH && isNearDuplicate(words, otherWords, language);
}

import { bareWords } from '@plumbline/contracts/common/bare-words';
import { injectionSignalsIn } from '@plumbline/language/injection';

const MOST = 3;
/** Longer ones are no suggestion that is read at a glance, in characters. */
const LONGEST = 160;

/**
 * Of the questions that a model thinks a person asks next, those that are fit to be offered. Whether the documents answer them it has read.
 *
 * @param asked the question itself
 */
export function usableFollowUps(asked: string, proposed: readonly string[]): string[] {
  const distinct = new Map(proposed.map((text) => [bareWords(text), text.trim()]));
  const usable = [...distinct].filter(
    ([words, text]) =>
      words !== '' &&
      words !== bareWords(asked) &&
      text.length <= LONGEST &&
      /[?？؟]$/u.test(text) &&
      // A document may have planted it.
      !/:\/\/|www\./iu.test(text) &&
      injectionSignalsIn(text).length === 0,
  );
  return usable.map(([, text]) => text).slice(0, MOST);
}

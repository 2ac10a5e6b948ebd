import { conflictInFigures, shareFigure } from './stated-figures.ts';
import { differInTimes } from './stated-times.ts';
import type { ReadStatement } from './statement-reading.ts';

const NAME = /(?<!\p{L})\p{Lu}[\p{L}\p{N}]{3,}/gu;
const FEWEST_NAMES = 2;

/**
 * Whether two statements in different languages say the same: the same event, names spelt alike, no other figure or
 * date. That they contradict each other is never concluded: too few of their words can be compared.
 */
export function acrossLanguages(first: ReadStatement, second: ReadStatement): boolean {
  const others = new Set(second.text.match(NAME));
  const names = new Set((first.text.match(NAME) ?? []).filter((name) => others.has(name)));
  const isOther = conflictInFigures(first.figures, second.figures) || differInTimes(first.times, second.times);
  const isSameEvent = first.events.some((own) =>
    second.events.some(({ concept, isPositive }) => concept === own.concept && isPositive === own.isPositive),
  );
  const enough = names.size >= FEWEST_NAMES || (names.size > 0 && shareFigure(first.figures, second.figures));
  return isSameEvent && enough && !isOther;
}

import type { AssumedFilter, Filters } from '../../../workflows/contracts/catalogue.ts';
import { type DateDefault, filterNamed, labelIn, type VerticalDefinition } from '../definition/vertical-definition.ts';
import { addDays } from '../values/item-dates.ts';

/**
 * The defaults of filters that nobody set, for one search. A date that counts from another comes after it.
 *
 * @param today ISO date
 */
export function assumeFilters(
  definition: VerticalDefinition,
  given: Filters,
  { today, language }: { readonly today: string; readonly language: string },
): { readonly filters: Filters; readonly assumed: readonly AssumedFilter[] } {
  let filters = given;
  const assumed: AssumedFilter[] = [];
  for (const [name, fallback] of Object.entries(definition.defaults)) {
    const filter = filterNamed(definition, name);
    if (filter === undefined || name in given) continue;
    const value = typeof fallback === 'object' ? dayOf(fallback, filters, today) : fallback;
    filters = { ...filters, [name]: value };
    assumed.push({ name, label: labelIn(filter.labels, language), value });
  }
  return { filters, assumed };
}

function dayOf({ days, after, daysFrom }: DateDefault, filters: Filters, today: string): string {
  const start = after === undefined ? undefined : filters[after];
  const count = daysFrom === undefined ? undefined : filters[daysFrom];
  return addDays(typeof start === 'string' ? start : today, typeof count === 'number' ? count : days);
}

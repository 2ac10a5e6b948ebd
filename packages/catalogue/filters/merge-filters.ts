import type { AssumedFilter, Filters, FilterValue } from '@plumbline/contracts/answers/catalogue';
import { limitOf } from '../values/amounts.ts';
import { addDays } from '../values/item-dates.ts';
import {
  type DateDefault,
  type FilterDefinition,
  filterNamed,
  labelIn,
  type VerticalDefinition,
} from '../values/vertical-definition.ts';

/**
 * A message's filters override the session's, and those override the vertical's defaults. Dates and numbers of guests
 * are not defaulted here: they are assumed where the search is made, and shown.
 *
 * The session's filters yield where they contradict the message: a lower limit above a new upper one, or a date that
 * counts from a date that was just set.
 */
export function mergeFilters(definition: VerticalDefinition, session: Filters, extracted: Filters): Filters {
  const kept = Object.entries(session).filter(([name, value]) => {
    const filter = filterNamed(definition, name);
    return filter !== undefined && !isContradicted(definition, filter, value, extracted);
  });
  return { ...standingDefaults(definition), ...Object.fromEntries(kept), ...extracted };
}

/** Defaults that hold before a search is made. */
function standingDefaults({ defaults, filters }: VerticalDefinition): Filters {
  return Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) => {
      const isAssumed = filters.some((filter) => filter.name === name && filter.isGuests);
      return typeof value === 'object' || isAssumed ? [] : [[name, value] as const];
    }),
  );
}

function isContradicted(
  { defaults, filters }: VerticalDefinition,
  filter: FilterDefinition,
  value: FilterValue,
  extracted: Filters,
): boolean {
  const assumption = defaults[filter.name];
  const countsFrom = typeof assumption === 'object' ? [assumption.after, assumption.daysFrom] : [];
  if (countsFrom.some((name) => name !== undefined && name in extracted)) return true;
  return filters.some((other) => {
    const said = limitOf(extracted[other.name]);
    const limit = limitOf(value);
    if (other.field !== filter.field || Number.isNaN(said + limit)) return false;
    if (other.comparison === 'equals' && filter.comparison !== 'equals') return true;
    if (filter.comparison === 'equals' && other.name !== filter.name) return true;
    const isUpper = filter.comparison === 'atMost' && other.comparison === 'atLeast';
    const isLower = filter.comparison === 'atLeast' && other.comparison === 'atMost';
    return (isUpper && limit < said) || (isLower && limit > said);
  });
}

/**
 * The defaults of unset filters, for one search. A date that counts from another comes after it.
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

import type { Filters, FilterValue } from '../../../workflows/contracts/catalogue.ts';
import { type FilterDefinition, filterNamed, type VerticalDefinition } from '../definition/vertical-definition.ts';

/**
 * Filters of a message over those of its session over the vertical's defaults. Dates and numbers of guests are no
 * defaults here: they are assumed where the search is made, and shown.
 *
 * What the session says yields where it contradicts the message: a lower limit above a new upper one, or a date that
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
    const said = extracted[other.name];
    if (other.field !== filter.field || typeof said !== 'number' || typeof value !== 'number') return false;
    if (other.comparison === 'equals' && filter.comparison !== 'equals') return true;
    if (filter.comparison === 'equals' && other.name !== filter.name) return true;
    const isUpper = filter.comparison === 'atMost' && other.comparison === 'atLeast';
    const isLower = filter.comparison === 'atLeast' && other.comparison === 'atMost';
    return (isUpper && value < said) || (isLower && value > said);
  });
}

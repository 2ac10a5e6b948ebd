import type { FilterExtraction } from '@plumbline/contracts/answers/answer';
import { type Filters, OTHER } from '@plumbline/contracts/answers/catalogue';
import { chooseVertical, type ReadableVertical, readableVertical } from '../items/readable-vertical.ts';
import type { FilterEntry } from '../reading/message.ts';
import { ownCurrency } from '../table/item-columns.ts';
import type { ItemTable } from '../table/item-table.ts';
import { type FilterDefinition, labelIn } from '../values/vertical-definition.ts';
import { droppedEntries, typeFilters } from './filter-values.ts';
import { mergeFilters } from './merge-filters.ts';

/** A message, as it can be understood alone, and what the catalogues have for it. */
export interface FilterReading {
  /** ISO date (YYYY-MM-DD). */
  readonly today: string;
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly tables: readonly ItemTable[];
  readonly lastVertical: string | null;
}

/** Vertical, filters and wishes of a message, not typed yet. */
export interface ReadFilters {
  readonly vertical: string;
  readonly filters: readonly FilterEntry[];
  readonly preference: string;
}

/** The catalogues with what a message mentions of them. */
export function readableIn({ tables, text, language }: Pick<FilterReading, 'tables' | 'text' | 'language'>) {
  return tables.map((table) => readableVertical(table, { text, language }));
}

/** What the rules read. */
export function filtersByRule(reading: FilterReading): ReadFilters {
  const { vertical, entries, preference } = chooseVertical(readableIn(reading), reading.lastVertical, reading);
  return { vertical, filters: entries, preference };
}

/** Checks what a model read against the message. An invented vertical gives way to the rule. */
export function usableFilters(
  said: ReadFilters,
  reading: FilterReading,
): { readonly kept: ReadFilters; readonly faults: readonly string[] } {
  if (reading.tables.length === 0) return { kept: { ...said, vertical: OTHER, filters: [] }, faults: [] };
  const verticals = readableIn(reading);
  const name = said.vertical.trim().toLowerCase();
  const vertical = verticals.find(({ definition }) => definition.name === name);
  if (vertical === undefined && name !== OTHER && name !== '') {
    const fault = `"${name}" is no catalogue that has items; the rule read the message`;
    return { kept: filtersByRule(reading), faults: [fault] };
  }
  const named = verticals.find(({ titles }) => titles.length > 0);
  if (vertical === undefined && named !== undefined) {
    const fault = `the message names items of ${named.definition.name}; the rule read the message`;
    return { kept: filtersByRule(reading), faults: [fault] };
  }
  if (vertical === undefined) return { kept: { ...said, vertical: OTHER, filters: [] }, faults: [] };
  const dropped = droppedEntries(vertical, said.filters, reading);
  const filters = said.filters.filter((entry) => !dropped.has(entry));
  return { kept: { ...said, vertical: name, filters }, faults: [...dropped.values()] };
}

/** Types the filters, and adds what the session had set. */
export function typedFilters(
  { vertical, filters, preference }: ReadFilters,
  reading: FilterReading,
  sessionFilters: Readonly<Record<string, Filters>>,
): { readonly extraction: FilterExtraction; readonly faults: readonly string[] } {
  const table = reading.tables.find(({ definition }) => definition.name === vertical);
  if (table === undefined) {
    return { extraction: { vertical: OTHER, extracted: {}, merged: {}, preference }, faults: [] };
  }
  const { definition, columns } = table;
  const given = filters.filter(({ value }) => value.trim() !== '');
  // Without a value a filter is taken back.
  const takenBack = new Set(filters.filter(({ value }) => value.trim() === '').map(({ name }) => name));
  const typed = typeFilters(definition, given, (field) => ownCurrency(columns.get(field)));
  const named = namesOf(readableVertical(table, reading));
  const session = Object.entries(sessionFilters[vertical] ?? {}).filter(([name]) => !takenBack.has(name));
  // A named item is meant wherever it is: then only the message's own filters apply.
  const merged =
    named.length > 0 ? typed.filters : mergeFilters(definition, Object.fromEntries(session), typed.filters);
  const extraction = { vertical, extracted: typed.filters, merged, preference, ...(named.length > 0 && { named }) };
  return { extraction, faults: typed.faults };
}

/** A catalogue as a model sees it. */
export function describeVertical(vertical: ReadableVertical, language: string): string {
  const { name, labels, filters } = vertical.definition;
  const named = namesOf(vertical);
  return [
    `${name}: ${labelIn(labels, language)}`,
    ...filters.map((filter) => describeFilter(filter, vertical.mentioned[filter.name] ?? [], language)),
    ...(named.length === 0 ? [] : [`items that the message names: ${named.join('; ')}`]),
  ].join('\n');
}

function namesOf({ titles }: ReadableVertical): string[] {
  return [...new Set(titles.map(({ title }) => title))];
}

function describeFilter({ name, type, labels }: FilterDefinition, values: readonly string[], language: string): string {
  const spelled = values.length === 0 ? '' : `, listed: ${values.slice(0, 10).join('; ')}`;
  return `- ${name} (${type}): ${labelIn(labels, language)}${spelled}`;
}

import type { Filters, FilterValue } from '@plumbline/contracts/answers/catalogue';
import { filterNamed, type VerticalDefinition } from '../values/vertical-definition.ts';
import { formatMoney } from './formatted-value.ts';

/**
 * One line of what was searched for: "Boston, check-in 2025-03-01, 2 guests". Dates stay as they are written in filters.
 *
 * @param currencyOf of a field, ISO 4217; null where its amounts name none
 */
export function summariseFilters(
  definition: VerticalDefinition,
  filters: Filters,
  language: string,
  currencyOf: (field: string) => string | null,
): string {
  const parts = definition.summary[language] ?? definition.summary['en'] ?? [];
  return parts
    .flatMap((part) => {
      const names = [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      if (!names.every((name) => filters[name] !== undefined)) return [];
      return [
        part.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
          const filter = filterNamed(definition, name);
          const value = filters[name];
          if (filter?.type !== 'money' || typeof value !== 'number') return textOf(value);
          return formatMoney(value, currencyOf(filter.field ?? ''), language);
        }),
      ];
    })
    .join(', ');
}

function textOf(value: FilterValue | undefined): string {
  return Array.isArray(value) ? value.join(' / ') : String(value ?? '');
}

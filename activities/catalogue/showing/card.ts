import type { Card, ShownField } from '../../../workflows/contracts/catalogue.ts';
import { fieldNamed, labelIn } from '../definition/vertical-definition.ts';
import { type ItemTable, stated } from '../table/item-table.ts';
import { formatValue } from './formatted-value.ts';

/** An item in its vertical's layout; what it does not state is left out. */
export function cardOf(table: ItemTable, item: number, language: string): Omit<Card, 'citation'> {
  const { definition } = table;
  const { card } = definition;
  return {
    itemId: table.originOf(item).itemId,
    vertical: definition.name,
    title: shownFields(table, item, [card.title], language)[0]?.value ?? '',
    subtitle: shownFields(table, item, card.subtitle, language)
      .map(({ value }) => value)
      .join(', '),
    fields: shownFields(table, item, card.fields, language),
    url: urlOf(table, item),
  };
}

/** What an item states of some fields, formatted for people, in the order of their names. */
export function shownFields(table: ItemTable, item: number, names: readonly string[], language: string): ShownField[] {
  return names.flatMap((name) => {
    const field = fieldNamed(table.definition, name);
    const value = stated(table, name, item);
    if (field === undefined || value === null) return [];
    return [{ name, label: labelIn(field.labels, language), value: formatValue(field, value, language) }];
  });
}

/** The web address that an item names; anything else, such as `javascript:`, is no link. */
export function urlOf(table: ItemTable, item: number): string | null {
  const { url } = table.definition.card;
  const value = url === undefined ? null : stated(table, url, item);
  const parsed = value === null ? null : URL.parse(String(value.value));
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

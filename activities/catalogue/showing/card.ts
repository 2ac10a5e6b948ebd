import type { Card } from '../../../workflows/contracts/catalogue.ts';
import { fieldNamed, labelIn } from '../definition/vertical-definition.ts';
import { type ItemTable, stated } from '../table/item-table.ts';
import { formatValue } from './formatted-value.ts';

/** An item in its vertical's layout; what it does not state is left out. */
export function cardOf(table: ItemTable, item: number, language: string): Omit<Card, 'citation'> {
  const { definition } = table;
  const { card } = definition;
  const shown = (name: string): string | null => {
    const field = fieldNamed(definition, name);
    const value = stated(table, name, item);
    return field === undefined || value === null ? null : formatValue(field, value, language);
  };
  return {
    itemId: table.originOf(item).itemId,
    vertical: definition.name,
    title: shown(card.title) ?? '',
    subtitle: card.subtitle
      .map(shown)
      .filter((text) => text !== null)
      .join(', '),
    fields: card.fields.flatMap((name) => {
      const field = fieldNamed(definition, name);
      const value = shown(name);
      return field === undefined || value === null ? [] : [{ name, label: labelIn(field.labels, language), value }];
    }),
    url: urlOf(table, item),
  };
}

/** The web address that an item names; anything else, such as `javascript:`, is no link. */
export function urlOf(table: ItemTable, item: number): string | null {
  const { url } = table.definition.card;
  const value = url === undefined ? null : stated(table, url, item);
  const parsed = value === null ? null : URL.parse(String(value.value));
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

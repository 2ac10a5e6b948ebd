import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { BlobRef } from '@plumbline/contracts/evidence/source';
import { wholeTextFinding } from '@plumbline/quotes/passages';
import { type ItemTable, stated, statedFields } from '../table/item-table.ts';
import { urlOf } from './item-description.ts';

/** Of all findings that are items. */
export const CATALOGUE_TASK = 'catalogue';

/** What an item states, in one line that stays the same in every language: "catalogue item of hotel: name: Elbblick; price: 120 EUR". */
export function itemText(table: ItemTable, item: number): string {
  const fields = statedFields(table, item).map(({ field, stated: { value, currency } }) => {
    const text = String(value).replaceAll(/\s+/g, ' ');
    return `${field.name}: ${text}${currency === null ? '' : ` ${currency}`}`;
  });
  const further = table.further.flatMap(({ name, cells }) => (cells[item] ? [`${name}: ${cells[item]}`] : []));
  return `catalogue item of ${table.definition.name}: ${[...fields, ...further].join('; ')}`.replaceAll(/\s+/g, ' ');
}

/**
 * The finding that an answer cites for an item; its one quote is the whole stored text.
 *
 * @param text of `itemText`, stored as `blob`
 * @param score 0..1
 */
export function itemFinding(
  table: ItemTable,
  item: number,
  { text, blob, score }: { readonly text: string; readonly blob: BlobRef; readonly score: number },
): Finding {
  const { itemId, sourceId, locator, place } = table.originOf(item);
  const { definition } = table;
  // Items keep their number for as long as their catalogue stays as it is, so two searches give an item one id.
  const whole = {
    findingId: findingIdOf(definition.name, item + 1),
    taskId: CATALOGUE_TASK,
    passageId: itemId,
    sourceId,
    locator: urlOf(table, item) ?? `${locator}, ${place}`,
    title: String(stated(table, definition.card.title, item)?.value ?? itemId),
    sourceType: 'catalogue' as const,
  };
  return wholeTextFinding(whole, text, blob, score);
}

import type { ComparedItem, ShownField } from '../../workflows/contracts/catalogue.ts';
import { escapeTableCell } from '../../workflows/domain/markdown-text.ts';

/** Stands where an item does not say. */
const UNKNOWN = '–';

/**
 * A Markdown table with a row for each item: its name with the mark of its citation, and its attributes.
 *
 * @param attributes labels or names of fields, one for each column
 * @param markOf `[1]`; empty for an item without a citation
 * @param nameHeading heads the first column
 */
export function renderItemTable(
  items: readonly ComparedItem[],
  attributes: readonly string[],
  markOf: (itemId: string) => string,
  nameHeading: string,
): string {
  const headings = attributes.map((attribute) => fieldOf(items, attribute)?.label ?? attribute);
  const rows = items.map((item) => {
    const name = [escapeTableCell(item.title), markOf(item.itemId)].filter(Boolean).join(' ');
    return [
      name,
      ...attributes.map((attribute) => escapeTableCell(fieldOf([item], attribute)?.value ?? '') || UNKNOWN),
    ];
  });
  return [
    toRow([nameHeading, ...headings].map(escapeTableCell)),
    toRow(['', ...headings].map(() => '---')),
    ...rows.map(toRow),
  ].join('\n');
}

function fieldOf(items: readonly ComparedItem[], attribute: string): ShownField | undefined {
  return items
    .flatMap(({ attributes }) => attributes)
    .find(({ label, name }) => label === attribute || name === attribute);
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

import { z } from 'zod';
import type { RawCell, RawRow, ReadRows } from './catalogue-source.ts';

const listSchema = z.union([
  z.array(z.unknown()),
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
]);
const itemSchema = z.record(z.string(), z.unknown());
const cellSchema = z.union([z.string(), z.number(), z.boolean()]);
const amountSchema = z.object({ amount: z.number(), currency: z.string() });
const positionSchema = z.union([
  z.object({ lat: z.number(), lon: z.number() }),
  z.object({ lat: z.number(), lng: z.number() }).transform(({ lat, lng }) => ({ lat, lon: lng })),
  z
    .object({ latitude: z.number(), longitude: z.number() })
    .transform(({ latitude, longitude }) => ({ lat: latitude, lon: longitude })),
]);

/**
 * Items of a JSON text: a list, or an object with `items`.
 *
 * @param locator name of the file or the address, for notes
 */
export function readJsonRows(text: string, locator: string): ReadRows {
  const parsed = listSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    return {
      rows: [],
      notes: [`${locator}: is no JSON list of items; write [{…}, …] or {"items": [{…}, …]}`],
    };
  }
  const rows: RawRow[] = [];
  const wrong: number[] = [];
  parsed.data.forEach((entry, index) => {
    const item = itemSchema.safeParse(entry);
    if (item.success) rows.push({ cells: cellsOf(item.data), place: `item ${index + 1}` });
    else wrong.push(index + 1);
  });
  const notes =
    wrong.length === 0 ? [] : [`${locator}: ${wrong.length} entries are no objects, first item ${wrong[0]}`];
  return { rows, notes };
}

function cellsOf(item: Readonly<Record<string, unknown>>): Record<string, RawCell> {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      const cell = cellOf(value);
      return cell === null ? [] : [[name, cell] as const];
    }),
  );
}

function cellOf(value: unknown): RawCell | null {
  const cell = cellSchema.safeParse(value);
  if (cell.success) return cell.data;
  if (Array.isArray(value)) return value.filter((part) => cellSchema.safeParse(part).success).join('; ');
  const amount = amountSchema.safeParse(value);
  if (amount.success) return `${amount.data.amount.toFixed(2)} ${amount.data.currency}`;
  const position = positionSchema.safeParse(value);
  return position.success ? `${position.data.lat},${position.data.lon}` : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // Not JSON: the caller says so.
    return undefined;
  }
}

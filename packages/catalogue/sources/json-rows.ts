import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { decodeText } from '@plumbline/documents/decoding';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readOwnVerticals } from '../values/definition-reading.ts';
import {
  type CatalogueSource,
  type FoundSources,
  type RawCell,
  type RawItems,
  type RawRow,
  type ReadRows,
  sourceIdOf,
} from './catalogue-source.ts';

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

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A longer row is a fault of the file, such as a quotation mark without its partner. */
const MAX_ROW_LENGTH = 1_000_000;

const MAX_FILE_BYTES = 256 * 1_024 * 1_024;
const READERS: Readonly<Record<string, (text: string, file: string) => ReadRows>> = {
  '.csv': readCsvRows,
  '.json': readJsonRows,
};

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

/**
 * A folder with catalogues: `<vertical>.csv`, `<vertical>.json`, and such files in a folder `<vertical>`; a user's own
 * verticals in `verticals/`.
 */
export function createFolderSource(folder: string): CatalogueSource {
  return {
    ownVerticals: () => readOwnVerticals(folder),
    async find({ name: vertical }) {
      const inside = await readdir(join(folder, vertical)).catch(() => []);
      const files = [
        ...Object.keys(READERS).map((extension) => `${vertical}${extension}`),
        ...inside.filter((name) => extname(name) in READERS).map((name) => `${vertical}/${name}`),
      ];
      const found = await Promise.all(files.sort().map((file) => findFile(folder, file)));
      return { items: found.flatMap(({ items }) => items), notes: found.flatMap(({ notes }) => notes) };
    },
  };
}

async function findFile(folder: string, file: string): Promise<FoundSources> {
  const path = join(folder, file);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return { items: [], notes: [] };
  if (found.size > MAX_FILE_BYTES) {
    const limit = formatBytes(MAX_FILE_BYTES);
    return { items: [], notes: [`${file}: is larger than ${limit} and is not read; split it into several files`] };
  }
  const items: RawItems = {
    locator: file,
    sourceId: sourceIdOf(folder, file),
    fingerprint: `${found.mtimeMs}-${found.size}`,
    read: () => readRows(path, file),
  };
  return { items: [items], notes: [] };
}

async function readRows(path: string, file: string): Promise<ReadRows> {
  try {
    const { text, problem } = decodeText(await readFile(path));
    const { rows, notes } = READERS[extname(file)]?.(text, file) ?? { rows: [], notes: [] };
    return { rows, notes: problem === null ? notes : [...notes, `${file}: ${problem}`] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows: [], notes: [`${file}: cannot be read: ${error.message}`] };
  }
}

/**
 * Rows of a CSV file with a header; the separator is the one that its first line uses most. Rows before a fault of the
 * file are kept.
 *
 * @param file name for notes
 */
export function readCsvRows(text: string, file: string): ReadRows {
  const rows: RawRow[] = [];
  let header: readonly string[] | null = null;
  const take = (record: readonly string[], line: number): void => {
    if (header === null) header = record.map((name) => name.trim());
    else rows.push({ cells: cellsOfRecord(header, record), place: `line ${line - breaksIn(record)}` });
  };
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      max_record_size: MAX_ROW_LENGTH,
      on_record: (record: string[], { lines }) => {
        take(record, lines);
        // The library keeps nothing: the rows are ours.
        return null;
      },
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows, notes: [`${file}: ${explain(error)}; the rows from there on are not read`] };
  }
  return { rows, notes: [] };
}

function cellsOfRecord(header: readonly string[], record: readonly string[]): Record<string, string> {
  return Object.fromEntries(header.map((name, index) => [name, record[index] ?? '']));
}

/** The library counts to the last line of a record; people look for its first. */
function breaksIn(record: readonly string[]): number {
  return record.reduce((total, cell) => total + (cell.match(/\n/g)?.length ?? 0), 0);
}

function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.slice(0, 20_000))?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}

function explain({ code, lines }: CsvError): string {
  const line = `line ${typeof lines === 'number' ? lines : '?'}`;
  if (code === 'CSV_MAX_RECORD_SIZE') return `a row at ${line} is longer than ${MAX_ROW_LENGTH} characters`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark before ${line} is not closed`;
  return `${line} is no CSV (${code})`;
}

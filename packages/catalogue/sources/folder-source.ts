import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { decodeText } from '@plumbline/documents/decoding';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { readOwnVerticals } from '../values/definition-reading.ts';
import {
  type CatalogueSource,
  type FoundSources,
  type RawItems,
  type RawRow,
  type ReadRows,
  sourceIdOf,
} from './catalogue-source.ts';
import { readJsonRows } from './json-rows.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A longer row is a fault of the file, such as a quotation mark without its partner. */
const MAX_ROW_LENGTH = 1_000_000;

const MAX_FILE_BYTES = 256 * 1_024 * 1_024;
const READERS: Readonly<Record<string, (text: string, file: string) => ReadRows>> = {
  '.csv': readCsvRows,
  '.json': readJsonRows,
};

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
    else rows.push({ cells: cellsOf(header, record), place: `line ${line - breaksIn(record)}` });
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

function cellsOf(header: readonly string[], record: readonly string[]): Record<string, string> {
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

import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { formatBytes } from '../../../workflows/contracts/byte-size.ts';
import { decodeText } from '../../documents/text-decoding.ts';
import { readOwnVerticals } from '../definition/definition-reading.ts';
import type { CatalogueSource, FoundSources, RawItems, ReadRows } from './catalogue-source.ts';
import { readCsvRows } from './csv-rows.ts';
import { readJsonRows } from './json-rows.ts';
import { sourceIdOf } from './source-id.ts';

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
    const text = decodeText(await readFile(path));
    return READERS[extname(file)]?.(text, file) ?? { rows: [], notes: [] };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows: [], notes: [`${file}: cannot be read: ${error.message}`] };
  }
}

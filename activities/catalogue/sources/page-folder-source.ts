import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { formatBytes } from '../../../workflows/contracts/byte-size.ts';
import { fileFormatOf } from '../../documents/file-format.ts';
import { decodeText } from '../../documents/text-decoding.ts';
import type { VerticalDefinition } from '../definition/vertical-definition.ts';
import type { CatalogueSource, FoundSources, ReadRows } from './catalogue-source.ts';
import { sourceIdOf } from './source-id.ts';
import { readStructuredData, type StructuredData } from './structured-data.ts';
import { readStructuredRows } from './structured-rows.ts';

const MAX_PAGE_BYTES = 20 * 1_024 * 1_024;
const MAX_PAGES = 5_000;
/** Read at the same time: open files are few. */
const CONCURRENCY = 8;

/** The HTML files of a folder and the folders in it, whose items are stated as structured data. */
export function createPageFolderSource(folder: string): CatalogueSource {
  // A source lives for one opening of catalogues, in which every vertical asks for the same pages.
  const listing = once(() => listPages(folder));
  const queue = new PQueue({ concurrency: CONCURRENCY });
  const data = new Map<string, () => Promise<StructuredData>>();
  const read = async (page: string, definition: VerticalDefinition): Promise<ReadRows> => {
    const reading = data.get(page) ?? once(() => queue.add(() => readPage(join(folder, page))));
    data.set(page, reading);
    try {
      return readStructuredRows(await reading(), definition, page);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { rows: [], notes: [`${page}: cannot be read: ${error.message}`] };
    }
  };
  return {
    ownVerticals: async () => ({ definitions: [], notes: [] }),
    async find(definition) {
      if (definition.structured === undefined) return { items: [], notes: [] };
      const { pages, notes } = await listing();
      const items = pages.map(({ locator, fingerprint }) => ({
        locator,
        sourceId: sourceIdOf(folder, locator),
        fingerprint,
        read: () => read(locator, definition),
      }));
      return { items, notes };
    },
  };
}

interface Pages {
  readonly pages: readonly { readonly locator: string; readonly fingerprint: string }[];
  readonly notes: FoundSources['notes'];
}

async function listPages(folder: string): Promise<Pages> {
  const locators = (await pagesIn(folder, '')).sort();
  const pages = await Promise.all(locators.slice(0, MAX_PAGES).map((locator) => inspectPage(folder, locator)));
  const more = locators.length - MAX_PAGES;
  const notes = more > 0 ? [`${folder}: ${more} of its pages are not read; at most ${MAX_PAGES} are`] : [];
  return {
    pages: pages.flatMap(({ page }) => page ?? []),
    notes: [...notes, ...pages.flatMap(({ note }) => note ?? [])],
  };
}

/**
 * Hidden entries and `node_modules` are left out, and links are not followed.
 *
 * @param inner folder inside the catalogue's, ending in a slash
 */
async function pagesIn(folder: string, inner: string): Promise<string[]> {
  const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch(() => []);
  const found = entries.map(async (entry) => {
    const locator = `${inner}${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return pagesIn(folder, `${locator}/`);
    return entry.isFile() && fileFormatOf(entry.name) === 'html' ? [locator] : [];
  });
  return (await Promise.all(found)).flat();
}

async function inspectPage(folder: string, locator: string) {
  const found = await stat(join(folder, locator)).catch(() => null);
  if (found === null) return {};
  if (found.size > MAX_PAGE_BYTES)
    return { note: `${locator}: is larger than ${formatBytes(MAX_PAGE_BYTES)} and is not read` };
  return { page: { locator, fingerprint: `${found.mtimeMs}-${found.size}` } };
}

async function readPage(path: string): Promise<StructuredData> {
  return readStructuredData(decodeText(await readFile(path)));
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

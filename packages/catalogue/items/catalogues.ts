import { createHash } from 'node:crypto';
import { decodeText } from '@plumbline/documents/decoding';
import type { PageFetcher } from '@plumbline/web/fetching';
import { PageUnavailableError } from '@plumbline/web/page-refusal';
import { type CatalogueSource, type RawItems, type ReadRows, sourceIdOf } from '../sources/catalogue-source.ts';
import { createFolderSource, readJsonRows } from '../sources/json-rows.ts';
import { createItemTable, type ItemTable } from '../table/item-table.ts';
import { builtInVerticals } from '../values/definition-reading.ts';
import type { VerticalDefinition } from '../values/vertical-definition.ts';

export interface OpenedCatalogues {
  /** One for each vertical that has items. */
  readonly tables: readonly ItemTable[];
  /** What could not be read, for people. */
  readonly notes: readonly string[];
}

/** The catalogues that a worker has read, kept in memory while their files stay as they are. */
export interface Catalogues {
  /**
   * All verticals that have items, or one of them.
   *
   * @param names absolute paths of folders, and addresses of endpoints
   * @throws {PageUnavailableError} when nothing was found and an endpoint may answer later
   */
  open(names: readonly string[], signal: AbortSignal, vertical?: string): Promise<OpenedCatalogues>;
  /** Equal as long as they have the same items of the same verticals; reads none. @throws {PageUnavailableError} */
  stateOf(names: readonly string[], signal: AbortSignal): Promise<string>;
}

/** Tables kept: a session uses a few at a time, and each may hold a hundred thousand items. */
const MAX_TABLES = 12;
/** Notes are shown with every answer, and a folder may hold thousands of damaged files. */
const MAX_NOTES = 20;

interface NamedSource {
  readonly name: string;
  readonly source: CatalogueSource;
}

/** What one catalogue has of one vertical. */
interface FoundIn {
  readonly catalogue: string;
  readonly items: readonly RawItems[];
  readonly notes: readonly string[];
  /** Null: it answered. */
  readonly failure: PageUnavailableError | null;
}

/** @param fetcher for addresses: see `createPageFetcher` */
export function createCatalogues({ fetcher }: { readonly fetcher: PageFetcher }): Catalogues {
  const tableOf = createTableCache();
  const findAll = async (names: readonly string[], signal: AbortSignal, vertical?: string) => {
    const sources = names.map((name) => ({ name, source: sourceOf(name, fetcher) }));
    const { definitions, notes } = await definitionsOf(sources);
    const wanted = definitions.filter(({ name }) => vertical === undefined || name === vertical);
    const found = await Promise.all(wanted.map((definition) => findEverywhere(sources, definition, signal)));
    const parts = found.flatMap((one) => one.parts);
    return { notes, wanted, found, parts, failure: parts.find((part) => part.failure !== null)?.failure ?? null };
  };
  return {
    async stateOf(names, signal) {
      const { found, failure } = await findAll(names, signal);
      if (failure !== null) throw failure;
      return createHash('sha256')
        .update(JSON.stringify(found.map(stateOfTable)))
        .digest('hex');
    },
    async open(names, signal, vertical) {
      const { notes, wanted, found, parts, failure } = await findAll(names, signal, vertical);
      if (failure !== null && parts.every(({ items }) => items.length === 0)) throw failure;
      const read = await Promise.all(found.filter(({ items }) => items.length > 0).map(tableOf));
      return {
        tables: read.map(({ table }) => table).filter(({ count }) => count > 0),
        notes: firstOf([...notes, ...notesOf(names, parts, wanted), ...read.flatMap((one) => one.notes)]),
      };
    },
  };
}

function sourceOf(name: string, fetcher: PageFetcher): CatalogueSource {
  return /^https?:/.test(name) ? createHttpSource(name, fetcher) : createFolderSource(name);
}

interface ReadTable {
  readonly table: ItemTable;
  readonly notes: readonly string[];
}

interface TableInput {
  readonly definition: VerticalDefinition;
  readonly items: readonly RawItems[];
}

/** Reads a table once for each state of its definition and its files. */
function createTableCache(): (input: TableInput) => Promise<ReadTable> {
  const tables = new Map<string, Promise<ReadTable>>();
  return ({ definition, items }) => {
    const key = JSON.stringify(stateOfTable({ definition, items }));
    const reading = tables.get(key) ?? readTable({ definition, items });
    // The most recently used comes last.
    tables.delete(key);
    tables.set(key, reading);
    reading.catch(() => tables.delete(key));
    for (const oldest of [...tables.keys()].slice(0, Math.max(0, tables.size - MAX_TABLES))) tables.delete(oldest);
    return reading;
  };
}

function stateOfTable({ definition, items }: TableInput) {
  return [definition, items.map(({ sourceId, fingerprint }) => [sourceId, fingerprint])];
}

async function readTable({ definition, items }: TableInput): Promise<ReadTable> {
  const read = await Promise.all(items.map(async (item) => ({ ...item, ...(await item.read()) })));
  const table = createItemTable(definition, read);
  return { table, notes: [...read.flatMap(({ notes }) => notes), ...table.notes] };
}

async function findEverywhere(sources: readonly NamedSource[], definition: VerticalDefinition, signal: AbortSignal) {
  const parts = await Promise.all(sources.map((source) => findIn(source, definition, signal)));
  return { definition, parts, items: parts.flatMap(({ items }) => items) };
}

/** A catalogue need not have every vertical: it is noted only if it has nothing at all. */
function notesOf(names: readonly string[], parts: readonly FoundIn[], wanted: readonly VerticalDefinition[]): string[] {
  return names.flatMap((name) => {
    const own = parts.filter(({ catalogue }) => catalogue === name);
    const holding = own.filter(({ items, failure }) => items.length > 0 || failure !== null);
    if (holding.length > 0) return holding.flatMap(({ notes }) => notes);
    const refusals = own.flatMap(({ notes }) => notes);
    return refusals.length > 0 ? refusals.slice(0, 1) : [nothingIn(name, wanted)];
  });
}

/** The project's verticals and the catalogues'; a catalogue's definition replaces the project's. */
async function definitionsOf(sources: readonly NamedSource[]) {
  const own = await Promise.all(sources.map(({ source }) => source.ownVerticals()));
  const byName = new Map<string, VerticalDefinition>();
  const notes = own.flatMap((one) => one.notes);
  for (const definition of own.flatMap(({ definitions }) => definitions)) {
    if (byName.has(definition.name)) notes.push(`${definition.name}: defined by two catalogues; the first one counts`);
    else byName.set(definition.name, definition);
  }
  const definitions = [...builtInVerticals().filter(({ name }) => !byName.has(name)), ...byName.values()];
  return { definitions, notes };
}

async function findIn(
  { name, source }: NamedSource,
  definition: VerticalDefinition,
  signal: AbortSignal,
): Promise<FoundIn> {
  try {
    return { catalogue: name, ...(await source.find(definition, signal)), failure: null };
  } catch (error) {
    if (!(error instanceof PageUnavailableError)) throw error;
    const note = `The catalogue at ${error.message.replace(/\.$/, '')}; its items are missing.`;
    return { catalogue: name, items: [], notes: [note], failure: error };
  }
}

function firstOf(notes: readonly string[]): string[] {
  const distinct = [...new Set(notes)];
  const more = distinct.length - MAX_NOTES;
  return more > 0 ? [...distinct.slice(0, MAX_NOTES), `${more} more notes on catalogues are left out`] : distinct;
}

function nothingIn(name: string, wanted: readonly VerticalDefinition[]): string {
  const files = wanted.map(({ name: vertical }) => `${vertical}.csv`).join(', ');
  return /^https?:/.test(name)
    ? `${name}: answered with no items of ${wanted.map(({ name: vertical }) => vertical).join(', ')}`
    : `${name}: contains no catalogue; expected: files like ${files}, or .json files`;
}

/**
 * An endpoint that answers `GET <url>?vertical=hotel` with `{"items": [{…}, …]}`.
 *
 * @param fetcher bounds size and time, and decides which hosts may be asked
 */
function createHttpSource(url: string, fetcher: PageFetcher): CatalogueSource {
  return {
    ownVerticals: async () => ({ definitions: [], notes: [] }),
    async find({ name }, signal) {
      const address = new URL(url);
      address.searchParams.set('vertical', name);
      const answer = await fetcher.fetch({ url: address.href, signal });
      if (answer.kind === 'refused') return { items: [], notes: [`${url} ${answer.reason}; it gave no items`] };
      const { bytes, charset } = answer;
      const items = {
        locator: url,
        sourceId: sourceIdOf(url),
        fingerprint: createHash('sha256').update(bytes).digest('hex'),
        read: async () => readAnswer(bytes, charset, url),
      };
      return { items: [items], notes: [] };
    },
  };
}

function readAnswer(bytes: Uint8Array, charset: string | null, url: string): ReadRows {
  try {
    return readJsonRows(decodeText(bytes, charset).text, url);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows: [], notes: [`${url}: cannot be read: ${error.message}`] };
  }
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { decodeText } from '@plumbline/documents/decoding';
import { fileFormatOf } from '@plumbline/documents/formats';
import PQueue from 'p-queue';
import { currencyOf, parseBoolean } from '../values/amounts.ts';
import { readCell } from '../values/field-value.ts';
import type { FieldDefinition, VerticalDefinition } from '../values/vertical-definition.ts';
import {
  type CatalogueSource,
  type FoundSources,
  type RawCell,
  type ReadRows,
  sourceIdOf,
} from './catalogue-source.ts';
import {
  isObject,
  readStructuredData,
  scalarOf,
  type StructuredData,
  type StructuredObject,
  type StructuredValue,
  valuesAt,
} from './structured-values.ts';

const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const PLAIN_RATING = /^\d{1,6}(?:[.,]\d{1,15})?$/;
const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:\d{1,6}(?:\.\d{1,6})?S)?)?$/;
const ISO_YEAR = /^(\d{4})-\d{2}(?:-\d{2})?(?:T.*)?$/;
const SCHEMA_ORG = /^(?:https?:\/\/schema\.org\/|schema:)/i;
/** Where a page names no best rating, schema.org assumes this. */
const USUAL_BEST = 5;

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
  return readStructuredData(decodeText(await readFile(path)).text);
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

/**
 * Items of a vertical that a page states; what is stated twice is one item.
 *
 * @param locator name of the file, for notes
 */
export function readStructuredRows(data: StructuredData, definition: VerticalDefinition, locator: string): ReadRows {
  const types = new Set(definition.structured?.types);
  const things = data.things.filter((thing) => typesOf(thing).some((type) => types.has(type)));
  const read = things.map((thing) => readCells(thing, definition, data.byId));
  const distinct = [...new Map(read.map((one) => [JSON.stringify(one.cells), one])).values()];
  const rows = distinct.map(({ cells }, index) => ({ cells, place: `item ${index + 1}` }));
  const faults = distinct.flatMap((one, index) => one.faults.map((fault) => `item ${index + 1}: ${fault}`));
  return { rows, notes: [...damageOf(data, locator), ...faultsOf(faults, locator)] };
}

function typesOf({ '@type': types }: StructuredObject): string[] {
  const names: readonly unknown[] = Array.isArray(types) ? types : [types];
  return names.flatMap((name) => (typeof name === 'string' ? [schemaName(name)] : []));
}

function damageOf({ damaged, blocks }: StructuredData, locator: string): string[] {
  return damaged === 0 ? [] : [`${locator}: ${damaged} of ${blocks} blocks of JSON-LD skipped: no JSON`];
}

function faultsOf(faults: readonly string[], locator: string): string[] {
  const [first] = faults;
  return first === undefined ? [] : [`${locator}: values left out: ${faults.length}, first at ${first}`];
}

interface StructuredCells {
  /** By field, and the currency of the amounts. */
  readonly cells: Readonly<Record<string, RawCell>>;
  /** Why values were left out. */
  readonly faults: readonly string[];
}

/**
 * What a thing states of the fields of a vertical. Who looks for it cannot correct the page, so a value that cannot be
 * read is left out, and not the thing.
 */
function readCells(
  thing: StructuredObject,
  definition: VerticalDefinition,
  byId: StructuredData['byId'],
): StructuredCells {
  const { currency: currencyPaths = [], ...paths } = definition.structured?.fields ?? {};
  const valuesOf = (path: string) => valuesAt(thing, path, byId);
  const currency = currencyPaths.flatMap(valuesOf).flatMap(({ value }) => scalarOf(value) ?? [])[0];
  const code = currency === undefined ? null : currencyOf(String(currency));
  const cells: [string, RawCell][] = code === null ? [] : [['currency', code]];
  const faults: string[] = [];
  for (const field of definition.fields) {
    const candidates = (paths[field.name] ?? []).map((path) =>
      valuesOf(path).flatMap((value) => spellCell(field, value) ?? []),
    );
    const stated = candidates.filter((values) => values.length > 0).map(joined);
    const read = stated.map((cell) => ({ cell, fault: faultOf(field, cell, code) }));
    const sound = read.find(({ fault }) => fault === null);
    if (sound !== undefined) cells.push([field.name, sound.cell]);
    else faults.push(...read.slice(0, 1).flatMap(({ fault }) => fault ?? []));
  }
  return { cells: Object.fromEntries(cells), faults };
}

function joined(values: readonly RawCell[]): RawCell {
  const [first = ''] = values;
  return values.length === 1 ? first : [...new Set(values)].join('; ');
}

/** A catalogue declares its currency; a web page may not. */
function faultOf(field: FieldDefinition, cell: RawCell, currency: string | null): string | null {
  const read = readCell(field, cell);
  if ('fault' in read) return read.fault;
  const isForeign = field.type === 'money' && currency === null && !read.currency;
  return isForeign ? `${field.name} "${cell}" names no currency` : null;
}

/** A name of schema.org without its address: "Hotel". */
function schemaName(text: string): string {
  return text.replace(SCHEMA_ORG, '');
}

/** A value in the spelling that rows of a catalogue have; null: the page does not say. */
function spellCell({ type, unit }: FieldDefinition, { value, owner }: StructuredValue): RawCell | null {
  if (type === 'coordinates' && isObject(value)) return positionOf(value);
  const cell = scalarOf(value);
  if (cell === null) return null;
  const text = String(cell);
  switch (type) {
    case 'rating':
      return PLAIN_RATING.test(text) ? `${text} / ${scalarOf(owner['bestRating']) ?? USUAL_BEST}` : cell;
    case 'boolean':
      return parseBoolean(wordsOf(text));
    case 'money':
      return numberOf(text) ?? cell;
    case 'number':
      return numberOf(text) ?? (unit === 'min' ? minutesOf(text) : yearOf(text)) ?? cell;
    case 'text':
    case 'date':
    case 'coordinates':
      return cell;
  }
}

function positionOf(place: Readonly<Record<string, unknown>>): RawCell | null {
  const [latitude, longitude] = [scalarOf(place['latitude']), scalarOf(place['longitude'])];
  return latitude === null || longitude === null ? null : `${latitude},${longitude}`;
}

/** A full stop is always the decimal sign: "1.999" is a little less than two. */
function numberOf(text: string): number | null {
  return PLAIN_NUMBER.test(text) ? Number(text) : null;
}

/** Minutes of an ISO 8601 duration: "PT2H5M" is 125. */
function minutesOf(text: string): number | null {
  const [, days = '0', hours = '0', minutes = '0'] = DURATION.exec(text) ?? [];
  const total = Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
  return total > 0 ? total : null;
}

/** The only number that a date is. */
function yearOf(text: string): number | null {
  const year = ISO_YEAR.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}

/** "https://schema.org/InStock" is "in stock". */
function wordsOf(text: string): string {
  return schemaName(text)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}

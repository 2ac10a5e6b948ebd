import { z } from 'zod';
import type { RawCell } from './catalogue-source.ts';

/** Where a page lists things; anything elsewhere is a part of something. */
const LISTS: ReadonlySet<string> = new Set(['@graph', 'itemListElement', 'item', 'mainEntity', 'hasVariant']);
const BLOCK = 'application/ld+json';
/**
 * Comments, and elements with text content. Building the tree of a page takes ten times as long. An unclosed one
 * reaches to the end of the page, so that no part is scanned twice.
 */
const TEXTS = /<!--[^]*?(?:-->|$)|<(script|style|textarea|title)\b([^>]{0,500})>([^]*?)(?:<\/\1|$)/gi;
const TYPE = /\btype\s{0,9}=\s{0,9}["']?\s{0,9}([\w/+.-]+)/i;

const cellSchema = z.union([z.string(), z.number(), z.boolean()]);

/** A value of a thing or of its parts. */
export interface StructuredValue {
  readonly value: unknown;
  /** The object that has the value. */
  readonly owner: StructuredObject;
}

/**
 * The values at the end of a path, which leads through parts of a thing and through the objects that it names by id.
 *
 * @param path see `structured` of a definition
 */
export function valuesAt(thing: StructuredObject, path: string, byId: StructuredData['byId']): StructuredValue[] {
  return path
    .split('.')
    .reduce<StructuredValue[]>(
      (found, step) =>
        found.flatMap(({ value: owner }) =>
          isObject(owner) ? entriesOf(owner, step).map((value) => ({ value: resolve(value, byId), owner })) : [],
        ),
      [{ value: thing, owner: thing }],
    );
}

/** Null where a value is a thing with parts, or nothing. */
export function scalarOf(value: unknown): RawCell | null {
  const cell = cellSchema.safeParse(isObject(value) ? value['@value'] : value);
  if (!cell.success) return null;
  const { data } = cell;
  return typeof data === 'string' ? data.trim() || null : data;
}

/** @param step name of a property; with `[]` all entries of a list, else the first */
function entriesOf(owner: StructuredObject, step: string): readonly unknown[] {
  const name = step.replace('[]', '');
  const given = owner[name];
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
  return step === name ? entries.slice(0, 1) : entries;
}

function resolve(value: unknown, byId: StructuredData['byId']): unknown {
  if (!isObject(value)) return value;
  const id = value['@id'];
  return typeof id === 'string' && Object.keys(value).length === 1 ? byId.get(id) : value;
}

/** An object of a page's JSON-LD. */
export type StructuredObject = Readonly<Record<string, unknown>>;

/** What a page states about things, as JSON-LD. */
export interface StructuredData {
  /** What the page is about, in its order; parts of a thing, such as its offers, are not listed. */
  readonly things: readonly StructuredObject[];
  /** Objects that others name by their `@id`. */
  readonly byId: ReadonlyMap<string, StructuredObject>;
  readonly blocks: number;
  /** How many of the blocks are no JSON. */
  readonly damaged: number;
}

/** Reads the JSON-LD of a page. Contexts are not expanded: properties have their names in schema.org. */
export function readStructuredData(html: string): StructuredData {
  const blocks = blocksIn(html);
  const things: StructuredObject[] = [];
  const byId = new Map<string, StructuredObject>();
  let damaged = 0;
  for (const block of blocks) {
    const parsed = parse(block);
    if (parsed === undefined) damaged += 1;
    else collect(parsed, things, byId);
  }
  return { things, byId, blocks: blocks.length, damaged };
}

export function isObject(value: unknown): value is StructuredObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function blocksIn(html: string): string[] {
  return [...html.matchAll(TEXTS)].flatMap(([, element = '', attributes = '', text = '']) => {
    const isBlock = element.toLowerCase() === 'script' && TYPE.exec(attributes)?.[1]?.toLowerCase() === BLOCK;
    return isBlock && text.trim() !== '' ? [text] : [];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Damaged: the caller counts it.
    return undefined;
  }
}

/** Works at any nesting depth. */
function collect(root: unknown, things: StructuredObject[], byId: Map<string, StructuredObject>): void {
  const waiting = [{ value: root, isListed: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isListed } = next;
    if (isObject(value)) {
      const id = value['@id'];
      // A lone id refers to the object that has more to say.
      if (typeof id === 'string' && Object.keys(value).length > 1 && !byId.has(id)) byId.set(id, value);
      if (isListed) things.push(subjectOf(value));
    }
    // The last comes first out.
    for (const [name, part] of partsOf(value).toReversed()) {
      waiting.push({ value: part, isListed: isListed && (Array.isArray(value) || LISTS.has(name)) });
    }
  }
}

function partsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A standalone offer is about what it offers. */
function subjectOf(thing: StructuredObject): StructuredObject {
  const { itemOffered, ...terms } = thing;
  return isObject(itemOffered) ? { offers: terms, ...itemOffered } : thing;
}

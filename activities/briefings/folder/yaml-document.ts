import { replaceFile } from '@plumbline/storage/files';
import {
  type Document,
  isCollection,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
  type ToStringOptions,
  type YAMLParseError,
} from 'yaml';
import { BriefingFileError, readText } from './text-reading.ts';

/** Always YAML 1.2, whatever version a file declares: dates stay text, and `no` is not a boolean. */
export const YAML_READING: ParseOptions & SchemaOptions = {
  schema: 'core',
  resolveKnownTags: false,
  merge: false,
  prettyErrors: false,
};

/** Lists at the column of their key: a file that uses this style keeps it. */
const UNINDENTED_LIST = /^( *)[\w-]+:[^\S\n]*\r?\n\1- /mu;
/** `[ a, b ]`, outside of comments and quotation marks. */
const PADDED_LIST = /^[^#\r\n\u2028\u2029'"]*[[{] (?! *(?:[\s\]}]|$))/mu;

/** Faults of the syntax, with their lines. @param name of the file, for people */
export function syntaxFaults(name: string, text: string, errors: readonly YAMLParseError[]): string[] {
  return errors.map(({ pos, message }) => `${name}:${lineAt(text, pos[0])}: ${message}`);
}

/** Finds the line of a path of keys as written: the field's line, or the innermost existing parent's. */
export function createLineFinder(document: Document, text: string): (path: readonly PropertyKey[]) => number {
  return (path) => {
    let node: unknown = document.contents;
    let start = startOf(node) ?? 0;
    for (const key of path) {
      const entry = entryOf(node, key);
      if (entry === undefined) break;
      start = entry.start ?? start;
      node = entry.value;
    }
    return lineAt(text, start);
  };
}

interface Entry {
  readonly start: number | undefined;
  readonly value: unknown;
}

/** A field begins with its key, an entry of a list with its value. */
function entryOf(node: unknown, key: PropertyKey): Entry | undefined {
  if (!isCollection(node)) return undefined;
  for (const [index, item] of node.items.entries()) {
    if (isPair(item)) {
      if (isScalar(item.key) && String(item.key.value) === key) return { start: startOf(item.key), value: item.value };
    } else if (index === key) {
      return { start: startOf(item), value: item };
    }
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/**
 * Changes a YAML file as a whole. Comments, blank lines and the order of keys survive; an edit that changes nothing leaves the file as
 * it is, byte for byte. A missing file is edited as an empty one.
 *
 * @throws {BriefingFileError} if the file is no YAML
 */
export async function rewriteYaml(path: string, edit: (document: Document) => void): Promise<void> {
  const text = (await readText(path)) ?? '';
  const edited = editYaml(path, text, edit);
  if (edited !== text) await replaceFile(path, edited);
}

/** The text of a YAML file after a change. @param name of the file, for people */
export function editYaml(name: string, text: string, edit: (document: Document) => void): string {
  const document: Document = parseDocument(text, YAML_READING);
  if (document.errors.length > 0) throw new BriefingFileError(syntaxFaults(name, text, document.errors));

  const style = styleOf(text);
  const before = document.toString(style);
  edit(document);
  const after = document.toString(style);
  if (after === before) return text;
  return text.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after;
}

/** As the file is written, as far as it shows. */
function styleOf(text: string): ToStringOptions {
  return {
    lineWidth: 0,
    indentSeq: !UNINDENTED_LIST.test(text),
    flowCollectionPadding: PADDED_LIST.test(text),
  };
}

/** The same data with its keys as they are written in files: `promoteAt` becomes `promote_at`. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snakeCaseOf(key), snakeCased(inner)]));
}

/** `promoteAt` as it is written in files: `promote_at`. */
export function snakeCaseOf(key: string): string {
  return key.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

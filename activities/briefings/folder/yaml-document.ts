import {
  type Document,
  isCollection,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  type ParseOptions,
  type SchemaOptions,
  type YAMLParseError,
} from 'yaml';

/** Always YAML 1.2, whatever version a file declares: dates stay text, and `no` is not a boolean. */
export const YAML_READING: ParseOptions & SchemaOptions = {
  schema: 'core',
  resolveKnownTags: false,
  merge: false,
  prettyErrors: false,
};

/** Faults of the syntax, with their lines. @param name of the file, for people */
export function syntaxFaults(name: string, text: string, errors: readonly YAMLParseError[]): string[] {
  const lines = lineCounterOf(text);
  return errors.map(({ pos, message }) => `${name}:${Math.max(1, lines.linePos(pos[0]).line)}: ${message}`);
}

/** Finds the line of a path of keys as written: the field's line, or the innermost existing parent's. */
export function createLineFinder(document: Document, text: string): (path: readonly PropertyKey[]) => number {
  const lines = lineCounterOf(text);
  return (path) => {
    let node: unknown = document.contents;
    let start = startOf(node) ?? 0;
    for (const key of path) {
      const entry = entryOf(node, key);
      if (entry === undefined) break;
      start = entry.start ?? start;
      node = entry.value;
    }
    return Math.max(1, lines.linePos(start).line);
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

function lineCounterOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

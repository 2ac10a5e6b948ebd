import { UsageError } from '../../../client/errors/failures.ts';

/** What stands on the pages, in order. */
export type Block =
  | { readonly kind: 'heading' | 'text' | 'item'; readonly text: string }
  | { readonly kind: 'field'; readonly label: string; readonly value: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'page end' };

/** A document before it is set; a `#` in its head or foot is the page number. */
export interface Manuscript {
  readonly columns: number;
  readonly linesPerPage: number;
  readonly head: string;
  readonly foot: string;
  readonly blocks: readonly Block[];
}

/**
 * Reads a manuscript: `name: value` lines up to an empty line, then blocks between empty lines. `# ` begins a heading,
 * `- ` a list item, `| ` a table row, the first one its header; `label :: value` is a field of a form, `===` ends a page.
 */
export function readManuscript(text: string): Manuscript {
  const [header = '', ...parts] = text.trim().split(/\n{2,}/);
  const settings = new Map(header.split('\n').map((line) => split(line, ':')));
  const read = (name: string): string => {
    const value = settings.get(name);
    if (value === undefined) throw new UsageError(`a manuscript without "${name}:"`);
    return value;
  };
  return {
    columns: Number(read('columns')),
    linesPerPage: Number(read('lines')),
    head: read('head'),
    foot: read('foot'),
    blocks: parts.flatMap(blocksOf),
  };
}

function blocksOf(part: string): Block[] {
  const lines = part.split('\n');
  if (lines.every((line) => line.startsWith('|'))) return [{ kind: 'table', rows: lines.map(cellsOf) }];
  if (lines.every((line) => line.includes(' :: '))) return lines.map(toField);
  if (lines.every((line) => line.startsWith('- '))) return lines.map((line) => ({ kind: 'item', text: line.slice(2) }));
  if (part === '===') return [{ kind: 'page end' }];
  if (part.startsWith('# ')) return [{ kind: 'heading', text: part.slice(2) }];
  return [{ kind: 'text', text: lines.join(' ') }];
}

function cellsOf(line: string): string[] {
  return line
    .slice(1)
    .split('|')
    .map((cell) => cell.trim());
}

function toField(line: string): Block {
  const [label, value] = split(line, '::');
  return { kind: 'field', label, value };
}

function split(line: string, separator: string): [string, string] {
  const place = line.indexOf(separator);
  return [line.slice(0, place).trim(), line.slice(place + separator.length).trim()];
}

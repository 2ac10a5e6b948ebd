import { posix } from 'node:path';
import { reasonOf, UnreadableFileError } from '../text/document-errors.ts';
import type { FileLine } from '../text/file-lines.ts';
import { decodeText, withLineFeeds } from '../text/text-decoding.ts';
import { indentOf, linesOf } from './markup-lines.ts';

/** The bytes of a file in the document's folder. @param path relative to that folder */
export type ReadBeside = (path: string) => Promise<Uint8Array>;

/** Reads files as a document names them: only those inside of its folder, and only so many. */
export type FilesBeside = ReturnType<typeof filesBeside>;

const MOST_FILES = 100;
const MOST_BYTES = 5_000_000;
const DEEPEST = 5;
const INCLUDES: Readonly<Record<string, RegExp>> = {
  markdown:
    /^\s*(?:[*-] +)?\{\{(?:#(?:rustdoc_)?include +(?<path>[^\s:{}]+)(?::(?<part>[^\s{}]*))? *|[<%] *(?:(?<literal>code(?:new|_sample)|readfile(?=[^{}]* code="true"))|readfile|include) +(?:file=)?"(?<named>[^"]+)"[^{}]*[%>])\}\}(?<rest>.*)$/,
  asciidoc: /^include(?:-code)?::(?<path>[^\s[\]]+)\[(?<part>.*)\]$/,
  rst: /^ *\.\. (?<literal>literal)?include:: +(?<path>\S+)$/,
};
/** A file of an Antora module: `partial$limits.adoc`. */
const OF_MODULE = /^(?:[\w-]+:)?(partial|example|page)\$(.+)$/;
const OPTION = /^ +:[\w-]+:/;
const TAG = /(?:tag|end)::([\w-]+)\[\]|ANCHOR(?:_END)?: *([\w-]+)/;

/** @param read absent: the document lies in no folder that may be read */
export function filesBeside(read: ReadBeside | undefined) {
  const problems: string[] = [];
  const named = new Set<string>();
  let [files, size] = [0, 0];
  const load = async (path: string): Promise<Uint8Array> => {
    if (read === undefined) throw new UnreadableFileError('its folder is not read');
    if (/(?:^|\/)\./.test(path)) throw new UnreadableFileError('outside of the folder, or hidden');
    named.add(path);
    return read(path);
  };
  return {
    problems: problems as readonly string[],
    /** Paths of the files that the document depends on, whether they could be read or not. */
    named: named as ReadonlySet<string>,
    load,
    /** @returns what is read of the first of the files that can be read; null for none: `problems` says why */
    async read<Read>(paths: readonly string[], parse: (text: string) => Read) {
      let failure: unknown;
      for (const path of read === undefined ? [] : paths)
        try {
          if (files >= MOST_FILES || size >= MOST_BYTES) throw new UnreadableFileError('too many included files');
          const bytes = await load(path);
          [files, size] = [files + 1, size + bytes.length];
          return { path, content: parse(decodeText(bytes, null).text) };
        } catch (error) {
          failure ??= error;
        }
      if (failure !== undefined) problems.push(`${paths[0]} is not included: ${reasonOf(failure)}`);
      return null;
    },
  };
}

/** No system has longer ones; to join "../../…" is work that grows with its square. */
const LONGEST_PATH = 4_096;

/** The path of a file as a document at another path names it. */
export function pathBeside(name: string, from: string): string {
  const path = name.slice(0, LONGEST_PATH);
  return posix.normalize(path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path));
}

/** @param isPart whether Hugo may keep it with the parts of pages, in a folder above */
function placesOf(name: string | undefined, from: string, isPart: boolean): string[] {
  if (name === undefined) return [];
  const [, family, inside = ''] = OF_MODULE.exec(name) ?? [];
  const module = /^.*modules\/[^/]+(?=\/)/.exec(from)?.[0];
  if (family !== undefined && module !== undefined) return [posix.join(module, `${family}s`, inside)];
  const folders = isPart ? from.split('/').map((_, depth, names) => names.slice(0, depth).join('/')) : [];
  const above = folders
    .toReversed()
    .flatMap((one) => ['includes', 'examples'].map((part) => posix.join(one, part, name)));
  return [pathBeside(name, from), ...above];
}

/** The lines of a document and the lines of the files that it includes, and where each of them is. */
export async function withIncluded(
  lines: readonly string[],
  format: string,
  { locator, beside, start, depth = 0 }: { locator: string; beside: FilesBeside; start: FileLine; depth?: number },
): Promise<{ lines: string[]; places: FileLine[] }> {
  const [written, places]: [string[], FileLine[]] = [[], []];
  const push = (line: string, place: FileLine): void => void (written.push(line), places.push(place));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const place = { file: start.file, line: start.line + at };
    const { path, part = '', named = path, literal, rest = '' } = INCLUDES[format]?.exec(line)?.groups ?? {};
    const options: string[] = [];
    for (let next = at + 1; format === 'rst' && named !== undefined && OPTION.test(lines[next] ?? ''); next += 1)
      options.push(lines[next] ?? '');
    const paths = depth >= DEEPEST ? [] : placesOf(named, start.file ?? locator, path === undefined);
    const found = await beside.read(paths, (text) => partOf(linesIn(text), [part, ...options].join('\n')));
    if (found === null) {
      push(line, place);
      continue;
    }
    at += options.length;
    const own = { locator, beside, start: { file: found.path, line: found.content.first + 1 }, depth: depth + 1 };
    const inside = await withIncluded(found.content.lines, literal === undefined ? format : '', own);
    const margin = ' '.repeat(indentOf(line));
    const [before, indent, after] = literal === undefined ? [[], '', []] : codeAround(format, found.path, options);
    for (const one of before) push(margin + one, place);
    for (const [index, words] of inside.lines.entries())
      if (!TAG.test(words)) push(words && margin + indent + words, inside.places[index] ?? place);
    for (const one of rest.trim() === '' ? after : [...after, rest.trim()]) push(margin + one, place);
  }
  return { lines: written, places };
}

/** What is written before a file that is shown as code, at its margin and after it. */
function codeAround(format: string, path: string, options: readonly string[]): [string[], string, string[]] {
  const language = posix.extname(path).slice(1);
  if (format === 'rst') return [[`.. code-block:: ${language}`, ...options, ''], '   ', ['']];
  return [[`\`\`\`${language}`], '', ['```']];
}

function linesIn(text: string): string[] {
  return linesOf(withLineFeeds(text).trimEnd());
}

/** Parts are named by marks in the file, by lines (`2:10`, `lines=5..8`, `:lines: 1-4`) or by words (`:start-after: Limits`). */
function partOf(lines: readonly string[], stated: string) {
  const tag = /(?:tags?=|^)([a-zA-Z_][\w-]*)/.exec(stated)?.[1];
  const [mark, end] = [...lines.keys()].filter((at) => tag !== undefined && TAG.exec(lines[at] ?? '')?.includes(tag));
  if (mark !== undefined) return { first: mark + 1, lines: lines.slice(mark + 1, end) };
  const [, lined = ''] = /lines[=:] *"?([\d:.,;-]+)/.exec(stated) ?? /^([\d:.-]+)/.exec(stated) ?? [];
  const range = lined.replace(/[,;]$|(?<=\.\.)-1$/, '');
  const numbers = range.match(/\d+/g)?.map(Number) ?? [];
  const [from = 1] = /^\d/.test(range) ? numbers : [];
  const first = edgeOf(lines, stated, 'start', 0) ?? Math.max(0, from - 1);
  const last = edgeOf(lines, stated, 'end', first) ?? (/\d$/.test(range) ? numbers.at(-1) : undefined);
  return { first, lines: lines.slice(first, last) };
}

/** Where a part begins, or the line after it, as options of reStructuredText name them; null: they do not. */
function edgeOf(lines: readonly string[], stated: string, side: 'start' | 'end', from: number): number | null {
  const [, kind, words] = new RegExp(`^ *:${side}-(after|before|at|line): *(\\S.*)$`, 'm').exec(stated) ?? [];
  if (words === undefined) return null;
  if (kind === 'line') return Number(words) < 0 ? lines.length + Number(words) : Number(words);
  const at = lines.findIndex((line, index) => index >= from && line.includes(words));
  if (at === -1) throw new UnreadableFileError(`it lacks “${words}”`);
  return at + (kind === 'after' || (kind === 'at' && side === 'end') ? 1 : 0);
}

import { type ReadCell, headedParts } from '../tables/table-headers.ts';
import { writeTableParts } from '../tables/table-text.ts';

/**
 * What is written for each line of a source: an entry for every line, so that the stored text has its lines. An entry may be
 * empty, or have several lines.
 */
export type Entries = string[];

/** What was written of a source, and what it has that no reader sees: comments, settings. */
export type WrittenMarkup = Readonly<{ entries: Entries; leftOut: readonly string[] }>;

/** What Markdown would read as a mark at the beginning of a line. */
const LINE_MARK = /^(?:#{1,6}(?= |$)|[>|]|~~~|```|[=-]+$)/gm;
const TAB_WIDTH = 8;
export const FENCE_LINE = /^\s*(?:> ?)*(`{3,}|~{3,})/;

/** Lines with spaces in place of tabs. */
export function linesOf(text: string): string[] {
  const spaced = (before: string, part: string): string =>
    before.padEnd(before.length + TAB_WIDTH - (before.length % TAB_WIDTH)) + part;
  return text.split('\n').map((line) => line.trimEnd().split('\t').reduce(spaced));
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Where the lines end that are empty or indented, without empty ones at the end. */
export function indentedEnd(lines: readonly string[], from: number, least = 1): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) < least) break;
    end = at + 1;
  }
  return end;
}

/** Where the paragraph ends: at an empty line. */
export function paragraphEnd(lines: readonly string[], from: number): number {
  const end = lines.findIndex((line, at) => at >= from && isBlank(line));
  return end === -1 ? lines.length : end;
}

/** Without the indent that all lines have. */
export function dedented(lines: readonly string[]): string[] {
  const filled = lines.filter((line) => !isBlank(line));
  const least = filled.reduce((width, line) => Math.min(width, indentOf(line)), Number.POSITIVE_INFINITY);
  return lines.map((line) => (isBlank(line) ? '' : line.slice(least)));
}

/** With marks in front of the first line and of each further one that has words. */
export function prefixed(entries: Entries, first: string, further: string): Entries {
  return entries.map((entry, at) => {
    const lines = entry.split('\n').map((line) => (line === '' ? '' : further + line));
    return at > 0 ? lines.join('\n') : [first + entry.split('\n')[0], ...lines.slice(1)].join('\n');
  });
}

/** Writes lines as code. Its fences take the empty lines around it, where there are any. @returns the next line */
export function writeCode(out: Entries, lines: readonly string[], from: number, to: number, language = ''): number {
  const code = dedented(lines.slice(from, to));
  const longest = code.reduce((most, line) => Math.max(most, FENCE_LINE.exec(line)?.[1]?.length ?? 0), 2);
  const fence = '`'.repeat(longest + 1);
  for (const [index, line] of code.entries()) out[from + index] = line;
  if (out[from - 1] === '') out[from - 1] = fence + language;
  else out[from] = `${fence}${language}\n${out[from] ?? ''}`;
  const isApart = to < lines.length && isBlank(lines[to]);
  out[isApart ? to : to - 1] = isApart ? fence : `${out[to - 1] ?? ''}\n${fence}`;
  return isApart ? to + 1 : to;
}

/** Writes a Markdown table in place of the lines of one; it may be longer than they are. */
export function writeTable(out: Entries, from: number, to: number, markdown: string): void {
  const written = markdown.split('\n');
  for (let at = from; at < to; at += 1) out[at] = written.splice(0, at === to - 1 ? written.length : 1).join('\n');
}

export function tableOf(rows: readonly (readonly (ReadCell | undefined)[])[], headRows: number): string {
  const marked = rows.map((cells, index) => ({ cells, isInHead: index < headRows }));
  return writeTableParts(headedParts(marked, false));
}

/** A paragraph in which no line begins like something else. */
export function asParagraph(words: string): string {
  return words.replaceAll(LINE_MARK, String.raw`\$&`);
}

export function linkTo(words: string, target: string): string {
  const place = target.replaceAll(/\s+/g, '').replaceAll(/[()]/g, String.raw`\$&`);
  return place === '' ? words : `[${words}](${place})`;
}

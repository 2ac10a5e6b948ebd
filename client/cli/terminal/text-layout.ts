import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import type stringWidth from 'string-width';
import type wrapAnsi from 'wrap-ansi';

/** Loaded when a text needs them: the patterns that they prepare for emoji take a fifth of a short command's time. */
const require = createRequire(import.meta.url);
const widthLibrary = () => require('string-width') as { readonly default: typeof stringWidth };
const wrappingLibrary = () => require('wrap-ansi') as { readonly default: typeof wrapAnsi };

let graphemes: Intl.Segmenter | undefined;

/** Letters, digits and punctuation of Latin scripts: one column each, and nothing that joins or controls. */
const ONE_COLUMN_EACH = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/;

/** Columns that the text takes in a terminal. */
export function displayWidth(text: string): number {
  return ONE_COLUMN_EACH.test(text) ? text.length : widthLibrary().default(text);
}

/** Cuts to at most `width` columns; what was cut shows as `…`. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? '' : `${takeColumns(text, width - 1).trimEnd()}…`;
}

function takeColumns(text: string, width: number): string {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let taken = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

/** Exactly `width` columns: cut or filled with spaces. */
export function fit(text: string, width: number): string {
  const cut = truncate(text, width);
  return cut + ' '.repeat(Math.max(0, width - displayWidth(cut)));
}

/** Of lines those that there are: `condition && line` leaves one out. */
export function present(...lines: readonly (string | false | null)[]): string[] {
  return lines.filter((line) => line !== false && line !== null);
}

/** Breaks at spaces into lines of at most `width` columns; longer words are broken inside. */
export function wrap(text: string, width: number): string[] {
  const spaced = text.replaceAll(/[^\S\n]+/g, ' ');
  if (ONE_COLUMN_EACH.test(spaced) && spaced.length <= width) return [spaced.trim()];
  return wrappingLibrary().default(spaced, Math.max(1, width), { hard: true }).split('\n');
}

/** A text behind its label: what continues it is set below its first word. */
export function hang(label: string, text: string, columns: number): string[] {
  const lines = wrap(toPlainLine(text), Math.max(20, columns - label.length));
  return lines.map((line, index) => `${index === 0 ? label : ' '.repeat(label.length)}${line}`);
}

const LIST_MARK = /^\s*(?:[*•-]|\d+\.)\s+/;

/**
 * Breaks the lines that are too long at spaces, and entries at their carriage returns, which end a line inside an entry;
 * what continues a list entry is set below its first word.
 */
export function wrapEntries(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (displayWidth(line) <= width && !line.includes('\r')) return [line];
      const [mark = ''] = LIST_MARK.exec(line) ?? [];
      const lines = line.slice(mark.length).split('\r');
      const [first = '', ...others] = lines.flatMap((part) => wrap(part, width - mark.length));
      return [`${mark}${first}`, ...others.map((other) => `${' '.repeat(mark.length)}${other}`)];
    })
    .join('\n');
}

/** Rows in columns as wide as their widest cell; the last column is cut so that no line passes `width`. */
export function layoutTable(rows: readonly (readonly string[])[], width: number): string[] {
  const columnCount = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columnCount }, (_, column) =>
    Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => (column === columnCount - 1 ? cell : fit(cell, widths[column] ?? 0)));
    return truncate(cells.join('  '), width).trimEnd();
  });
}

// Tab and line feed are layout. Other control characters could control the terminal, and direction marks could reorder
// text (https://trojansource.codes).
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text made safe for a terminal: without control characters and escape sequences. */
export function withoutControlCharacters(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(UNSAFE, '');
}

/** The same on one line. */
export function toPlainLine(text: string): string {
  return withoutControlCharacters(text.replaceAll(/\s+/g, ' ')).trim();
}

/** Elapsed time as `0:07`, `12:40`, `1:02:03` or `3 d 4:00:00`. */
export function renderElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const clock = `${pad(minutes, hours > 0 || days > 0)}:${pad(seconds % 60, true)}`;
  if (days > 0) return `${days} d ${hours}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

function pad(part: number, isInner: boolean): string {
  return isInner ? String(part).padStart(2, '0') : String(part);
}

/** Rough age for lists: `12 s`, `5 min`, `3 h`, `4 d`. */
export function renderAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/**
 * A titled list below an empty line; nothing for an empty list.
 *
 * @param total number of entries; `entries` may contain only the first
 * @param longest number of entries to show; the others are counted
 */
export function renderList(
  title: string,
  entries: readonly string[],
  columns: number,
  { total = entries.length, longest = Number.POSITIVE_INFINITY } = {},
): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, longest).flatMap((entry) => hang('  - ', entry, columns));
  const hidden = total - Math.min(entries.length, longest);
  return ['', `${title}:`, ...shown, ...(hidden > 0 ? [`  … and ${hidden} more (--json shows them)`] : [])];
}

/** A line, counted from 1, of an included file; null: of the document itself. */
export type FileLine = Readonly<{ file: string | null; line: number }>;

/** No text of a file has the form feed at the end: its reading makes it a line feed. */
const MARK = /^<!-- (?:(.+) )?line (\d+) -->\f$/gm;

/** A line that says which line of which file comes next; it is a comment of Markdown. */
export function lineMark({ file, line }: FileLine): string {
  const named = file === null ? '' : `${file.replaceAll(/[\n\f<>]|--/g, '_')} `;
  return `<!-- ${named}line ${line} -->\f`;
}

/** Where a range of a stored text stands in its file: `:12-14`, `:12` for one line, `:3-5 (limits.txt)` in a file that it includes. */
export function linesAt(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const first = lineAt(text, start);
  const last = lineAt(text, Math.max(start, end - 1));
  const isRange = last.file === first.file && last.line > first.line;
  return `:${first.line}${isRange ? `-${last.line}` : ''}${first.file === null ? '' : ` (${first.file})`}`;
}

function lineAt(text: string, offset: number): FileLine {
  const before = text.slice(0, offset);
  const mark = before.includes('\f') ? [...before.matchAll(MARK)].at(-1) : undefined;
  const [after = 0, line = 1] = mark === undefined ? [] : [mark.index + mark[0].length + 1, Number(mark[2])];
  return { file: mark?.[1] ?? null, line: Math.max(1, line + before.slice(after).split('\n').length - 1) };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Wide forms of https://www.unicode.org/reports/tr11/, as blocks: terminals show them in two columns.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that the text takes in a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

function widthOf(grapheme: string): number {
  if (/^[\p{M}\u200b-\u200d\ufeff]+$/u.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** Cuts to at most `width` columns; what was cut shows as `…`. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? '' : `${takeColumns(text, width - 1).trimEnd()}…`;
}

function takeColumns(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
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

/** Breaks at spaces into lines of at most `width` columns; longer words are broken inside. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, Math.max(1, width)));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (displayWidth(line) > width) {
      const head = takeColumns(line, width) || line.slice(0, 1);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
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

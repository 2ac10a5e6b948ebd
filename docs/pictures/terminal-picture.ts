import { text } from 'node:stream/consumers';

// Turns the screen of a terminal into an SVG: `tmux capture-pane -p -e | node docs/pictures/terminal-picture.ts > demo.svg`

interface Style {
  readonly color: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
}

const PLAIN: Style = { color: null, bold: false, dim: false, underline: false };

/** Escape sequences that set a style; the codes between the bracket and the letter m. */
// oxlint-disable-next-line no-control-regex
const STYLE = /\u001b\[([\d;]*)m/;

/** Foreground colours 30 to 37. */
const COLORS = ['#6e7681', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#f0f6fc'];

/** In pixels. */
const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;

const screen = await text(process.stdin);
const lines = screen.trimEnd().split('\n');
process.stdout.write(toSvg(lines));

function toSvg(rows: readonly string[]): string {
  const columns = Math.max(...rows.map((row) => textOf(row).length));
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = rows.length * CELL.height + 2 * MARGIN;
  let style = PLAIN;
  const drawn = rows.map((row, index) => {
    const line = drawLine(row, style, MARGIN + (index + 0.75) * CELL.height);
    style = line.style;
    return line.svg;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#c9d1d9">',
    ...drawn,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A style goes on into the next line until it is changed. */
function drawLine(row: string, before: Style, y: number): { readonly svg: string; readonly style: Style } {
  let style = before;
  let column = 0;
  const spans: string[] = [];
  // Odd parts are the codes of a style.
  for (const [index, part] of row.split(STYLE).entries()) {
    if (index % 2 === 1) {
      style = part.split(';').reduce(applyCode, style);
    } else if (part !== '') {
      spans.push(drawSpan(part, style, column));
      column += part.length;
    }
  }
  return { svg: spans.length === 0 ? '' : `<text y="${y}">${spans.join('')}</text>`, style };
}

function drawSpan(part: string, { color, bold, dim, underline }: Style, column: number): string {
  const attributes = [
    `x="${(MARGIN + column * CELL.width).toFixed(1)}"`,
    // Keeps the columns of the terminal, whatever font the reader has.
    `textLength="${(part.length * CELL.width).toFixed(1)}"`,
    color !== null && `fill="${color}"`,
    bold && 'font-weight="bold"',
    dim && 'opacity="0.6"',
    underline && 'text-decoration="underline"',
  ].filter((attribute) => attribute !== false);
  return `<tspan ${attributes.join(' ')}>${escapeXml(part)}</tspan>`;
}

function applyCode(style: Style, code: string): Style {
  const number = Number(code);
  if (number === 0) return PLAIN;
  if (number === 1) return { ...style, bold: true };
  if (number === 2) return { ...style, dim: true };
  if (number === 22) return { ...style, bold: false, dim: false };
  if (number === 4) return { ...style, underline: true };
  if (number === 24) return { ...style, underline: false };
  if (number === 39) return { ...style, color: null };
  return number >= 30 && number <= 37 ? { ...style, color: COLORS[number - 30] ?? null } : style;
}

/** Without styles. */
function textOf(row: string): string {
  return row
    .split(STYLE)
    .filter((_, index) => index % 2 === 0)
    .join('');
}

function escapeXml(part: string): string {
  // Blanks at the ends of a span would be dropped.
  return part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');
}

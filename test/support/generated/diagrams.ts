/** A diagram as software makes it, a question whose answer stands only there, and what the place that answers must say. */
export interface Diagram {
  readonly name: string;
  readonly svg: string;
  readonly question: string;
  readonly answer: readonly string[];
}

interface Style {
  readonly fill: string;
  readonly ink: string;
  readonly line: string;
  readonly font: string;
  readonly size: number;
}

const STYLES: readonly Style[] = [
  { fill: '#ffffff', ink: '#000000', line: '#000000', font: 'sans-serif', size: 14 },
  { fill: '#dbeafe', ink: '#1e293b', line: '#1e40af', font: 'sans-serif', size: 13 },
  { fill: '#334155', ink: '#ffffff', line: '#334155', font: 'sans-serif', size: 14 },
  { fill: '#fef3c7', ink: '#111111', line: '#888888', font: 'serif', size: 15 },
  { fill: '#dcfce7', ink: '#14532d', line: '#16a34a', font: 'monospace', size: 13 },
];
const PLACES = ['Mail gateway', 'Archive server', 'Billing queue', 'Print spooler', 'Badge reader', 'Night vault'];
const KEPT = ['SHA-256 digests', 'MD5 digests', 'plain names', 'signed receipts', 'badge numbers', 'nothing'];
const LABELS = ['every 15 min', 'port 8443', 'after 3 tries', 'as JSON', 'once a night', 'by courier'];
const LEVELS = ['Low', 'Medium', 'High', 'Critical'];
const ROOMS = ['Harbour', 'Depot', 'Office', 'Kitchen'];
const FIELDS = ['tenant', 'amount', 'locale', 'cursor', 'digest', 'expiry'];
const RULES = ['text up to 40 signs', 'whole cents', 'two letters', 'opaque token', 'hex of 64 signs', 'seconds'];

function pick(list: readonly string[], at: number): string {
  return list[at % list.length] ?? '';
}

function drawing(width: number, height: number, { font }: Style, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font}"><rect width="${width}" height="${height}" fill="#fff"/>${inside}</svg>`;
}

function words(x: number, y: number, text: string, ink: string, size: number, anchor = 'middle'): string {
  return `<text x="${x}" y="${y}" fill="${ink}" font-size="${size}" text-anchor="${anchor}">${text}</text>`;
}

function box(x: number, y: number, lines: readonly string[], { fill, ink, line, size }: Style): string {
  const written = lines.map((text, index) => words(x + 90, y + 26 + index * 18, text, ink, index === 0 ? size : 12));
  return `<rect x="${x}" y="${y}" width="180" height="60" fill="${fill}" stroke="${line}"/>${written.join('')}`;
}

/** Boxes beside each other, with what each keeps. */
function boxes(at: number, style: Style): Diagram {
  const named = [0, 1, 2].map((step) => [pick(PLACES, at + step), `keeps ${pick(KEPT, at + 2 * step)}`] as const);
  const drawn = named.map((lines, index) => box(20 + index * 240, 20, lines, style)).join('');
  const [place, kept] = named[at % 3] ?? ['', ''];
  const question = `What does the ${place} keep?`;
  return { name: `boxes ${at}`, svg: drawing(700, 100, style, drawn), question, answer: [`${place} ${kept}`] };
}

/** Two boxes and an arrow with a label. */
function arrows(at: number, style: Style): Diagram {
  const [from, to, label] = [pick(PLACES, at), pick(PLACES, at + 3), pick(LABELS, at)];
  const arrow = `<line x1="200" y1="50" x2="380" y2="50" stroke="#333" marker-end="url(#a)"/>${words(290, 42, label, '#000', 12)}`;
  const svg = drawing(600, 100, style, `${box(20, 20, [from], style)}${arrow}${box(380, 20, [to], style)}`);
  return { name: `arrow ${at}`, svg, question: `How does the ${from} reach the ${to}?`, answer: [from, to, label] };
}

/** A table with rules. */
function matrix(at: number, style: Style): Diagram {
  const rows = LEVELS.map((level, row) => [
    level,
    ...[0, 1].map((column) => `${(at + 3) * (row + 2) + column * 17} days`),
  ]);
  const all = [['Level', pick(ROOMS, at), pick(ROOMS, at + 1)], ...rows];
  const cells = all.flatMap((row, y) =>
    row.map((text, x) => words(36 + x * 200, 46 + y * 40, text, '#000', style.size, 'start')),
  );
  const rules = `M20 20H620V220H20ZM220 20V220M420 20V220${[60, 100, 140, 180].map((y) => `M20 ${y}H620`).join('')}`;
  const drawn = `<path d="${rules}" fill="none" stroke="${style.line}"/>${cells.join('')}`;
  const [level = '', days = ''] = rows[at % 4] ?? [];
  const question = `How many days has level ${level} in the ${pick(ROOMS, at)}?`;
  return { name: `matrix ${at}`, svg: drawing(640, 240, style, drawn), question, answer: [`${level} | ${days}`] };
}

/** The fields of a request, one below the other. */
function fields(at: number, style: Style): Diagram {
  const rows = [0, 1, 2, 3].map((row) => [pick(FIELDS, at + row), pick(RULES, at + row)] as const);
  const lines = rows.flatMap(([field, rule], y) => [
    words(40, 90 + y * 34, field, '#000', style.size, 'start'),
    words(240, 90 + y * 34, rule, '#000', style.size, 'start'),
  ]);
  const frame = `<rect x="20" y="20" width="460" height="200" fill="none" stroke="${style.line}"/>`;
  const head = words(40, 48, `${pick(PLACES, at)} request`, '#000', style.size, 'start');
  const [field = '', rule = ''] = rows[at % 4] ?? [];
  const question = `What may ${field} be in the ${pick(PLACES, at)} request?`;
  return {
    name: `fields ${at}`,
    svg: drawing(500, 240, style, frame + head + lines.join('')),
    question,
    answer: [`${field} | ${rule}`],
  };
}

/** Twenty, of four kinds in five styles. */
export const DIAGRAMS: readonly Diagram[] = STYLES.flatMap((style, at) =>
  [boxes, arrows, matrix, fields].map((draw) => draw(at, style)),
);

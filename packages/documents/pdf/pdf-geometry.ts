/** Narrowest gap between two cells, in font sizes. */
export const CELL_GAP = 0.8;

/** A run of words in one font, at the position that pdf.js reports. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
  /** Its words are turned, and not where its borders say. */
  readonly isTurned: boolean;
  /** It is in the file, but not to be seen. */
  readonly isUnseen: boolean;
}

/** Pieces that are drawn one after another on one line, or the part of them that belongs to one column. */
export interface Row {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
}

/** A rectangle in the coordinates of the pieces. */
export type View = readonly [left: number, bottom: number, right: number, top: number];

export type Matrix = readonly [number, number, number, number, number, number];

type Point = readonly [x: number, y: number];

/** How many numbers follow each step of a path of pdf.js: to move, a line, two kinds of curves, to close. */
const NUMBERS = [2, 2, 6, 4, 0] as const;
/** Points that stand for a curve. */
const ON_CURVE = [0.25, 0.5, 0.75, 1] as const;

/** The row of such pieces; null if it shows nothing. */
export function rowOf(pieces: readonly Piece[]): Row | null {
  const visible = pieces.filter((piece) => piece.text.trim() !== '');
  const [first] = visible;
  if (first === undefined) return null;
  // Font of most words: a footnote number or a large initial does not determine the line's.
  const { base, size } = visible.reduce(
    (longest, one) => (one.text.length > longest.text.length ? one : longest),
    first,
  );
  return {
    pieces,
    text: pieces.map((piece) => piece.text).join(''),
    left: Math.min(...visible.map((piece) => piece.left)),
    right: Math.max(...visible.map((piece) => piece.right)),
    base,
    size,
  };
}

export function times([a, b, c, d, e, f]: Matrix, by: readonly unknown[]): Matrix {
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = by.map(Number);
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function boxIn(matrix: Matrix, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): View {
  const corners = [placed(matrix, x0, y0), placed(matrix, x1, y0), placed(matrix, x0, y1), placed(matrix, x1, y1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function intersection(first: View, second: View): View | null {
  const [x0, y0] = [Math.max(first[0], second[0]), Math.max(first[1], second[1])];
  const [x1, y1] = [Math.min(first[2], second[2]), Math.min(first[3], second[3])];
  return x0 < x1 && y0 < y1 ? [x0, y0, x1, y1] : null;
}

/** Whether a filled path paints a point: neither a hole in it nor what its box holds besides. */
export function paintsPoint(path: ArrayLike<number>, matrix: Matrix, [x, y]: Point): boolean {
  let crossings = 0;
  for (const outline of outlinesOf(path, matrix))
    for (const [index, [x1, y1]] of outline.entries()) {
      const [x0, y0] = outline.at(index - 1) ?? [x1, y1];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) crossings += 1;
    }
  return crossings % 2 === 1;
}

function outlinesOf(path: ArrayLike<number>, matrix: Matrix): Point[][] {
  const outlines: Point[][] = [];
  let last: Point = [0, 0];
  for (let at = 0; at < path.length;) {
    const step = path[at] ?? 4;
    const count = NUMBERS[step] ?? 0;
    const numbers = Array.from({ length: count }, (_, index) => path[at + 1 + index] ?? 0);
    at += 1 + count;
    if (count === 0) continue;
    if (step === 0) outlines.push([]);
    const points = step < 2 ? [[numbers[0] ?? 0, numbers[1] ?? 0] as const] : curve(last, numbers);
    outlines.at(-1)?.push(...points.map(([x, y]) => placed(matrix, x, y)));
    last = points.at(-1) ?? last;
  }
  return outlines;
}

/** Points of a Bézier curve with one or two handles. */
function curve(start: Point, numbers: readonly number[]): Point[] {
  const along = (t: number, axis: 0 | 1): number => {
    let values = [start[axis], ...numbers.filter((_, index) => index % 2 === axis)];
    while (values.length > 1)
      values = values.slice(1).map((value, index) => (values[index] ?? 0) * (1 - t) + value * t);
    return values[0] ?? 0;
  };
  return ON_CURVE.map((t) => [along(t, 0), along(t, 1)]);
}

function placed([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

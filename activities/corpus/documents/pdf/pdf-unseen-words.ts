import type { Piece } from './pdf-rows.ts';

/** The drawing of a page, as pdf.js lists it. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The part of a page that is shown, in the coordinates of the pieces. */
export type View = readonly [left: number, bottom: number, right: number, top: number];

/** Operators of pdf.js. */
const SAVE: ReadonlySet<number> = new Set([10, 74]);
const RESTORE: ReadonlySet<number> = new Set([11, 75]);
const TRANSFORM = 12;
const RENDERING_MODE = 38;
const SHOW_TEXT = 44;
const FILL_COLOUR = 59;
const OTHER_FILLS: ReadonlySet<number> = new Set([55, 93]);
const GRAPHICS_STATE = 9;
const CLIP: ReadonlySet<number> = new Set([29, 30]);
const SHADING = 62;
const FORM = 74;
const ANNOTATION = 80;
const PATH = 91;
const FILLS: ReadonlySet<number> = new Set([22, 23, 24, 25, 26, 27]);
const IMAGES: ReadonlySet<number> = new Set([83, 84, 85, 86, 87, 88, 89, 90]);

/** Rendering modes that paint no letter: neither, and only a clip. */
const UNPAINTED: ReadonlySet<unknown> = new Set([3, 7]);
/** Letters of at least this brightness are white, from 0 to 255. */
const WHITE = 0xf5;

type Matrix = readonly [number, number, number, number, number, number];

interface State {
  readonly matrix: Matrix;
  readonly isWhite: boolean;
  readonly isUnpainted: boolean;
  readonly isOpaque: boolean;
  readonly clip: View;
}

/** An area that is painted after so many letters. */
interface Paint {
  readonly box: View;
  readonly after: number;
  readonly kind: 'white' | 'colour' | 'image';
  readonly isOpaque: boolean;
}

/** The letters of a page in the order of drawing, without spaces, and how each is painted. */
interface Painted {
  readonly letters: string;
  readonly ways: readonly ('shown' | 'white' | 'unpainted')[];
  readonly paints: readonly Paint[];
}

/**
 * Which words of a page are not to be seen: white ones on white, those that are drawn without paint, and covered ones. Words
 * without paint over an image are what was recognised in it. Null if the drawing has such words that cannot be found
 * in the pieces.
 *
 * @param pieces in the order of drawing
 * @param bottom where the pieces have height 0, in points of the drawing
 * @returns the pieces, cut where unseen words begin and end
 */
export function markUnseen<Some extends Piece>(
  pieces: readonly Some[],
  operators: Operators,
  view: View,
  bottom: number,
): Some[] | null {
  const painted = paintedLetters(operators, view, [1, 0, 0, 1, 0, -bottom]);
  const isOrdinary =
    !painted.ways.some((way) => way !== 'shown') &&
    !painted.paints.some(({ after, kind }) => after > 0 && kind !== 'image');
  if (isOrdinary) return [...pieces];
  const letters = pieces.map(({ text }) => bare(text)).join('');
  if (letters !== painted.letters) return painted.ways.some((way) => way !== 'shown') ? null : [...pieces];
  const showsWords = painted.ways.includes('shown');
  let at = 0;
  return pieces.flatMap((piece) => {
    const width = (piece.right - piece.left) / Math.max(1, piece.text.length);
    const parts: Some[] = [];
    for (const { 0: text, index } of piece.text.matchAll(/\s+|\S+/gu)) {
      const left = piece.left + index * width;
      const part = { ...piece, text, left, right: left + text.length * width };
      const last = parts.at(-1);
      const isUnseen =
        text.trim() === ''
          ? last?.isUnseen === true
          : piece.isUnseen || (!piece.isTurned && isUnseenAt(part, at, painted, showsWords));
      at += bare(text).length;
      if (last !== undefined && last.isUnseen === isUnseen)
        parts[parts.length - 1] = { ...last, text: last.text + text, right: part.right };
      else parts.push({ ...part, isUnseen });
    }
    return parts.length === 0
      ? [piece]
      : parts.length === 1
        ? [{ ...piece, isUnseen: parts[0]?.isUnseen ?? false }]
        : parts;
  });
}

function isUnseenAt(part: Piece, at: number, { ways, paints }: Painted, showsWords: boolean): boolean {
  // The ground of a sign may be another sign, and a sign alone says nothing.
  if (!/[\p{L}\p{N}]/u.test(part.text)) return false;
  const over = paints.filter(({ box }) => isInside(part, box));
  const isCovered = over.some(
    ({ after, kind, isOpaque }) => after >= at + bare(part.text).length && isOpaque && kind !== 'image',
  );
  const way = ways[at];
  if (way === 'unpainted') return showsWords && !over.some(({ kind }) => kind === 'image');
  if (way === 'white') {
    const ground = over.findLast(({ after }) => after <= at);
    return isCovered || ground === undefined || ground.kind === 'white';
  }
  return isCovered;
}

function isInside({ left, right, base, size }: Piece, [x0, y0, x1, y1]: View): boolean {
  const [x, y] = [(left + right) / 2, base + size / 3];
  return x0 <= x && x <= x1 && y0 <= y && y <= y1;
}

/** Letters as pdf.js writes them in the text of a page. */
function bare(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '');
}

function paintedLetters({ fnArray, argsArray }: Operators, view: View, matrix: Matrix): Painted {
  const letters: string[] = [];
  const ways: Painted['ways'][number][] = [];
  const paints: Paint[] = [];
  const saved: State[] = [];
  let state: State = { matrix, isWhite: false, isUnpainted: false, isOpaque: true, clip: view };
  let clips = false;
  const paint = (box: View, kind: Paint['kind']): void => {
    const shown = intersection(box, state.clip);
    if (shown !== null) paints.push({ box: shown, after: ways.length, kind, isOpaque: state.isOpaque });
  };
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === ANNOTATION) break;
    if (SAVE.has(operator)) saved.push(state);
    if (RESTORE.has(operator)) state = saved.pop() ?? state;
    if (operator === TRANSFORM) state = { ...state, matrix: times(state.matrix, args) };
    if (operator === FORM && Array.isArray(args[0])) state = { ...state, matrix: times(state.matrix, args[0]) };
    if (operator === RENDERING_MODE) state = { ...state, isUnpainted: UNPAINTED.has(args[0]) };
    if (operator === FILL_COLOUR) state = { ...state, isWhite: isWhite(args[0]) };
    if (OTHER_FILLS.has(operator)) state = { ...state, isWhite: false };
    if (operator === GRAPHICS_STATE) state = { ...state, isOpaque: isOpaque(args[0], state.isOpaque) };
    if (CLIP.has(operator)) clips = true;
    if (operator === SHADING) paint(state.clip, 'colour');
    if (IMAGES.has(operator)) paint(boxIn(state.matrix, [0, 0, 1, 1]), 'image');
    if (operator === PATH && args[2] !== null && args[2] !== undefined) {
      const box = boxIn(state.matrix, Array.from(args[2] as ArrayLike<number>));
      if (FILLS.has(Number(args[0]))) paint(box, state.isWhite ? 'white' : 'colour');
      if (clips) state = { ...state, clip: intersection(box, state.clip) ?? [0, 0, 0, 0] };
      clips = false;
    }
    if (operator === SHOW_TEXT && Array.isArray(args[0])) {
      const shown = bare(args[0].map((glyph) => unicodeOf(glyph)).join(''));
      const way = state.isUnpainted ? 'unpainted' : state.isWhite ? 'white' : 'shown';
      letters.push(shown);
      for (let unit = 0; unit < shown.length; unit++) ways.push(way);
    }
  }
  return { letters: letters.join(''), ways, paints };
}

function unicodeOf(glyph: unknown): string {
  return typeof glyph === 'object' && glyph !== null && 'unicode' in glyph ? String(glyph.unicode) : '';
}

/** @param colour as `#rrggbb` */
function isWhite(colour: unknown): boolean {
  const digits = typeof colour === 'string' ? /^#([\da-f]{6})/i.exec(colour)?.[1] : undefined;
  return digits !== undefined && [0, 2, 4].every((at) => Number.parseInt(digits.slice(at, at + 2), 16) >= WHITE);
}

/** Neither translucent nor mixed with what is below it. @param entries pairs of a name and a value */
function isOpaque(entries: unknown, before: boolean): boolean {
  if (!Array.isArray(entries)) return before;
  const values = new Map(entries as [string, unknown][]);
  const [alpha, mode] = [values.get('ca'), values.get('BM')];
  if (alpha === undefined && mode === undefined) return before;
  return (alpha === undefined || alpha === 1) && (mode === undefined || mode === 'source-over');
}

function times([a, b, c, d, e, f]: Matrix, by: readonly unknown[]): Matrix {
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = by.map(Number);
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function boxIn([a, b, c, d, e, f]: Matrix, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): View {
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1].map((x) => x + e);
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1].map((y) => y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function intersection(first: View, second: View): View | null {
  const [x0, y0] = [Math.max(first[0], second[0]), Math.max(first[1], second[1])];
  const [x1, y1] = [Math.min(first[2], second[2]), Math.min(first[3], second[3])];
  return x0 < x1 && y0 < y1 ? [x0, y0, x1, y1] : null;
}

import { boxIn, intersection, type Matrix, paintsPoint, type Piece, times, type View } from './pdf-geometry.ts';

/** The drawing of a page, as pdf.js lists it. */
export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Operators of pdf.js. */
const SAVE: ReadonlySet<number> = new Set([10, 74]);
const RESTORE: ReadonlySet<number> = new Set([11, 75]);
const LINE_WIDTH = 2;
const LINE_COLOUR = 58;
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
const STROKES: ReadonlySet<number> = new Set([20, 21]);
const IMAGES: ReadonlySet<number> = new Set([83, 84, 85, 86, 87, 88, 89, 90]);

/** Rendering modes that paint no letter: neither, and only a clip. */
const UNPAINTED: ReadonlySet<unknown> = new Set([3, 7]);
/** How much of a word is left of the points in it that tell what lies above and below it. */
const CENTRE = 0.5;
const WHOLE_WORD = [0.1, CENTRE, 0.9] as const;
/** Letters of at least this brightness are white, from 0 to 255. */
const WHITE = 0xf5;

/** The box of a straight line is not wider or not higher, in points. */
const FLAT = 0.1;

interface State {
  readonly matrix: Matrix;
  readonly isWhite: boolean;
  readonly isUnpainted: boolean;
  readonly isOpaque: boolean;
  readonly isLineWhite: boolean;
  /** In units of the matrix. */
  readonly lineWidth: number;
  readonly clip: View;
}

const PLAIN = { isWhite: false, isLineWhite: false, lineWidth: 1, isUnpainted: false, isOpaque: true } as const;

/** An area that is painted after so many letters. */
interface Paint {
  readonly box: View;
  readonly after: number;
  readonly kind: 'white' | 'colour' | 'image';
  readonly isOpaque: boolean;
  /** Whether it paints a point of its box. */
  readonly paints: (x: number, y: number) => boolean;
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
  const parts = pieces.flatMap((piece) => {
    const words = wordsOf(piece, at, (part, start) => isUnseenAt(part, start, painted, showsWords));
    at += bare(piece.text).length;
    return words;
  });
  return withoutRepeats(parts);
}

/** A piece, cut where words begin and end that are not to be seen. */
function wordsOf<Some extends Piece>(
  piece: Some,
  start: number,
  isUnseenIn: (part: Piece, start: number) => boolean,
): Some[] {
  const width = (piece.right - piece.left) / Math.max(1, piece.text.length);
  const parts: Some[] = [];
  let at = start;
  for (const { 0: text, index } of piece.text.matchAll(/\s+|\S+/gu)) {
    const left = piece.left + index * width;
    const part = { ...piece, text, left, right: left + text.length * width };
    const last = parts.at(-1);
    const isUnseen =
      text.trim() === '' ? last?.isUnseen === true : piece.isUnseen || (!piece.isTurned && isUnseenIn(part, at));
    at += bare(text).length;
    if (last !== undefined && last.isUnseen === isUnseen)
      parts[parts.length - 1] = { ...last, text: last.text + text, right: part.right };
    else parts.push({ ...part, isUnseen });
  }
  if (parts.length > 1) return parts;
  return [{ ...piece, isUnseen: parts[0]?.isUnseen ?? false }];
}

/** Words that are drawn once more over themselves are seen; they are read once, where they were drawn first. */
function withoutRepeats<Some extends Piece>(parts: readonly Some[]): Some[] {
  if (!parts.some(({ isUnseen }) => isUnseen)) return [...parts];
  const shown = new Map<string, Some[]>();
  for (const part of parts.filter(({ isUnseen }) => !isUnseen))
    shown.set(bare(part.text), [...(shown.get(bare(part.text)) ?? []), part]);
  const repeats = new Set<Some>();
  const read = parts.map((part) => {
    const again = part.isUnseen ? shown.get(bare(part.text))?.find((other) => isSamePlace(part, other)) : undefined;
    if (again === undefined) return part;
    repeats.add(again);
    return { ...part, isUnseen: false };
  });
  return read.filter((part) => !repeats.has(part));
}

function isSamePlace(first: Piece, second: Piece): boolean {
  const most = Math.max(first.size, second.size) / 2;
  const [middle, other] = [first, second].map(({ left, right }) => (left + right) / 2);
  return Math.abs((middle ?? 0) - (other ?? 0)) < most && Math.abs(first.base - second.base) < most;
}

function isUnseenAt(part: Piece, at: number, { ways, paints }: Painted, showsWords: boolean): boolean {
  // The ground of a sign may be another sign, and a sign alone says nothing.
  if (!/[\p{L}\p{N}]/u.test(part.text)) return false;
  const over = (share: number): Paint[] => paints.filter((paint) => isOver(paint, part, share));
  const isCovered = WHOLE_WORD.every((share) =>
    over(share).some(
      ({ after, kind, isOpaque }) => after >= at + bare(part.text).length && isOpaque && kind !== 'image',
    ),
  );
  const way = ways[at];
  if (way === 'unpainted') return showsWords && !over(CENTRE).some(({ kind }) => kind === 'image');
  if (way === 'shown' || isCovered) return isCovered;
  return WHOLE_WORD.every((share) => {
    const ground = over(share).findLast(({ after, kind, isOpaque }) => after <= at && (kind !== 'white' || isOpaque));
    return ground === undefined || ground.kind === 'white';
  });
}

function isOver({ box: [x0, y0, x1, y1], paints }: Paint, { left, right, base, size }: Piece, share: number): boolean {
  const [x, y] = [left + (right - left) * share, base + size / 3];
  return x0 <= x && x <= x1 && y0 <= y && y <= y1 && paints(x, y);
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
  let state: State = { ...PLAIN, matrix, clip: view };
  let clips = false;
  const paint = (box: View, kind: Paint['kind'], paintsAt: Paint['paints'] = () => true): void => {
    const shown = intersection(box, state.clip);
    if (shown === null) return;
    paints.push({ box: shown, after: ways.length, kind, isOpaque: state.isOpaque, paints: paintsAt });
  };
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[];
    if (operator === ANNOTATION) break;
    if (SAVE.has(operator)) saved.push(state);
    if (RESTORE.has(operator)) state = saved.pop() ?? state;
    state = withOperator(state, operator, args);
    if (CLIP.has(operator)) clips = true;
    if (operator === SHADING) paint(state.clip, 'colour');
    if (IMAGES.has(operator)) paint(boxIn(state.matrix, [0, 0, 1, 1]), 'image');
    if (operator === PATH && args[2] !== null && args[2] !== undefined) {
      const box = boxIn(state.matrix, Array.from(args[2] as ArrayLike<number>));
      const [path, own] = [pathOf(args[1]), state.matrix];
      if (FILLS.has(Number(args[0])))
        paint(box, state.isWhite ? 'white' : 'colour', (x, y) => paintsPoint(path, own, [x, y]));
      const bar = STROKES.has(Number(args[0])) ? barOf(box, state) : null;
      if (bar !== null) paint(bar, state.isLineWhite ? 'white' : 'colour');
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

function withOperator(before: State, operator: number, args: readonly unknown[]): State {
  let state = before;
  if (operator === TRANSFORM) state = { ...state, matrix: times(state.matrix, args) };
  if (operator === FORM && Array.isArray(args[0])) state = { ...state, matrix: times(state.matrix, args[0]) };
  if (operator === RENDERING_MODE) state = { ...state, isUnpainted: UNPAINTED.has(args[0]) };
  if (operator === FILL_COLOUR) state = { ...state, isWhite: isWhite(args[0]) };
  if (operator === LINE_COLOUR) state = { ...state, isLineWhite: isWhite(args[0]) };
  if (operator === LINE_WIDTH) state = { ...state, lineWidth: Number(args[0]) };
  if (OTHER_FILLS.has(operator)) state = { ...state, isWhite: false };
  if (operator === GRAPHICS_STATE) state = { ...state, isOpaque: isOpaque(args[0], state.isOpaque) };
  return state;
}

function pathOf(args: unknown): ArrayLike<number> {
  const path: unknown = Array.isArray(args) ? args[0] : undefined;
  return path instanceof Float32Array ? path : [];
}

/** The area of a straight line. */
function barOf([x0, y0, x1, y1]: View, { lineWidth, matrix: [a, b] }: State): View | null {
  const half = (lineWidth * Math.hypot(a, b)) / 2;
  if (x1 - x0 < FLAT) return [x0 - half, y0, x1 + half, y1];
  return y1 - y0 < FLAT ? [x0, y0 - half, x1, y1 + half] : null;
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

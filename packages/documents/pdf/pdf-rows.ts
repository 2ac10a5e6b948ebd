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

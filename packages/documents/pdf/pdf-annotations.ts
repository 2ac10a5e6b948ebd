import { hiddenMark } from '@plumbline/text/unsaid-words';
import { oneLine } from '../tables/table-text.ts';
import { type Piece, type Row, rowOf } from './pdf-geometry.ts';

/** An annotation as pdf.js reports it; coordinates in points from the lower left corner of the page's own space. */
type Annotation = Partial<Record<string, unknown>>;

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** Words that the page shows, but not its drawing. */
interface Note extends Box {
  readonly text: string;
}

/** What is added to a page: the words of its annotations, and what they strike out. */
export interface Annotations {
  /** Values of form fields, in their places. */
  readonly fields: readonly Note[];
  /** Marked as comments. */
  readonly comments: readonly Note[];
  readonly struck: readonly Box[];
}

const HIDDEN = 2;
const NOT_SHOWN = 32;
/** A field's letters are at most so large, in points. */
const LARGEST_LETTERS = 12;
/** Words on one line differ by less than this in height, in font sizes. */
const SAME_LINE = 0.7;
const BLANK = ' ';
const NOT_TICKED = '☐';

/** @param bottom lower edge of the page, in points */
export function readAnnotations(annotations: readonly Annotation[], bottom: number): Annotations {
  const fields: Note[] = [];
  const comments: Note[] = [];
  const struck: Box[] = [];
  for (const annotation of annotations) {
    const box = boxOf(annotation['rect'], bottom);
    if (box === null) continue;
    const { subtype } = annotation;
    const isHidden = (Number(annotation['annotationFlags']) & (HIDDEN | NOT_SHOWN)) !== 0;
    const words =
      subtype === 'Widget' ? valueOf(annotation) : subtype === 'Link' || subtype === 'Popup' ? '' : wordsOf(annotation);
    if (subtype === 'StrikeOut' && !isHidden) struck.push(...quadsOf(annotation, bottom));
    if (words === '') continue;
    const text = isHidden ? hiddenMark(words) : subtype === 'Widget' ? words : `[comment: ${words}]`;
    if (subtype === 'Widget') fields.push({ ...box, text });
    else comments.push({ ...box, text });
  }
  return { fields, comments, struck };
}

/** The text of a field, what is chosen in it, or whether it is ticked; empty for buttons, signatures and empty fields. */
function valueOf({ fieldType, fieldValue, options, password, ...field }: Annotation): string {
  if (fieldType === 'Btn') {
    const own =
      field['checkBox'] === true ? field['exportValue'] : field['radioButton'] === true ? field['buttonValue'] : null;
    if (typeof own !== 'string') return '';
    return fieldValue === own ? '☒' : NOT_TICKED;
  }
  if ((fieldType !== 'Tx' && fieldType !== 'Ch') || password === true) return '';
  const shown = new Map(
    (Array.isArray(options) ? options : []).map(({ exportValue, displayValue }) => [exportValue, displayValue]),
  );
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return oneLine(
    values
      .map((value) => shown.get(value) ?? value)
      .filter((value) => typeof value === 'string')
      .join(', ')
      .toWellFormed(),
  );
}

function wordsOf({ contentsObj }: Annotation): string {
  const words = typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj ? contentsObj.str : '';
  return typeof words === 'string' ? oneLine(words.toWellFormed()) : '';
}

function boxOf(rect: unknown, bottom: number): Box | null {
  if (!Array.isArray(rect) || rect.length < 4) return null;
  const [left = 0, low = 0, right = 0, high = 0] = rect.map(Number);
  return { left, bottom: low - bottom, right, top: high - bottom };
}

/** @returns a box for each line that is struck out */
function quadsOf({ quadPoints, rect }: Annotation, bottom: number): Box[] {
  const numbers =
    ArrayBuffer.isView(quadPoints) || Array.isArray(quadPoints) ? Array.from(quadPoints as ArrayLike<number>) : [];
  const quads = Array.from({ length: Math.floor(numbers.length / 8) }, (_, index) =>
    numbers.slice(index * 8, index * 8 + 8),
  );
  const rects = quads.map((quad) => {
    const [xs, ys] = [quad.filter((_, index) => index % 2 === 0), quad.filter((_, index) => index % 2 === 1)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });
  return (rects.length === 0 ? [rect] : rects).flatMap((one) => boxOf(one, bottom) ?? []);
}

/**
 * Adds the annotations of a page to its rows: values of fields behind the label on their line, or below the line above; comments
 * behind all; struck words with the marks that Markdown has.
 */
export function withAnnotations(rows: readonly Row[], { fields, comments, struck }: Annotations): readonly Row[] {
  const marked = struck.length === 0 ? rows : rows.map((row) => withStrokes(row, struck));
  const filled = [...marked];
  for (const field of fields.toSorted((a, b) => b.top - a.top || a.left - b.left)) addField(filled, field);
  const last = comments.toSorted((a, b) => b.top - a.top).flatMap((note) => rowOf([pieceOf(note)]) ?? []);
  return [...filled, ...last];
}

function pieceOf({ text, left, right, bottom, top }: Note): Piece {
  const size = Math.min(LARGEST_LETTERS, Math.max(1, (top - bottom) * 0.7));
  return { text, left, right, base: bottom + (top - bottom - size) / 2, size, isTurned: false, isUnseen: false };
}

function addField(rows: Row[], field: Note): void {
  const piece = pieceOf(field);
  const beside = rows.findIndex(
    ({ base, size }) => Math.abs(base - piece.base) < Math.max(size, piece.size) * SAME_LINE,
  );
  const row = rows[beside];
  if (row !== undefined) {
    rows[beside] = rowOf(insertedInto(row.pieces, piece)) ?? row;
    return;
  }
  // A box without a label on its line says nothing unless it is ticked.
  const alone = field.text === NOT_TICKED ? null : rowOf([piece]);
  const above = rows.findLastIndex(
    ({ base, left, right }) => base > piece.base && left < piece.right && piece.left < right,
  );
  if (alone !== null) rows.splice(above === -1 ? rows.length : above + 1, 0, alone);
}

/** The words of a field and of its line, ordered by their left borders. */
function insertedInto(pieces: readonly Piece[], piece: Piece): Piece[] {
  const behind = pieces.findIndex(({ text, left }) => text.trim() !== '' && left >= piece.left);
  const at = behind === -1 ? pieces.length : behind;
  const blank = { ...piece, text: BLANK, left: piece.right };
  return [...pieces.slice(0, at), { ...blank, left: piece.left, right: piece.left }, piece, blank, ...pieces.slice(at)];
}

/** The row with marks around the words whose middle lies in a struck box. */
function withStrokes(row: Row, boxes: readonly Box[]): Row {
  const middle = row.base + row.size / 3;
  const own = boxes.filter(({ bottom, top }) => bottom < middle && middle < top);
  if (own.length === 0) return row;
  const pieces = row.pieces.map((piece) => {
    const width = (piece.right - piece.left) / Math.max(1, piece.text.length);
    const text = piece.text.replaceAll(/\S+/g, (word, offset: number) => {
      const at = piece.left + (offset + word.length / 2) * width;
      return own.some(({ left, right }) => left < at && at < right) ? `~~${word}~~` : word;
    });
    return { ...piece, text: text.replaceAll(/~~(\s+)~~/g, '$1') };
  });
  return rowOf(pieces) ?? row;
}

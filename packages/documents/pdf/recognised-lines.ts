import type { RecognisedLine, RecognisedWord } from '../scans/text-recognition.ts';
import { type Piece, rowOf } from './pdf-geometry.ts';
import { type LoosePage, type PdfLine, toLine } from './pdf-layer.ts';

/**
 * In percent. Of prose that was printed and scanned, nearly all words had 80 or more; figures joined to their neighbours,
 * and other wrong words, mostly had less than 60; photographs and noise had 30 or less.
 */
const SURE = 60;
/** Lines with less are left out. */
const LEGIBLE = 50;
/** With a smaller share of legible letters, a page is a photograph in which a few marks look like letters. */
const LEGIBLE_SHARE = 1 / 3;
/** Follows a word that may be another one. */
const UNSURE_MARK = '[?]';
/** Dots above large letters, taken for a line, lie in a line so much higher. */
const HIGHER = 1.8;

/** Size of a font by the height of its letters: of typewritten words, the gaps are nearly as wide as they are high. */
const SIZE_OF_LINE = 1.25;

/** Rules beside words of a table are taken for letters. */
const BORDERS = /^[|¦]|[|¦]$/g;
const BULLET = '•';
const MEANINGFUL = /[\p{L}\p{N}]/u;

/**
 * A page without words that are sure remains a picture.
 *
 * @param pointsPerPixel and the height of the page in points give the lines their places on the page
 */
export function toPage(recognised: readonly RecognisedLine[], pointsPerPixel: number, height: number): LoosePage {
  const whole = recognised.filter((line) => !recognised.some((other) => holds(other, line)));
  const written = whole
    .map((line) => ({ ...line, words: line.words.flatMap((word, index) => cleanWord(word, index === 0)) }))
    .filter(({ words }) => words.length > 0);
  const legible = written.filter((line) => confidenceOf([line]) >= LEGIBLE);
  const confidence = confidenceOf(legible);
  const isPicture = confidence < SURE || lettersIn(legible) < lettersIn(written) * LEGIBLE_SHARE;
  const recognition = {
    confidence: Math.round(isPicture ? confidenceOf(written) : confidence),
    illegible: written.length - legible.length,
  };
  const { text, lines } = writeLines(isPicture ? [] : legible, pointsPerPixel, height);
  return { text, page: { start: 0, end: text.length, height, lines, isPicture, isUnchecked: false, recognition } };
}

function writeLines(
  recognised: readonly RecognisedLine[],
  pointsPerPixel: number,
  height: number,
): { readonly text: string; readonly lines: readonly PdfLine[] } {
  const lines: PdfLine[] = [];
  let text = '';
  for (const line of recognised) {
    const pieces = piecesOf(line, pointsPerPixel, height);
    const row = rowOf(pieces);
    if (row !== null) lines.push(toLine(row, text.length));
    text += `${pieces.map((piece) => piece.text).join('')}\n`;
  }
  return { text, lines };
}

function holds(line: RecognisedLine, part: RecognisedLine): boolean {
  const overlap = Math.min(line.bottom, part.bottom) - Math.max(line.top, part.top);
  return line.height > part.height * HIGHER && overlap > (part.bottom - part.top) / 2;
}

/** A speck says nothing; at the beginning of a line it is a bullet that was not recognised. */
function cleanWord(word: RecognisedWord, isFirst: boolean): RecognisedWord[] {
  const text = word.text.replaceAll(BORDERS, '').trim();
  if (text === '') return [];
  if (word.confidence < SURE && !MEANINGFUL.test(text)) return isFirst ? [{ ...word, text: BULLET }] : [];
  return [{ ...word, text: word.confidence < SURE ? `${text}${UNSURE_MARK}` : text }];
}

type Words = Pick<RecognisedLine, 'words'>;

/** The mean of the words that have letters or digits; long ones count more. 0 without any. */
function confidenceOf(lines: readonly Words[]): number {
  const weighed = lines.flatMap(({ words }) => words).filter(({ text }) => MEANINGFUL.test(text));
  const sum = weighed.reduce((total, { text, confidence }) => total + text.length * confidence, 0);
  return sum / Math.max(1, lettersIn([{ words: weighed }]));
}

function lettersIn(lines: readonly Words[]): number {
  return lines.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length, 0);
}

function piecesOf({ words, base, height: letters }: RecognisedLine, pointsPerPixel: number, height: number): Piece[] {
  const place = {
    base: height - base * pointsPerPixel,
    size: letters * pointsPerPixel * SIZE_OF_LINE,
    isTurned: false,
    isUnseen: false,
  };
  return words.flatMap(({ text, left, right }, index) => {
    const word = { text, left: left * pointsPerPixel, right: right * pointsPerPixel, ...place };
    return index === 0 ? [word] : [{ ...word, text: ' ', right: word.left }, word];
  });
}

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { counted } from '@plumbline/contracts/common/counted';
import { modelReadLine } from '@plumbline/contracts/evidence/model-read';
import type { LoosePage, PdfLine } from '../pdf/pdf-layer.ts';
import type { ScanReading } from '../scans/scan-reading.ts';
import { oneLine } from '../tables/table-text.ts';
import { reasonOf } from '../text/document-errors.ts';
import { joinProblems, type UndescribedPicture } from '../text/file-format.ts';

/** Words of a picture that were recognised, as rows; or what a model says that it shows. */
export type PictureWords = RecognisedWords | { readonly model: string; readonly said: string };

interface RecognisedWords {
  readonly rows: string;
  /** In percent. */
  readonly confidence: number;
}

/** Reads the pictures that one document shows, and counts those that are not read. */
export type ShownPictures = ReturnType<typeof shownPictures>;

/** A page of thumbnails must not take longer to read than a book. */
const MOST_PICTURES = 40;
/** After so long the others remain unread: a document keeps the time to be read itself. */
const LONGEST_MS = 25_000;
/** Pictures whose words are remembered, because pages show the same ones. */
const MOST_REMEMBERED = 500;
/** Of lines one above the other in a box, in heights of letters. */
const LINE_STEP = 1.45;
const NO_WORDS = 'OCR finds no words';
/** Of pictures that are handed out at a time, unless one alone has more: others follow when these are described. */
const MOST_BYTES = 8_000_000;
/** First bytes of the formats that models read; in JPEG they do not name it. */
const SEEN_FORMAT = /^(?:\x89(PNG)\r\n|(GIF)8|RIFF[^]{4}(WEBP)|\xFF\xD8\xFF)/;

const remembered = new Map<string, RecognisedWords | string>();

/** What a model says of pictures. */
function describedPictures({ vision: model = '', descriptions }: ScanReading) {
  const outcomes = new Map<string, number>();
  const undescribed = new Map<string, UndescribedPicture>();
  let size = 0;
  return {
    outcomes,
    undescribed,
    /** Undefined: it says nothing of it. Null: not yet. */
    read(bytes: Uint8Array): PictureWords | null | undefined {
      const format = SEEN_FORMAT.exec(Buffer.from(bytes.subarray(0, 12)).toString('latin1'));
      if (descriptions === undefined || format === null) return undefined;
      const mediaType = `image/${(format[1] ?? format[2] ?? format[3] ?? 'jpeg').toLowerCase()}`;
      const hash = hashOf(bytes);
      const said = descriptions[hash];
      if (said === undefined) {
        size += bytes.length;
        if (size <= MOST_BYTES || undescribed.size === 0) undescribed.set(hash, { hash, mediaType, bytes });
        return null;
      }
      const isSaid = typeof said === 'string';
      count(outcomes, `${isSaid ? '' : 'not '}read by the model ${model}${isSaid ? '' : `: ${said.reason}`}`);
      return isSaid ? { model, said } : undefined;
    },
  };
}

export function shownPictures(scans: ScanReading) {
  const { languages, unread, descriptions } = scans;
  const unreadOnes = new Map<string, number>();
  const confidences: number[] = [];
  const described = describedPictures(scans);
  const begun = performance.now();
  let asked = 0;
  const leaveOut = (reason: string): null => count(unreadOnes, `not read: ${reason}`);
  return {
    /** What a document has that shows some. */
    scanned: () => ({
      ...(asked > 0 && { scanned: [] }),
      ...(described.undescribed.size > 0 && { undescribed: [...described.undescribed.values()] }),
    }),
    note() {
      const sure = `read by OCR, ${Math.round(mean(confidences))} % sure`;
      return joinProblems(told(new Map([[sure, confidences.length], ...described.outcomes])));
    },
    problem: () => joinProblems(told(unreadOnes)),
    /** Null: it is counted. @param load its bytes */
    async read(load: () => Promise<Uint8Array>): Promise<PictureWords | null> {
      asked += 1;
      if (languages === null && descriptions === undefined) return leaveOut(unread);
      if (asked > MOST_PICTURES) return leaveOut(`${MOST_PICTURES} of a document are`);
      const bytes = await load().catch(reasonOf);
      if (typeof bytes === 'string') return leaveOut(bytes);
      const said = described.read(bytes);
      if (said !== undefined) return said;
      if (languages === null) return leaveOut(unread);
      if (performance.now() - begun > LONGEST_MS) return leaveOut('OCR takes too long');
      const words = await wordsOnce(bytes, languages);
      if (typeof words === 'string') return leaveOut(words);
      confidences.push(words.confidence);
      return words;
    },
  };
}

function count(outcomes: Map<string, number>, outcome: string): null {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  return null;
}

function told(outcomes: ReadonlyMap<string, number>): string[] {
  return [...outcomes].flatMap(([outcome, times]) => (times === 0 ? [] : `${counted(times, 'picture')} ${outcome}`));
}

/** The passage of a picture. @param alternative words that describe it */
export function figureOf(number: number, file: string, words: PictureWords, alternative = ''): string {
  const name = basename(file);
  if ('said' in words) return modelReadLine(number, name, words.model, words.said);
  const lead = `Figure ${number} (${name}, read by OCR, ${words.confidence} % sure):`;
  return `${lead}${alternative === '' ? '' : ` ${alternative}`}\n${words.rows}`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns why it has none, for one without words */
async function wordsOnce(bytes: Uint8Array, languages: string): Promise<RecognisedWords | string> {
  const key = `${languages} ${hashOf(bytes)}`;
  const known = remembered.get(key) ?? (await wordsIn(bytes, languages).catch(reasonOf));
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, known);
  return known;
}

async function wordsIn(bytes: Uint8Array, languages: string): Promise<RecognisedWords | string> {
  const { recogniseFigure } = await import('../pdf/picture-reading.ts');
  const figure = await recogniseFigure(bytes, languages);
  const rows = rowsOf(figure);
  return rows === '' ? NO_WORDS : { rows, confidence: figure.page.recognition?.confidence ?? 0 };
}

/** The words of each box, and those beside them in the same row. */
function rowsOf({ text, page }: LoosePage): string {
  const boxes: PdfLine[][] = [];
  for (const line of page.lines.toSorted((one, other) => other.base - one.base)) {
    const box = boxes.find((lines) => isNextIn(lines, line));
    if (box === undefined) boxes.push([line]);
    else box.push(line);
  }
  const rows: PdfLine[][][] = [];
  for (const box of boxes.toSorted((one, other) => middleOf(other) - middleOf(one))) {
    const row = rows.at(-1);
    const [first = []] = row ?? [];
    if (row !== undefined && middleOf(first) - middleOf(box) < (box[0]?.size ?? 0) / 2) row.push(box);
    else rows.push([box]);
  }
  const leftOf = (box: readonly PdfLine[]): number => box[0]?.left ?? 0;
  return rows
    .map((row) => row.toSorted((one, other) => leftOf(one) - leftOf(other)))
    .map((row) => row.map((box) => oneLine(box.map(({ start, end }) => text.slice(start, end)).join(' '))).join(' | '))
    .map((row) => `- ${row}`)
    .join('\n');
}

function isNextIn(lines: readonly PdfLine[], { base, size, left, right }: PdfLine): boolean {
  const last = lines.at(-1);
  if (last === undefined || last.base - base > LINE_STEP * Math.max(size, last.size) || last.base - base < size / 2)
    return false;
  return Math.abs(last.left - left) < size || Math.abs(last.left + last.right - left - right) < 2 * size;
}

function middleOf(lines: readonly PdfLine[]): number {
  return ((lines[0]?.base ?? 0) + (lines.at(-1)?.base ?? 0)) / 2;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { counted } from '@plumbline/contracts/common/counted';
import { modelReadLine } from '@plumbline/contracts/evidence/model-read';
import type { ScanReading } from '../scans/scan-reading.ts';
import { reasonOf } from '../text/document-errors.ts';
import { joinProblems, type ReadText, type UndescribedPicture } from '../text/file-format.ts';

/** What is read of a text that shows pictures. */
export type ShownText = Pick<ReadText, 'text' | 'problem' | 'scanned' | 'undescribed' | 'figures'>;

/** Finds the words of a picture by OCR, as rows, and says how sure they are, in percent. */
type Recognise = (bytes: Uint8Array, languages: string) => Promise<Readonly<{ rows: string; confidence: number }>>;

/** A page of thumbnails must not take longer to read than a book. */
const MOST_PICTURES = 40;
/** After so long the others remain unread: a document keeps the time to be read itself. */
const LONGEST_MS = 25_000;
/** Pictures whose words are remembered, because pages show the same ones. */
const MOST_REMEMBERED = 500;
/** Of pictures that are handed out at a time, unless one alone has more: others follow when these are described. */
const MOST_BYTES = 8_000_000;
/** Of the pictures of figures that are kept with a document. */
const MOST_KEPT_BYTES = 20_000_000;
/** Icons have fewer, and no words that could be read. */
const LEAST_PIXELS = 64 * 64;
/** First bytes of the formats that models read and browsers show; in JPEG they do not name it. */
const SEEN_FORMAT = /^(?:\x89(PNG)\r\n|(GIF)8|RIFF[^]{4}(WEBP)|\xFF\xD8\xFF)/;

const remembered = new Map<string, Awaited<ReturnType<Recognise>> | string>();

/** Reads the pictures that one document shows, each once, and counts those that are not read. */
export class ShownPictures {
  readonly #scans: ScanReading;
  readonly #recognise: Recognise | undefined;
  readonly #outcomes = new Map<string, number>();
  readonly #confidences: number[] = [];
  readonly #undescribed = new Map<string, UndescribedPicture>();
  readonly #seen = new Set<string>();
  readonly #figures: (UndescribedPicture & { readonly written: string })[] = [];
  readonly #begun = performance.now();
  readonly #counts = { asked: 0, figures: 0, handedOut: 0 };

  constructor(scans: ScanReading, recognise?: Recognise) {
    [this.#scans, this.#recognise] = [scans, recognise];
  }

  /** Whether anything reads them. */
  get areRead(): boolean {
    return this.#scans.languages !== null || this.#scans.descriptions !== undefined;
  }

  /** The number of the next figure. */
  next(): number {
    return (this.#counts.figures += 1);
  }

  /** Counts one that is not read. */
  leaveOut(reason: string): null {
    return this.#tell(`not read: ${reason}`);
  }

  /** The passage of a picture. Null: it is counted, was shown before, or is an icon. @param described words about it */
  async figure(file: string, described: string, load: () => Promise<Uint8Array>): Promise<string | null> {
    this.#counts.asked += 1;
    if (!this.areRead) return this.leaveOut(this.#scans.unread);
    if (this.#seen.size >= MOST_PICTURES) return this.leaveOut(`${MOST_PICTURES} of a document are`);
    const bytes = await load().catch((error: unknown) => this.#seen.add(file) && reasonOf(error));
    if (typeof bytes === 'string') return this.leaveOut(bytes);
    const picture = { hash: createHash('sha256').update(bytes).digest('hex'), mediaType: mediaTypeOf(bytes), bytes };
    if (this.#seen.has(picture.hash) || isIcon(picture)) return null;
    this.#seen.add(picture.hash);
    const said = this.#saidOf(picture, basename(file));
    const written = said === undefined ? await this.#wordsOf(picture, basename(file), described) : said;
    if (written === null) return null;
    this.#figures.push({ ...picture, written });
    return written;
  }

  /** What a document with this text has that shows some. @param problems what else of it was not read */
  shown(text: string, ...problems: readonly (string | null)[]): ShownText {
    const [sure, size] = [this.#confidences.reduce((sum, one) => sum + one, 0), this.#confidences.length];
    const read = size === 0 ? [] : [[`read by OCR, ${Math.round(sure / size)} % sure`, size] as const];
    const told = [...read, ...this.#outcomes].map(([outcome, times]) => `${counted(times, 'picture')} ${outcome}`);
    return {
      text,
      problem: joinProblems([...problems, ...told]),
      ...(this.#counts.asked > 0 && { scanned: [] }),
      ...(this.#undescribed.size > 0 && { undescribed: [...this.#undescribed.values()] }),
      ...(this.#figures.length > 0 && { figures: this.#placedIn(text) }),
    };
  }

  /** Of those that a browser can show. */
  #placedIn(text: string): NonNullable<ReadText['figures']> {
    let size = 0;
    return this.#figures.flatMap(({ written, mediaType, bytes }) => {
      const start = text.indexOf(written);
      if (start === -1 || mediaType === '' || (size += bytes.length) > MOST_KEPT_BYTES) return [];
      const label = written.slice(0, written.indexOf('):') + 1);
      return [{ start, end: start + written.length, label, mediaType, bytes }];
    });
  }

  /** What a model says of it. Undefined: nothing. Null: it is to be asked. */
  #saidOf(picture: UndescribedPicture, name: string): string | null | undefined {
    const { vision = '', descriptions } = this.#scans;
    if (descriptions === undefined || picture.mediaType === '') return undefined;
    const said = descriptions[picture.hash];
    if (said === undefined) {
      this.#counts.handedOut += picture.bytes.length;
      if (this.#counts.handedOut <= MOST_BYTES || this.#undescribed.size === 0)
        this.#undescribed.set(picture.hash, picture);
      return null;
    }
    const isSaid = typeof said === 'string';
    this.#tell(`${isSaid ? '' : 'not '}read by the model ${vision}${isSaid ? '' : `: ${said.reason}`}`);
    return isSaid ? modelReadLine(this.next(), name, vision, said) : undefined;
  }

  async #wordsOf({ hash, bytes }: UndescribedPicture, name: string, described: string): Promise<string | null> {
    const { languages, unread } = this.#scans;
    if (languages === null || this.#recognise === undefined) return this.leaveOut(unread);
    if (performance.now() - this.#begun > LONGEST_MS) return this.leaveOut('OCR takes too long');
    const key = `${languages} ${hash}`;
    const words = remembered.get(key) ?? (await this.#recognise(bytes, languages).catch(reasonOf));
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, words);
    if (typeof words === 'string') return this.leaveOut(words);
    if (words.rows === '') return this.leaveOut('OCR finds no words');
    this.#confidences.push(words.confidence);
    const lead = `Figure ${this.next()} (${name}, read by OCR, ${words.confidence} % sure):`;
    return `${lead} ${described}`.trim() + `\n${words.rows}`;
  }

  #tell(outcome: string): null {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    return null;
  }
}

/** Empty: of a format that no model reads. */
function mediaTypeOf(bytes: Uint8Array): string {
  const format = SEEN_FORMAT.exec(Buffer.from(bytes.subarray(0, 12)).toString('latin1'));
  return format === null ? '' : `image/${(format[1] ?? format[2] ?? format[3] ?? 'jpeg').toLowerCase()}`;
}

/** Told of PNG, whose first bytes state its size. */
function isIcon({ mediaType, bytes }: UndescribedPicture): boolean {
  const [width = 0, height = 0] =
    mediaType === 'image/png' && bytes.length > 24 ? [16, 20].map((at) => Buffer.from(bytes).readUInt32BE(at)) : [];
  return width * height > 0 && width * height < LEAST_PIXELS;
}

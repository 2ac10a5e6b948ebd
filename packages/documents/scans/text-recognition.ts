import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type * as Tesseract from 'tesseract.js';
import { installedLanguages } from './scan-reading.ts';

/** A word as it was recognised; places are in pixels from the upper left corner. */
export interface RecognisedWord {
  readonly text: string;
  /** In percent. */
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
}

export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly top: number;
  readonly bottom: number;
  /** Where its letters stand. */
  readonly base: number;
  /** Height of its letters, from the lowest to the highest. */
  readonly height: number;
}

/** Reads the words in pictures (OCR). It works in a thread of this process, and never on the network. */
export interface TextRecogniser {
  /** Lines in the order of reading. @param picture a file: PNG, JPEG, TIFF, BMP or PNM @param isFigure its words are no text */
  read(picture: Uint8Array, isFigure?: boolean): Promise<RecognisedLine[]>;
}

const started = new Map<string, Promise<TextRecogniser>>();

/**
 * It is started once and ends with the process, because loading a language takes as long as reading half a page.
 *
 * @param languages codes like `deu+eng`, which must be installed
 */
export function recogniserOf(languages: string): Promise<TextRecogniser> {
  const known = started.get(languages) ?? startRecogniser(languages);
  started.set(languages, known);
  return known;
}

async function startRecogniser(languages: string): Promise<TextRecogniser> {
  const { createWorker, OEM, PSM } = (await import('tesseract.js')).default;
  const codes = languages.split('+');
  const worker = await withDataOf(codes, (langPath) =>
    createWorker(codes, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', errorHandler: () => undefined }),
  );
  // Between pictures it must not keep the program running. The types of the library lack its thread.
  const { worker: thread } = worker as Tesseract.Worker & { readonly worker: Thread };
  thread.unref();
  return {
    async read(picture, isFigure = false) {
      thread.ref();
      try {
        await worker.setParameters({ tessedit_pageseg_mode: isFigure ? PSM.SPARSE_TEXT : PSM.SINGLE_BLOCK });
        const { data } = await worker.recognize(Buffer.from(picture), {}, { text: false, blocks: true });
        const paragraphs = (data.blocks ?? []).flatMap((block) => block.paragraphs);
        return paragraphs.flatMap(({ lines }) => lines).map(toLine);
      } finally {
        thread.unref();
      }
    },
  };
}

/** The library takes the data of all languages from one folder, but each has a package of its own. */
async function withDataOf<Result>(codes: readonly string[], use: (folder: string) => Promise<Result>): Promise<Result> {
  const installed = installedLanguages();
  const folders = codes.map((code) => {
    const folder = installed.get(code);
    if (folder === undefined) throw new Error(`the data of the language ${code} is not installed`);
    return { folder, file: `${code}.traineddata.gz` };
  });
  const [first] = folders;
  if (folders.length === 1 && first !== undefined) return use(first.folder);
  const together = await mkdtemp(join(tmpdir(), 'plumbline-ocr-'));
  try {
    await Promise.all(folders.map(({ folder, file }) => copyFile(join(folder, file), join(together, file))));
    return await use(together);
  } finally {
    await rm(together, { recursive: true, force: true });
  }
}

function toLine({ words, bbox, baseline, rowAttributes }: Tesseract.Line): RecognisedLine {
  return {
    words: words.map(({ text, confidence, bbox: { x0, x1 } }) => ({ text, confidence, left: x0, right: x1 })),
    top: bbox.y0,
    bottom: bbox.y1,
    base: (baseline.y0 + baseline.y1) / 2,
    height: rowAttributes.rowHeight,
  };
}

import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { languageDetector } from '@plumbline/language/detection';
import { type OpenArchive, openArchive, readRegularFile } from '../files/bounded-files.ts';
import { LargePdfError, reasonOf, UnreadableFileError } from '../text/document-errors.ts';
import { splitPassages } from '../text/passage-splitting.ts';
import { readDocument, type ReadingChoices } from './document-reading.ts';
import type { ParseAnswer, ParseQuestion, ParseReply, ParseRequest } from './parse-protocol.ts';

// Entry of the process that reads files: node parse-process.ts <most bytes of memory> <bytes kept between files>

const MOST_INCLUDED_BYTES = 5_000_000;

// Loaded before memory is watched: every file needs the detector, and its memory does not count against the file.
languageDetector();
const [memoryLimitBytes = 0, keptBytes = 0] = process.argv.slice(2).map(Number);
new Worker(new URL('./parse-watch.ts', import.meta.url), {
  workerData: { memoryLimitBytes, parentPid: process.ppid },
}).unref();
// Out of memory, the kernel kills this process first. /proc exists on Linux only.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);

let before = Promise.resolve();
let keepsTooMuch = false;
process.on('message', (question: ParseQuestion) => {
  before = before.then(async () => {
    // The parent ends this process when it gets the last answer, and asks another one.
    if (keepsTooMuch) return;
    const reply = await replyTo(question);
    const answer: ParseAnswer = { reply, residentBytes: process.memoryUsage.rss() };
    keepsTooMuch = answer.residentBytes > keptBytes;
    process.send?.(answer);
  });
});
process.once('disconnect', () => process.exit());

async function replyTo(question: ParseQuestion): Promise<ParseReply> {
  try {
    const bytes = await bytesOf(question.request.content);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    if (question.kind === 'file') return await parse(question.request, bytes, contentHash);
    if (contentHash !== question.contentHash) throw new UnreadableFileError('keeps changing while it is read');
    return await answerFor(question, bytes, contentHash);
  } catch (error) {
    return { kind: 'unreadable', reason: reasonFor(error) };
  }
}

async function bytesOf(content: ParseRequest['content']): Promise<Uint8Array> {
  if ('bytes' in content) return content.bytes;
  const { path, root, member } = content;
  return member === undefined ? readRegularFile(path, { root }) : unpack(path, member, root);
}

/** The last one stays open: finding each of its members anew would take as long as reading its directory. */
let opened: { readonly key: string; readonly archive: OpenArchive } | null = null;

async function unpack(path: string, member: string, root: string | undefined): Promise<Uint8Array> {
  const { ino, size, mtimeMs, ctimeMs } = await stat(path);
  const key = [path, ino, size, mtimeMs, ctimeMs].join('\0');
  if (opened?.key !== key) {
    opened?.archive.close();
    opened = null;
    opened = { key, archive: await openArchive(path, root) };
  }
  return opened.archive.unpack(member);
}

async function answerFor(
  question: Exclude<ParseQuestion, { kind: 'file' }>,
  bytes: Uint8Array,
  contentHash: string,
): Promise<ParseReply> {
  const { joinLayers, packLayer } = await import('../pdf/pdf-layer-parts.ts');
  const isPicture = question.request.format === 'picture';
  switch (question.kind) {
    case 'pages': {
      if (isPicture) {
        const { pictureLayer } = await import('../pdf/picture-reading.ts');
        const layer = pictureLayer(bytes);
        return { kind: 'pages', part: packLayer(layer), pictures: layer.pages.map((_, index) => index + 1) };
      }
      const { readPdfPages } = await import('../pdf/pdf-reading.ts');
      return { kind: 'pages', ...(await readPdfPages(bytes, question.pages)) };
    }
    case 'recognise': {
      const recognise = isPicture
        ? (await import('../pdf/picture-reading.ts')).recognisePictures
        : (await import('../pdf/pdf-reading.ts')).recognisePdfPages;
      const { numbers, layer } = await recognise(bytes, question.numbers, question.languages);
      return { kind: 'recognised', numbers, part: packLayer(layer) };
    }
    case 'join': {
      const { replacePages } = await import('../pdf/pdf-recognition.ts');
      const recognised = question.recognised.map(({ numbers, part }) => ({ numbers, layer: joinLayers([part]) }));
      const layer = () => replacePages(joinLayers(question.parts), recognised);
      return parse(question.request, bytes, contentHash, layer);
    }
  }
}

async function parse(
  { content, locator, format, charset, scans, knownHash }: ParseRequest,
  bytes: Uint8Array,
  contentHash: string,
  layer: ReadingChoices['layer'] = 'unless large',
): Promise<ParseReply> {
  if (contentHash === knownHash) return { kind: 'unchanged', contentHash, byteLength: bytes.length };
  try {
    const document = await readDocument(bytes, format, locator, charset, {
      layer,
      beside: besideOf(content),
      ...(scans !== undefined && { scans }),
    });
    const { undescribed, language } = document;
    if (undescribed !== undefined) return { kind: 'undescribed', pictures: undescribed, language };
    const passages = splitPassages(document.text, document.language, document.pages);
    return { kind: 'parsed', contentHash, byteLength: bytes.length, document, passages };
  } catch (error) {
    if (error instanceof LargePdfError) {
      return { kind: 'large', contentHash, byteLength: bytes.length, pages: error.pages };
    }
    throw error;
  }
}

/** Reads files of the folder that a document lies in. Links are not followed out of it. */
function besideOf(content: ParseRequest['content']): ReadingChoices['beside'] {
  if ('bytes' in content || content.root === undefined || content.member !== undefined) return undefined;
  const { root, refusesHardLinks } = content;
  return (path) => readRegularFile(join(root, path), { root, refusesHardLinks, maxBytes: MOST_INCLUDED_BYTES });
}

function reasonFor(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  // Thousands of nested elements overflow the stack.
  if (error instanceof RangeError) return 'nested too deeply, or too large, to be read';
  return reasonOf(error);
}

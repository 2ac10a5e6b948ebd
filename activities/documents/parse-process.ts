import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { languageDetector } from '../text/language-detector.ts';
import { UnreadableFileError } from './document-errors.ts';
import { readDocument } from './document-reading.ts';
import { readRegularFile } from './file-reading.ts';
import { reasonOf } from './folder-scan.ts';
import type { ParseAnswer, ParseOutcome, ParseRequest } from './parse-protocol.ts';
import { splitPassages } from './passage-splitting.ts';

// Entry of the process that reads files: node parse-process.ts <most bytes of memory> Loaded before memory is watched:
// every file needs the profiles, and their memory does not count against the file.
languageDetector();
const memoryLimitBytes = Number(process.argv[2]);
new Worker(new URL('./parse-watch.ts', import.meta.url), {
  workerData: { memoryLimitBytes, parentPid: process.ppid },
}).unref();
// Out of memory, the kernel kills this process first. /proc exists on Linux only.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);

process.on('message', (request: ParseRequest) => {
  void parse(request).then((outcome) => {
    const answer: ParseAnswer = { outcome, residentBytes: process.memoryUsage.rss() };
    process.send?.(answer);
  });
});
process.once('disconnect', () => process.exit());

async function parse({ content, locator, format, charset, knownHash }: ParseRequest): Promise<ParseOutcome> {
  try {
    const bytes = 'path' in content ? await readRegularFile(content.path) : content.bytes;
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    if (contentHash === knownHash) return { kind: 'unchanged', contentHash, byteLength: bytes.length };

    const document = await readDocument(bytes, format, locator, charset);
    const passages = splitPassages(document.text, document.language, document.pages);
    return { kind: 'parsed', contentHash, byteLength: bytes.length, document, passages };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonFor(error) };
  }
}

function reasonFor(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message;
  // Thousands of nested elements overflow the stack.
  if (error instanceof RangeError) return 'nested too deeply, or too large, to be read';
  return reasonOf(error);
}

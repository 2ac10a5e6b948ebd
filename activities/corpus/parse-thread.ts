import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { UnreadableFileError } from './corpus-errors.ts';
import type { ParseOutcome, ParseRequest } from './document-parser.ts';
import { readDocument } from './document-reading.ts';
import { reasonOf } from './folder-scan.ts';
import { splitPassages } from './passage-splitting.ts';

// Entry of the thread that reads files, so that a slow document never holds up heartbeats on the main thread.
parentPort?.on('message', (request: ParseRequest) => {
  void parse(request).then((outcome) => parentPort?.postMessage(outcome));
});

async function parse(request: ParseRequest): Promise<ParseOutcome> {
  try {
    const bytes = await readFile(request.path);
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    if (contentHash === request.knownHash) return { kind: 'unchanged', contentHash, byteLength: bytes.length };

    const document = await readDocument(bytes, request.format, request.locator);
    const passages = splitPassages(document.text, document.language, document.pages);
    return { kind: 'parsed', contentHash, byteLength: bytes.length, document, passages };
  } catch (error) {
    const reason = error instanceof UnreadableFileError ? error.message : reasonOf(error);
    return { kind: 'unreadable', reason };
  }
}

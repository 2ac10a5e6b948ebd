import type { ParseOutcome, ParseQuestion, ParseReply, ParseRequest, UnreadableFile } from './parse-protocol.ts';
import type { LayerPart } from './pdf-layer-parts.ts';
import type { PageRange } from './pdf-layer.ts';

/** Pages of a large PDF that are read at a time. */
const PART_PAGES = 500;
/** Pages whose text is cleaned and split within one time limit; both take a small part of the time of reading. */
const JOINED_PAGES = 5_000;

export interface LargePdf {
  readonly request: ParseRequest;
  readonly contentHash: string;
  readonly pages: number;
}

/** @param timeLimits how often the time limit of a file is granted */
type Ask = (question: ParseQuestion, timeLimits: number) => Promise<ParseReply>;

/**
 * Reads a large PDF in parts. Each has the limits of a file; after one that cannot be read no more are begun. Running heads
 * and feet show only in all pages together, so the text is made when all parts are read.
 *
 * @param sideBySide parts that are read at the same time
 * @param onPages called with the number of pages read so far
 */
export async function readInParts(
  pdf: LargePdf,
  ask: Ask,
  sideBySide: number,
  onPages: (done: number) => void,
): Promise<ParseOutcome> {
  const { request, contentHash, pages } = pdf;
  const parts = await readParts(pdf, ask, sideBySide, onPages);
  if (!Array.isArray(parts)) return parts;
  const reply = await ask({ kind: 'join', request, contentHash, parts }, Math.ceil(pages / JOINED_PAGES));
  return reply.kind === 'pages' || reply.kind === 'large' ? refusal(reply, `all ${pages} pages`) : reply;
}

/** @returns the parts in their order, or why one of them cannot be read */
async function readParts(
  { request, contentHash, pages }: LargePdf,
  ask: Ask,
  sideBySide: number,
  onPages: (done: number) => void,
): Promise<LayerPart[] | UnreadableFile> {
  const waiting = [...rangesOf(pages).entries()];
  const parts: LayerPart[] = [];
  let failure: UnreadableFile | null = null;
  let done = 0;
  const readOneByOne = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && failure === null; next = waiting.shift()) {
      const [at, range] = next;
      const reply = await ask({ kind: 'pages', request, contentHash, pages: range }, 1);
      if (reply.kind !== 'pages') {
        failure ??= refusal(reply, `pages ${range.first} to ${range.last}`);
        return;
      }
      parts[at] = reply.part;
      done += range.last - range.first + 1;
      onPages(done);
    }
  };
  onPages(0);
  await Promise.all(Array.from({ length: sideBySide }, readOneByOne));
  return failure ?? parts;
}

function rangesOf(pages: number): PageRange[] {
  return Array.from({ length: Math.ceil(pages / PART_PAGES) }, (_, part) => ({
    first: part * PART_PAGES + 1,
    last: Math.min((part + 1) * PART_PAGES, pages),
  }));
}

function refusal(reply: ParseReply, where: string): UnreadableFile {
  const reason = reply.kind === 'unreadable' ? reply.reason : 'keeps changing while it is read';
  return { kind: 'unreadable', reason: `${reason} (${where})` };
}

import type { ParseOutcome, ParseQuestion, ParseReply, ParseRequest, UnreadableFile } from './parse-protocol.ts';
import type { PageRange } from './pdf-layer.ts';
import type { LayerPart } from './pdf-layer-parts.ts';

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
 * Reads a large PDF in parts, side by side as far as `ask` allows it. Each part has the limits of a file. Running heads
 * and feet show only in all pages together, so the text is made when all parts are read.
 *
 * @param onPages called with the number of pages read so far
 */
export async function readInParts(
  { request, contentHash, pages }: LargePdf,
  ask: Ask,
  onPages: (done: number) => void,
): Promise<ParseOutcome> {
  let done = 0;
  let failure: UnreadableFile | undefined;
  const readPart = async (range: PageRange): Promise<LayerPart | undefined> => {
    const reply = await ask({ kind: 'pages', request, contentHash, pages: range }, 1);
    if (reply.kind === 'pages') {
      done += range.last - range.first + 1;
      onPages(done);
      return reply.part;
    }
    failure ??= refusal(reply, `pages ${range.first} to ${range.last}`);
    return undefined;
  };
  onPages(0);
  const parts = await Promise.all(
    rangesOf(pages).map((range) => (failure === undefined ? readPart(range) : undefined)),
  );
  if (failure !== undefined) return failure;
  const read = parts.filter((part) => part !== undefined);
  const reply = await ask({ kind: 'join', request, contentHash, parts: read }, Math.ceil(pages / JOINED_PAGES));
  return reply.kind === 'pages' || reply.kind === 'large' ? refusal(reply, `all ${pages} pages`) : reply;
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

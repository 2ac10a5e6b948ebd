import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readJson, replaceFile, toJson } from '@plumbline/storage/files';
import PQueue from 'p-queue';
import { z } from 'zod';
import type { PictureDescription } from '../scans/scan-reading.ts';
import { reasonOf } from '../text/document-errors.ts';
import type { UndescribedPicture } from '../text/file-format.ts';
import type { ParseReply, ParseRequest } from './parse-protocol.ts';

/** A model that sees. */
export interface PictureReader {
  readonly model: string;
  /** What it said is kept there, by the hash of the picture. */
  readonly home: string;
  /** What a picture shows, or why the model will not say it. Rejects when it may say so later. @param language of the document */
  readonly describe: (
    picture: UndescribedPicture,
    language: string,
    signal: AbortSignal,
  ) => Promise<PictureDescription>;
}

const AT_A_TIME = 4;
/** After so many failures without an answer between them the model is left alone. */
const MOST_FAILURES = 5;
const keptSchema = z.union([z.string(), z.object({ reason: z.string() })]);

/** Reads a file again as long as it shows pictures that were not described before: it hands out a few at a time. */
export function createDescribedReading(reader: PictureReader | null | undefined) {
  const describe = reader ? createDescriber(reader) : null;
  return async (request: ParseRequest, signal: AbortSignal, read: (request: ParseRequest) => Promise<ParseReply>) => {
    const { scans } = request;
    const descriptions: Record<string, PictureDescription> = {};
    const seeing = describe !== null && scans?.vision !== undefined ? { scans: { ...scans, descriptions } } : {};
    let isUndescribed = false;
    for (;;) {
      const reply = await read({ ...request, ...seeing });
      if (reply.kind === 'parsed' && isUndescribed) return { ...reply, isUndescribed };
      if (reply.kind === 'pages' || reply.kind === 'recognised')
        throw new Error('the parser answered another question');
      if (reply.kind !== 'undescribed') return reply;
      if (describe === null) throw new Error('the parser hands out pictures that it was not asked for');
      const found = reply.pictures.map((picture) => describe(picture, reply.language, signal));
      for (const { hash, said, isFailure } of await Promise.all(found)) {
        descriptions[hash] = said;
        isUndescribed ||= isFailure;
      }
    }
  };
}

/** Asks once for each picture. A failure is not kept. */
function createDescriber({ model, home, describe }: PictureReader) {
  const queue = new PQueue({ concurrency: AT_A_TIME });
  const known = new Map<string, ReturnType<typeof find>>();
  const key = createHash('sha256').update(model).digest('hex').slice(0, 16);
  let failures = 0;
  const find = async (picture: UndescribedPicture, language: string, signal: AbortSignal) => {
    const { hash } = picture;
    const path = join(home, 'descriptions', `${hash}-${key}.json`);
    const kept = await readJson(path, keptSchema);
    if (kept !== null) return { hash, said: kept, isFailure: false };
    if (failures >= MOST_FAILURES) return { hash, said: { reason: 'it failed too often' }, isFailure: true };
    try {
      const said = await describe(picture, language, signal);
      failures = 0;
      await replaceFile(path, toJson(said));
      return { hash, said, isFailure: false };
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      return { hash, said: { reason: reasonOf(error) }, isFailure: true };
    }
  };
  return (picture: UndescribedPicture, language: string, signal: AbortSignal): ReturnType<typeof find> => {
    const found = known.get(picture.hash) ?? queue.add(() => find(picture, language, signal));
    known.set(picture.hash, found);
    return found;
  };
}

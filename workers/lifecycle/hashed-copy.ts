import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Copied {
  readonly bytes: number;
  readonly sha256: string;
}

/** Copies a file, creating its folder, and returns size and hash. @throws {Error} when the target exists */
export async function copyHashed(from: string, to: string, signal: AbortSignal): Promise<Copied> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      bytes += chunk.length;
      pass(null, chunk);
    },
  });
  await pipeline(createReadStream(from), watch, createWriteStream(to, { flags: 'wx' }), { signal });
  return { bytes, sha256: hash.digest('hex') };
}

/** Size and hash of a file. */
export async function hashOf(path: string, signal: AbortSignal): Promise<Copied> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { signal })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BundleContents, BundleFile } from './bundle-contents.ts';
import { archiveOf, BundleNotPossibleError } from './bundle-format.ts';

export interface WrittenBundle {
  readonly path: string;
  readonly bytes: number;
  /** Of the archive: who keeps it elsewhere can tell later whether the bundle is still this one. */
  readonly sha256: string;
}

/** The bytes of a bundle, one file in memory at a time. It fails with a `BundleNotPossibleError` when a document changed meanwhile. */
export function openArchive({ files }: BundleContents): Readable {
  return archiveOf(files.map((file) => ({ ...file, open: () => openFile(file) })));
}

/**
 * Writes a bundle. What is at the path is replaced, but only by a complete one.
 *
 * @throws {BundleNotPossibleError} when a document changed meanwhile
 */
export async function writeBundle(contents: BundleContents, path: string, signal: AbortSignal): Promise<WrittenBundle> {
  const draft = `${path}.${crypto.randomUUID()}.partial`;
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(openArchive(contents), counting, createWriteStream(draft, { flags: 'wx', flush: true }), { signal });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Files of a folder may change between the manifest and here. */
async function openFile(file: BundleFile): Promise<Readable> {
  const { path, sha256 } = file;
  const bytes = await file.load();
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new BundleNotPossibleError(`${path} changed while the bundle was written; export it again`);
  return Readable.from([bytes]);
}

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type BundleMaterial, collectBundle, writeBundle, type WrittenBundle } from '@plumbline/exports/bundles';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { toJson } from '@plumbline/storage/files';
import { openBundle } from '../../../packages/exports/bundles/bundle-archive.ts';
import { archiveOf, manifestSchema, sumsOf } from '../../../packages/exports/bundles/bundle-format.ts';

/** Paths of a published report in a store. */
export interface StoredReport {
  readonly home: string;
  readonly recordPath: string;
  readonly reportPath: string;
}

/** Writes the bundle of a published report, with a history. */
export async function bundleOf(
  { home, recordPath, reportPath }: StoredReport,
  path: string,
  changes: Partial<BundleMaterial> = {},
): Promise<WrittenBundle> {
  const contents = await collectBundle({
    record: await readFile(recordPath, 'utf8'),
    markdown: await readFile(reportPath, 'utf8'),
    blobs: createFileBlobStore(home),
    home,
    withOriginals: true,
    history: { json: '{"events":[]}\n' },
    tool: { name: 'plumbline', version: '0.1.0' },
    now: new Date('2026-01-03T00:00:00.000Z'),
    ...changes,
  });
  return writeBundle(contents, path, new AbortController().signal);
}

/** The files of a bundle with their bytes, in their order. */
export async function filesIn(path: string): Promise<Map<string, Buffer>> {
  const bundle = await openBundle(path);
  try {
    const files = new Map<string, Buffer>();
    for (const entry of bundle.entries) files.set(entry.path, await buffer(await entry.open()));
    return files;
  } finally {
    bundle.close();
  }
}

/** Writes files as the house would, whatever they are. */
export async function writeArchive(files: ReadonlyMap<string, Buffer>, path: string): Promise<void> {
  const archived = [...files].map(([name, bytes]) => ({
    path: name,
    bytes: bytes.length,
    open: async () => Readable.from([bytes]),
  }));
  await writeFile(path, await buffer(archiveOf(archived)));
}

/** What a forger does who changes files and has all hashes follow. */
export function rehash(files: Map<string, Buffer>, changes: object = {}): void {
  const read = manifestSchema.parse(JSON.parse(String(files.get('MANIFEST.json'))));
  const own = ['MANIFEST.json', 'SHA256SUMS'];
  const listed = [...files]
    .filter(([path]) => !own.includes(path))
    .map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256Of(bytes) }));
  const manifest = Buffer.from(toJson({ ...read, files: listed, ...changes }));
  files.set('MANIFEST.json', manifest);
  files.set('SHA256SUMS', Buffer.from(sumsOf([{ path: 'MANIFEST.json', sha256: sha256Of(manifest) }, ...listed])));
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import type { Source } from '@plumbline/contracts/evidence/source';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { type DocumentPlaces, readInside } from '@plumbline/report/source-original';
import { type BlobStore, ifStored, sha256Of } from '@plumbline/storage/blobs';
import { z } from 'zod';
import { BundlePath, hashInPath } from './bundle-format.ts';

/** `sources.json`: which files of a bundle belong to which source. */
export const sourceListSchema = z.array(
  z.strictObject({
    sourceId: z.string(),
    locator: z.string(),
    title: z.string(),
    mediaType: z.string(),
    retrievedAt: z.string(),
    /** SHA-256 (hex) of the document; empty where the record knows none. */
    contentHash: z.string(),
    text: z.string(),
    textLayer: z.string().nullable(),
    /** Null: only its text is here. */
    original: z.string().nullable(),
  }),
);

export type SourceList = z.infer<typeof sourceListSchema>;

/** Where a document's own bytes were found, unchanged; or why not. */
type Original =
  | { readonly bytes: number; readonly load: () => Promise<Uint8Array>; readonly reason: null }
  | { readonly bytes: 0; readonly load: null; readonly reason: string };

interface OriginalPlaces extends DocumentPlaces {
  readonly blobs: Pick<BlobStore, 'getBytes'>;
  /** The folders of the run, as it named them. */
  readonly directories: readonly string[];
}

/** Checks that each file that a source names is in the bundle, and that its original is the one that was read. */
export function sourceListFaults(list: SourceList, present: ReadonlySet<string>): string[] {
  return list.flatMap(({ locator, contentHash, text, textLayer, original }) => {
    const missing = [text, textLayer, original].filter((path) => path !== null && !present.has(path));
    const isOther = original !== null && hashInPath(original) !== contentHash;
    return [
      ...missing.map((path) => `${BundlePath.Sources}, ${locator}: there is no ${path}`),
      ...(isOther ? [`${BundlePath.Sources}, ${locator}: ${original} is not the document that was read`] : []),
    ];
  });
}

/** Checks that the list has the sources of the record, no others, and says of them what the record says. */
export function sourceListDiffers(list: SourceList, { sources }: ResearchRecord): boolean {
  const named = ({ sourceId, locator, title, contentHash }: SourceList[number] | ResearchRecord['sources'][number]) =>
    JSON.stringify([sourceId, locator, title, contentHash]);
  return list.map(named).join('\n') !== sources.map(named).join('\n');
}

/** Finds the bytes that a source was read from: pages are stored, files may still be in their folder. */
export async function findOriginal(source: Source, places: OriginalPlaces): Promise<Original> {
  const { contentHash: sha256 } = source;
  if (sha256 === '') return absent('the report has no hash of it');
  const loadStored = () => ifStored(() => places.blobs.getBytes({ sha256 }));
  const stored = await loadStored();
  if (stored !== null) return found(stored, loadStored);
  let hasChanged = false;
  for (const { root, locator } of candidatesOf(source, places)) {
    const load = () => readInside(root, locator, places);
    const bytes = await load();
    if (bytes !== null && sha256Of(bytes) === sha256) return found(bytes, load);
    hasChanged ||= bytes !== null;
  }
  return absent(
    hasChanged ? 'its file has changed since it was read' : 'its bytes are in no place known to this store',
  );
}

function found(bytes: Uint8Array, load: () => Promise<Uint8Array | null>): Original {
  return { bytes: bytes.length, load: async () => (await load()) ?? new Uint8Array(), reason: null };
}

function absent(reason: string): Original {
  return { bytes: 0, load: null, reason };
}

/** With several folders, a locator begins with the label of its folder. The hash tells which is the right file. */
function candidatesOf({ locator }: Source, { directories }: OriginalPlaces) {
  const unlabelled = locator.slice(locator.indexOf('/') + 1);
  const locators = [...new Set([locator, unlabelled])];
  return directories.flatMap((root) => locators.map((name) => ({ root, locator: name })));
}

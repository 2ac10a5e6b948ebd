import type { Source } from '@plumbline/contracts/evidence/source';
import { type DocumentPlaces, readInside } from '@plumbline/report/source-original';
import { type BlobStore, ifStored, sha256Of } from '@plumbline/storage/blobs';

/** Where a document's own bytes were found, unchanged; or why not. */
export type Original =
  | { readonly bytes: number; readonly load: () => Promise<Uint8Array>; readonly reason: null }
  | { readonly bytes: 0; readonly load: null; readonly reason: string };

export interface OriginalPlaces extends DocumentPlaces {
  readonly blobs: Pick<BlobStore, 'getBytes'>;
  /** The folders of the run, as it named them. */
  readonly directories: readonly string[];
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

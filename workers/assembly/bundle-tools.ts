import type { Readable } from 'node:stream';
import {
  archiveSizeOf,
  type BundleMaterial,
  type BundleVerification,
  collectBundle,
  openArchive,
  verifyBundle,
  writeBundle,
  type WrittenBundle,
} from '@plumbline/exports/bundles';
import type { StoredReport } from '@plumbline/storage/runs';
import project from '../../package.json' with { type: 'json' };

/** What goes into a bundle, and how large it becomes; nothing is written yet. */
export interface PlannedBundle {
  readonly files: number;
  /** Of the whole archive. */
  readonly bytes: number;
  readonly originalsMissing: readonly { readonly locator: string; readonly reason: string }[];
  /** @throws {BundleNotPossibleError} when a document changed meanwhile */
  write(path: string, signal: AbortSignal): Promise<WrittenBundle>;
  /** The bytes of the bundle; the stream fails where `write` does. */
  open(): Readable;
}

export interface BundleTools {
  /** @throws {BundleNotPossibleError} when a text that the report cites is gone; {RecordUnreadableError} */
  plan(report: StoredReport, options: Pick<BundleMaterial, 'withOriginals' | 'history'>): Promise<PlannedBundle>;
  /** Needs nothing but the bundle. @throws {BundleVersionError} */
  verify(path: string): Promise<BundleVerification>;
}

export function createBundleTools(stores: Pick<BundleMaterial, 'home' | 'blobs' | 'buckets'>): BundleTools {
  return {
    async plan({ json: record, markdown }, { withOriginals, history }) {
      const tool = { name: project.name, version: project.version };
      const found = { record, markdown: markdown ?? '', ...stores };
      const contents = await collectBundle({ ...found, withOriginals, history, tool, now: new Date() });
      return {
        files: contents.files.length,
        bytes: archiveSizeOf(contents.files),
        originalsMissing: contents.manifest.originalsMissing,
        write: (path, signal) => writeBundle(contents, path, signal),
        open: () => openArchive(contents),
      };
    },
    verify: verifyBundle,
  };
}

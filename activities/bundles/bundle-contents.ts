import { createHash } from 'node:crypto';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { createStoredTexts } from '../citations/stored-quotes.ts';
import { parseRecord } from '../report/record-reading.ts';
import { quotesOfRecord } from '../report/record-verification.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { toJson } from '../storage/json-files.ts';
import { BundleNotPossibleError } from './bundle-errors.ts';
import {
  BUNDLE_VERSION,
  type BundleManifest,
  BundlePath,
  layerPathOf,
  originalPathOf,
  sumsOf,
  textPathOf,
} from './bundle-format.ts';
import { decisionsOf } from './decisions.ts';
import { findOriginal } from './original-files.ts';
import { quotationsOf } from './quotations.ts';
import { readMeOf } from './read-me.ts';
import type { SourceList } from './source-list.ts';

/** A file of a bundle; its bytes are read when they are written. */
export interface BundleFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  load(): Promise<Uint8Array>;
}

/** Everything that a bundle will hold, in its order. */
export interface BundleContents {
  readonly manifest: BundleManifest;
  readonly files: readonly BundleFile[];
}

/** What a bundle is made of. */
export interface BundleMaterial {
  /** Texts of `report.json` and `report.md`. */
  readonly record: string;
  readonly markdown: string;
  readonly blobs: Pick<BlobStore, 'getBytes' | 'getText'>;
  readonly home: string;
  readonly withOriginals: boolean;
  /** JSON of the run's history in Temporal, or why there is none. */
  readonly history: { readonly json: string } | { readonly reason: string };
  readonly tool: BundleManifest['tool'];
  readonly now: Date;
}

/**
 * Collects the files of a bundle.
 *
 * @throws {RecordUnreadableError}
 * @throws {BundleNotPossibleError} when a text that the report rests on is not in the store
 */
export async function collectBundle(material: BundleMaterial): Promise<BundleContents> {
  const record = parseRecord(BundlePath.Record, material.record);
  const texts = createStoredTexts(material.blobs);
  const sources = await collectSources(record, material);
  const written = [
    textFile(BundlePath.Markdown, material.markdown),
    textFile(BundlePath.Record, material.record),
    textFile(BundlePath.Quotations, toJson(await quotationsOf(record, texts))),
    textFile(BundlePath.Decisions, toJson(decisionsOf(record))),
    textFile(BundlePath.Sources, toJson(sources.listed)),
    ...('json' in material.history ? [textFile(BundlePath.History, material.history.json)] : []),
    ...sources.files,
  ];
  const readMe = textFile(BundlePath.ReadMe, readMeOf(record));
  const manifest = manifestOf(record, material, [readMe, ...written], sources.missing);
  const manifestFile = textFile(BundlePath.Manifest, toJson(manifest));
  const sums = textFile(BundlePath.Sums, sumsOf([manifestFile, ...manifest.files]));
  return { manifest, files: [readMe, manifestFile, sums, ...written] };
}

function manifestOf(
  { researchId, rulesVersion }: ResearchRecord,
  { history, tool, now }: BundleMaterial,
  files: readonly BundleFile[],
  originalsMissing: BundleManifest['originalsMissing'],
): BundleManifest {
  return {
    format: 'plumbline-audit-bundle',
    formatVersion: BUNDLE_VERSION,
    tool,
    rulesVersion,
    researchId,
    createdAt: now.toISOString(),
    history: 'json' in history ? { included: true } : { included: false, reason: history.reason },
    originalsMissing,
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  };
}

function textFile(path: string, text: string): BundleFile {
  const bytes = Buffer.from(text, 'utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, bytes: bytes.length, sha256, load: async () => bytes };
}

async function collectSources(record: ResearchRecord, material: BundleMaterial) {
  const files = new Map<string, BundleFile>();
  const keep = (file: BundleFile | null): string | null => {
    if (file !== null) files.set(file.path, file);
    return file?.path ?? null;
  };
  for (const hash of textHashesOf(record)) keep(await storedFile(textPathOf(hash), hash, material));
  const missing: BundleManifest['originalsMissing'] = [];
  const listed: SourceList = [];
  // One after another: a report may rest on hundreds of documents.
  for (const source of record.sources) {
    const { sourceId, locator, title, mediaType, retrievedAt, contentHash, text, textLayer } = source;
    const layer = textLayer && keep(await storedFile(layerPathOf(textLayer.sha256), textLayer.sha256, material));
    const { file, reason } = await originalFile(source, record, material);
    if (reason !== null) missing.push({ locator, reason });
    const paths = { text: textPathOf(text.sha256), textLayer: layer, original: keep(file) };
    listed.push({ sourceId, locator, title, mediaType, retrievedAt, contentHash, ...paths });
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), listed, missing };
}

/** Every text that something in the record points into; a quotation may be of an older one than its source's. */
function textHashesOf(record: ResearchRecord): Set<string> {
  return new Set([
    ...record.sources.map(({ text }) => text.sha256),
    ...record.findings.map(({ passageSpan }) => passageSpan.textHash),
    ...quotesOfRecord(record).map(({ quote }) => quote.textHash),
  ]);
}

async function storedFile(path: string, sha256: string, { blobs }: BundleMaterial): Promise<BundleFile> {
  const load = () => blobs.getBytes({ sha256 });
  const bytes = await load().catch((error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    throw new BundleNotPossibleError(`the report rests on a text that cannot be read: ${what}`, { cause: error });
  });
  return { path, bytes: bytes.length, sha256, load };
}

async function originalFile(
  source: ResearchRecord['sources'][number],
  { request }: ResearchRecord,
  { withOriginals, blobs, home }: BundleMaterial,
): Promise<{ readonly file: BundleFile | null; readonly reason: string | null }> {
  if (!withOriginals) return { file: null, reason: 'left out when the bundle was written' };
  const original = await findOriginal(source, { blobs, home, directories: request.corpusDirectories });
  if (original.load === null) return { file: null, reason: original.reason };
  const { contentHash: sha256, locator } = source;
  const { bytes, load } = original;
  return { file: { path: originalPathOf(sha256, locator), bytes, sha256, load }, reason: null };
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { parseRecord, RecordDamagedError, RecordUnreadableError } from '@plumbline/report/record-reading';
import { checkRecord, type RecordVerification } from '@plumbline/report/record-verification';
import { RULES_VERSION } from '@plumbline/report/records';
import { BlobNotFoundError } from '@plumbline/storage/blobs';
import { toJson } from '@plumbline/storage/files';
import { z } from 'zod';
import { openBundle, type OpenedBundle } from './bundle-archive.ts';
import { decisionsOf } from './bundle-contents.ts';
import {
  archiveOf,
  BUNDLE_VERSION,
  type BundleManifest,
  BundlePath,
  BundleRefusedError,
  BundleVersionError,
  hashInPath,
  isBundlePath,
  manifestSchema,
  quotationsSchema,
  REQUIRED_PATHS,
  sumsOf,
  textPathOf,
  versionedSchema,
} from './bundle-format.ts';
import { quotationFaults, quotationsOf } from './quotations.ts';
import { sourceListDiffers, sourceListFaults, sourceListSchema } from './source-list.ts';

const CHANGED = `${BundlePath.Manifest} or ${BundlePath.Sums} was changed: the second has another hash of the first`;

/** What was found in a bundle; the counts are 0 where files were changed, as then nothing else is looked at. */
export interface BundleVerification extends RecordVerification {
  readonly files: number;
  /** Null where the manifest cannot be believed. */
  readonly manifest: Pick<BundleManifest, 'researchId' | 'createdAt' | 'history' | 'originalsMissing'> | null;
}

const NOTHING_CHECKED = { quotes: 0, citations: 0, claims: 0, trust: null, unchecked: [] };

/**
 * Checks a bundle with nothing but itself: every file against its hash, every quotation against its text, every claim,
 * the rendering, and the archive byte for byte.
 *
 * @throws {BundleVersionError}
 */
export async function verifyBundle(path: string): Promise<BundleVerification> {
  try {
    const bundle = await openBundle(path);
    try {
      return await verifyOpened(path, bundle);
    } finally {
      bundle.close();
    }
  } catch (error) {
    if (!(error instanceof BundleRefusedError)) throw error;
    return { problems: [error.message], files: 0, manifest: null, ...NOTHING_CHECKED };
  }
}

async function verifyOpened(path: string, bundle: OpenedBundle): Promise<BundleVerification> {
  const { manifest, problems } = await readManifest(bundle);
  const files = bundle.entries.length;
  if (manifest === null) return { problems, files, manifest, ...NOTHING_CHECKED };
  const changed = [...problems, ...(await fileProblems(bundle, manifest))];
  const about = { files, manifest };
  if (changed.length > 0) return { problems: changed, ...about, ...NOTHING_CHECKED };
  const checked = await checkContents(bundle, manifest);
  const fault = await archiveFault(path, bundle);
  return { ...checked, ...about, problems: [...checked.problems, ...(fault === null ? [] : [fault])] };
}

async function checkContents(bundle: OpenedBundle, manifest: BundleManifest): Promise<RecordVerification> {
  const text = async (file: string) => (await bundle.read(file))?.toString('utf8') ?? '';
  const quotations = parseJson(BundlePath.Quotations, await text(BundlePath.Quotations), quotationsSchema);
  const sources = parseJson(BundlePath.Sources, await text(BundlePath.Sources), sourceListSchema);
  const faults = [
    ...(await quotationFaults(quotations, (file) => bundle.read(file))),
    ...sourceListFaults(sources, new Set(bundle.entries.map(({ path }) => path))),
  ];
  const record = readRecord(await text(BundlePath.Record));
  if ('problem' in record) return { ...NOTHING_CHECKED, problems: [...faults, record.problem] };
  const quotes = quotations.quotations.length;
  if ('unchecked' in record) return { ...NOTHING_CHECKED, quotes, problems: faults, unchecked: [record.unchecked] };
  const texts = textsOf(bundle);
  const hasPresentRules = manifest.rulesVersion === RULES_VERSION;
  const markdown = await text(BundlePath.Markdown);
  const checked = await checkRecord({ record, texts, markdown, markdownPath: BundlePath.Markdown, hasPresentRules });
  const derived = [
    ...(record.researchId === manifest.researchId ? [] : [`${BundlePath.Manifest} names another run than report.json`]),
    ...(sourceListDiffers(sources, record) ? [notAsRecorded(BundlePath.Sources)] : []),
    ...differs(BundlePath.Quotations, await text(BundlePath.Quotations), await quotationsOf(record, texts)),
    // Newer rules add settings and their defaults, so that the same decisions read differently.
    ...(hasPresentRules ? differs(BundlePath.Decisions, await text(BundlePath.Decisions), decisionsOf(record)) : []),
  ];
  return { ...checked, problems: [...faults, ...checked.problems, ...derived] };
}

function differs(path: string, text: string, expected: unknown): string[] {
  return text === toJson(expected) ? [] : [notAsRecorded(path)];
}

function notAsRecorded(path: string): string {
  return `${path} is not what ${BundlePath.Record} says`;
}

type RecordReading = ResearchRecord | { readonly problem: string } | { readonly unchecked: string };

/** A record of another schema version is no fault: its quotations can still be checked. */
function readRecord(text: string): RecordReading {
  try {
    return parseRecord({ name: BundlePath.Record, json: text });
  } catch (error) {
    if (error instanceof RecordDamagedError) return { problem: error.message };
    if (!(error instanceof RecordUnreadableError)) throw error;
    return error.name === 'NoRecordError' ? { problem: error.message } : { unchecked: error.message };
  }
}

function textsOf(bundle: OpenedBundle) {
  return createStoredTexts({
    async getText({ sha256 }) {
      const bytes = await bundle.read(textPathOf(sha256));
      if (bytes === null) throw new BlobNotFoundError(sha256);
      return bytes.toString('utf8');
    },
  });
}

/**
 * Writes the archive anew from what it holds, in memory, and compares: finds changes in what belongs to no file, such as
 * names, times and bytes between files.
 *
 * @returns what is wrong, or null
 */
async function archiveFault(path: string, { entries }: OpenedBundle): Promise<string | null> {
  const [own, anew] = await Promise.all([createReadStream(path), archiveOf(entries)].map(hashOf));
  return own === anew ? null : 'the archive was changed outside its files';
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

/** The manifest of a bundle, or what is wrong with it. */
type ManifestReading =
  | { readonly manifest: BundleManifest; readonly problems: readonly string[] }
  | { readonly manifest: null; readonly problems: readonly string[] };

/**
 * Reads the manifest and compares it with `SHA256SUMS`.
 *
 * @throws {BundleRefusedError} when it is no bundle
 * @throws {BundleVersionError}
 */
async function readManifest(bundle: OpenedBundle): Promise<ManifestReading> {
  const [bytes, sums] = [await bundle.read(BundlePath.Manifest), await bundle.read(BundlePath.Sums)];
  if (bytes === null) throw new BundleRefusedError(`the bundle is refused: it has no ${BundlePath.Manifest}`);
  if (sums === null) return { manifest: null, problems: [`${BundlePath.Sums} is missing`] };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const own = { path: BundlePath.Manifest, sha256 };
  if (!sums.toString('utf8').startsWith(sumsOf([own]))) return { manifest: null, problems: [CHANGED] };
  const manifest = parseManifest(bytes.toString('utf8'));
  const isSame = sums.toString('utf8') === sumsOf([own, ...manifest.files]);
  return {
    manifest,
    problems: isSame ? [] : [`${BundlePath.Sums} was changed: it differs from ${BundlePath.Manifest}`],
  };
}

function parseManifest(text: string): BundleManifest {
  const content = parseJson(BundlePath.Manifest, text, z.unknown());
  const versioned = versionedSchema.safeParse(content).data;
  if (versioned?.format === 'plumbline-audit-bundle' && versioned.formatVersion !== BUNDLE_VERSION) {
    const versions = `format version ${versioned.formatVersion}, and this version of the project checks ${BUNDLE_VERSION} only`;
    throw new BundleVersionError(`the bundle cannot be checked: it has ${versions}`);
  }
  return parseJson(BundlePath.Manifest, text, manifestSchema);
}

/** @throws {BundleRefusedError} that names the file and the place in it */
function parseJson<Value>(path: string, text: string, schema: z.ZodType<Value>): Value {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const places = parsed.error.issues.slice(0, 3).map((issue) => issue.path.join('.') || 'its beginning');
    throw new BundleRefusedError(`the bundle is refused: ${path} is malformed at ${places.join(', ')}`);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new BundleRefusedError(`the bundle is refused: ${path} is not JSON`, { cause: error });
    if (error instanceof RangeError)
      throw new BundleRefusedError(`the bundle is refused: ${path} is nested too deeply`, { cause: error });
    throw error;
  }
}

/** Compares every file with the manifest: missing, additional and changed ones, by name. */
async function fileProblems(bundle: OpenedBundle, manifest: BundleManifest): Promise<string[]> {
  const problems = listProblems(bundle, manifest);
  const sizes = new Map(bundle.entries.map(({ path, bytes }) => [path, bytes]));
  // One after another: documents may be large.
  for (const { path, bytes, sha256 } of manifest.files) {
    const size = sizes.get(path);
    if (size === undefined) continue;
    const isSame = size === bytes && (await bundle.hash(path)) === sha256;
    if (!isSame) problems.push(`${path} was changed: size or SHA-256 are not those of ${BundlePath.Manifest}`);
    else if ((hashInPath(path) ?? sha256) !== sha256)
      problems.push(`${path} is not what its name says: it has another SHA-256`);
  }
  return problems;
}

function listProblems({ entries }: OpenedBundle, { files, history }: BundleManifest): string[] {
  const listed = new Set(files.map(({ path }) => path));
  const present = new Set(entries.map(({ path }) => path));
  const unlisted: readonly string[] = [BundlePath.Manifest, BundlePath.Sums];
  const expected = [...REQUIRED_PATHS.filter((path) => !unlisted.includes(path)), ...listed];
  const needed = new Set(history.included ? [...expected, BundlePath.History] : expected);
  return [
    ...(listed.size === files.length ? [] : [`${BundlePath.Manifest} lists a file twice`]),
    ...[...listed]
      .filter((path) => !isBundlePath(path))
      .map((path) => `${BundlePath.Manifest} lists ${JSON.stringify(path)}, which no bundle has`),
    ...[...needed].filter((path) => !present.has(path)).map((path) => `${path} is missing`),
    ...[...present]
      .filter((path) => !listed.has(path) && !unlisted.includes(path))
      .map((path) => `${path} is in the archive, but not in ${BundlePath.Manifest}`),
  ];
}

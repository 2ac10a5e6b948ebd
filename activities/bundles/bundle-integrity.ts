import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BundleRefusedError, BundleVersionError } from './bundle-errors.ts';
import {
  BUNDLE_VERSION,
  type BundleManifest,
  BundlePath,
  hashInPath,
  isBundlePath,
  manifestSchema,
  REQUIRED_PATHS,
  sumsOf,
  versionedSchema,
} from './bundle-format.ts';
import type { OpenedBundle } from './bundle-reading.ts';

/** The manifest of a bundle, or what is wrong with it. */
export type ManifestReading =
  | { readonly manifest: BundleManifest; readonly problems: readonly string[] }
  | { readonly manifest: null; readonly problems: readonly string[] };

const CHANGED = `${BundlePath.Manifest} or ${BundlePath.Sums} was changed: the second has another hash of the first`;

/**
 * Reads the manifest and compares it with `SHA256SUMS`.
 *
 * @throws {BundleRefusedError} when it is none
 * @throws {BundleVersionError}
 */
export async function readManifest(bundle: OpenedBundle): Promise<ManifestReading> {
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
export function parseJson<Value>(path: string, text: string, schema: z.ZodType<Value>): Value {
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
export async function fileProblems(bundle: OpenedBundle, manifest: BundleManifest): Promise<string[]> {
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

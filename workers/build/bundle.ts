import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { converterPaths } from '../../payloads/data-converter.ts';
import { CACHE, IS_PACKED } from '../install/installation.js';

const WORKFLOWS_PATH = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
const PRELOADED_PATH = fileURLToPath(new URL('../../workflows/preloaded-contracts.ts', import.meta.url));

/** Shared by all homes; on an installation that cannot be written, each home has a bundle of its own. */
export const SHARED_FOLDER = CACHE;

/** In the same folder of a package: the bundles for both settings. */
export const PACKED_BUNDLES = 'bundles';

/** Where the bundle of a home's worker may be, the best place first. */
export function bundleFolders(home: string): readonly string[] {
  return [SHARED_FOLDER, home];
}

/** The workflow bundle of this build: a stored one, or a new one, which is then stored in the first folder that takes it. */
export async function loadBundle(
  folders: readonly string[],
  buildId: string,
  options: BundleOptions,
): Promise<{ readonly code: string }> {
  if (IS_PACKED) return { code: await packedBundle(options) };
  const name = `bundle-${buildId}${options.encrypts ? '-encrypts' : ''}.js`;
  for (const folder of folders) {
    const stored = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (stored !== undefined) return { code: stored };
  }
  const { code } = await buildBundle(options);
  await storeInFirst(folders, name, buildId, code);
  return { code };
}

/** In a package, which has no sources. */
async function packedBundle({ encrypts }: BundleOptions): Promise<string> {
  const bytes = brotliDecompressSync(await readFile(join(CACHE, PACKED_BUNDLES)));
  const { plain, encrypting } = deserialize(bytes) as { readonly plain: string; readonly encrypting: string };
  return encrypts ? encrypting : plain;
}

async function storeInFirst(
  [folder, ...others]: readonly string[],
  name: string,
  buildId: string,
  code: string,
): Promise<void> {
  if (folder === undefined) return;
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true });
    await removeOlderBundles(folder, buildId);
    await writeFile(`${path}.${process.pid}`, code);
    await rename(`${path}.${process.pid}`, path);
  } catch (error) {
    if (others.length === 0) throw error;
    await storeInFirst(others, name, buildId, code);
  }
}

export interface BundleOptions {
  /** Whether an encryption key is set: failures are then encoded so that the codec encrypts them. */
  readonly encrypts: boolean;
}

export function buildBundle(options: BundleOptions): Promise<{ readonly code: string }> {
  return bundleWorkflowCode({
    workflowsPath: WORKFLOWS_PATH,
    preloadModules: [PRELOADED_PATH],
    ...converterPaths(options),
    // Places in the sources stay known. The sources themselves are half of the bundle, and each worker would keep
    // several copies.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
    logger: new DefaultLogger('WARN'),
  });
}

/** A worker of another build rebuilds its bundle when needed. */
async function removeOlderBundles(folder: string, buildId: string): Promise<void> {
  const bundles = (await readdir(folder)).filter((name) => /^bundle-[0-9a-f]{12}(?:-encrypts)?\.js$/.test(name));
  const older = bundles.filter((name) => !name.startsWith(`bundle-${buildId}`));
  await Promise.all(older.map((name) => rm(join(folder, name), { force: true })));
}

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { converterPaths } from '../../payloads/data-converter.ts';

const WORKFLOWS_PATH = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
const PRELOADED_PATH = fileURLToPath(new URL('../../workflows/preloaded-contracts.ts', import.meta.url));

/** The workflow bundle of this build: the stored one, or a new one, which is then stored. */
export async function loadBundle(
  home: string,
  buildId: string,
  options: BundleOptions,
): Promise<{ readonly code: string }> {
  const path = join(home, `bundle-${buildId}${options.encrypts ? '-encrypts' : ''}.js`);
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined) return { code: stored };
  const { code } = await buildBundle(options);
  await removeOlderBundles(home);
  await writeFile(`${path}.${process.pid}`, code);
  await rename(`${path}.${process.pid}`, path);
  return { code };
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
    logger: new DefaultLogger('WARN'),
  });
}

/** A worker of another build rebuilds its bundle when needed. */
async function removeOlderBundles(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const bundles = (await readdir(home)).filter((name) => /^bundle-[0-9a-f]{12}(?:-encrypts)?\.js$/.test(name));
  await Promise.all(bundles.map((name) => rm(join(home, name), { force: true })));
}

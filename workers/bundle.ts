import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

export const PAYLOAD_CONVERTER_PATH = fileURLToPath(new URL('../workflows/payload-converter.ts', import.meta.url));
const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

/** The workflow code in the form that the sandbox loads: the stored one of this build, or a new one, which is stored. */
export async function loadBundle(home: string, buildId: string): Promise<{ readonly code: string }> {
  const path = join(home, `bundle-${buildId}.js`);
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined) return { code: stored };
  const { code } = await buildBundle();
  await removeOlderBundles(home);
  await writeFile(`${path}.${process.pid}`, code);
  await rename(`${path}.${process.pid}`, path);
  return { code };
}

export function buildBundle(): Promise<{ readonly code: string }> {
  return bundleWorkflowCode({
    workflowsPath: WORKFLOWS_PATH,
    payloadConverterPath: PAYLOAD_CONVERTER_PATH,
    logger: new DefaultLogger('WARN'),
  });
}

/** Whoever still needs one builds it again. */
async function removeOlderBundles(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const bundles = (await readdir(home)).filter((name) => /^bundle-[0-9a-f]{12}\.js$/.test(name));
  await Promise.all(bundles.map((name) => rm(join(home, name), { force: true })));
}

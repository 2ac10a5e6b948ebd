import { spawn } from 'node:child_process';
import { cp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelAdditionError, type Transfer } from './model-download.ts';

/** Why not onnxruntime-web: see decision 0146. */
const RUNTIME = 'onnxruntime-node';
const VERSION = '1.30.0';
const LAST_LINES = 400;

/**
 * Puts the runtime beside a model, from a folder that has it, or with npm. It is no dependency of the project: few need it,
 * and it is larger than all of it.
 *
 * @throws {ModelAdditionError}
 */
export async function bringRuntime(folder: string, from: string | null, transfer: Transfer): Promise<void> {
  const modules = join(folder, 'node_modules');
  if (await isThere(join(modules, RUNTIME))) return;
  if (from !== null && (await isThere(join(from, 'node_modules', RUNTIME)))) {
    transfer.onProgress(`Copying ${RUNTIME}`);
    await cp(join(from, 'node_modules'), modules, { recursive: true, verbatimSymlinks: true });
  } else {
    transfer.onProgress(`Installing ${RUNTIME} ${VERSION} with npm (114 MB)`);
    // Without it npm would install into a folder above.
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    await installWithNpm(folder, transfer.signal);
  }
  await removeForeignParts(join(modules, RUNTIME));
}

/** Its install script fetches parts for graphics processors, which are not needed. */
async function installWithNpm(folder: string, signal: AbortSignal): Promise<void> {
  const words = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    `${RUNTIME}@${VERSION}`,
  ];
  const npm = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], signal });
  let output = '';
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-LAST_LINES);
  });
  const problem = await new Promise<string | null>((resolve) => {
    npm.on('error', ({ message }) => resolve(message));
    npm.on('close', (code) => resolve(code === 0 ? null : `it ended with code ${code}: ${output.trim()}`));
  });
  signal.throwIfAborted();
  if (problem === null) return;
  throw new ModelAdditionError(
    `npm could not install ${RUNTIME}: ${problem}\nWithout internet, run "npm install --ignore-scripts ${RUNTIME}@${VERSION}" in a folder elsewhere, put the model's files beside its node_modules, and name the folder with --from.`,
  );
}

/** It comes for all systems: 300 MB, of which one needs 50. */
async function removeForeignParts(runtime: string): Promise<void> {
  const versions = join(runtime, 'bin');
  for (const version of await readdir(versions).catch(() => [])) {
    for (const platform of await readdir(join(versions, version))) {
      for (const processor of await readdir(join(versions, version, platform))) {
        if (platform === process.platform && processor === process.arch) continue;
        await rm(join(versions, version, platform, processor), { recursive: true });
      }
    }
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

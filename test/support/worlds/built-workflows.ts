import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBuildId } from '../../../workers/build/build-id.ts';
import { loadBundle } from '../../../workers/build/bundle.ts';

/** Names the folder with the bundle that this test run built; set by the global set-up, inherited by every test file. */
const FOLDER_VARIABLE = 'TEST_BUILT_WORKFLOWS';

const bundleName = async (): Promise<string> => `bundle-${await loadBuildId()}.js`;

/**
 * Builds the workflow code once for all files of a test run: a build takes three seconds of processor time, and every
 * new home would need one. @returns what removes it
 */
export async function buildWorkflowsOnce(): Promise<() => Promise<void>> {
  if (process.env[FOLDER_VARIABLE] !== undefined) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-workflows-'));
  await loadBundle(folder, await loadBuildId(), { encrypts: false });
  process.env[FOLDER_VARIABLE] = folder;
  return async () => {
    delete process.env[FOLDER_VARIABLE];
    await rm(folder, { recursive: true });
  };
}

/** The workflow code of this test run; undefined outside of a run that built one. */
export async function readBuiltWorkflows(): Promise<{ readonly code: string } | undefined> {
  const folder = process.env[FOLDER_VARIABLE];
  return folder === undefined ? undefined : { code: await readFile(join(folder, await bundleName()), 'utf8') };
}

/** Puts the workflow code of this test run, if there is one, where the workers of a home look for it. */
export async function copyBuiltWorkflows(home: string): Promise<void> {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) return;
  const name = await bundleName();
  await mkdir(home, { recursive: true });
  await copyFile(join(folder, name), join(home, name));
}

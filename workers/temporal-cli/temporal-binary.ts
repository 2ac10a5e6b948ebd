import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { BinarySearch, Provision, TemporalBinarySettings } from './binary-provision.ts';
import { buildTemporalBinary } from './temporal-build.ts';
import { downloadTemporalBinary } from './temporal-download.ts';

const execute = promisify(execFile);

/** All ways to find a Temporal CLI failed. */
export class TemporalBinaryNotFoundError extends Error {
  override readonly name = 'TemporalBinaryNotFoundError';

  constructor(attempts: readonly string[]) {
    super(
      `No Temporal CLI was found. Install it or set TEMPORAL_CLI_PATH. What was tried:\n${attempts.map((line, index) => `  ${index + 1}. ${line}`).join('\n')}`,
    );
  }
}

/**
 * Finds the Temporal CLI: TEMPORAL_CLI_PATH, `temporal` on the PATH, the project's cache, the Temporal SDK's download,
 * a build by Go; the last two fill the cache.
 *
 * @throws {Error} when TEMPORAL_CLI_PATH is set and does not run: an explicit choice is never replaced
 * @throws {TemporalBinaryNotFoundError} when all five ways fail
 */
export async function findTemporalBinary(
  settings: TemporalBinarySettings,
  search: BinarySearch,
  provisions: { readonly download: Provision; readonly build: Provision } = {
    download: downloadTemporalBinary,
    build: buildTemporalBinary,
  },
): Promise<string> {
  search.onProgress('finding-cli', 'looking for the Temporal CLI');
  if (settings.cliPath !== undefined) return demandBinary(settings.cliPath);

  const cached = join(settings.cacheDirectory, 'temporal');
  const attempts = ['TEMPORAL_CLI_PATH: not set'];
  const ways: readonly (readonly [string, () => Promise<string>])[] = [
    ['temporal on the PATH', () => findOnPath(settings.searchPath)],
    ['cache', () => checked(cached)],
    ['download by the Temporal SDK', () => provisioned(cached, settings, search, provisions.download)],
    ['build by Go', () => provisioned(cached, settings, search, provisions.build)],
  ];
  for (const [name, way] of ways) {
    try {
      return await way();
    } catch (error) {
      search.signal.throwIfAborted();
      attempts.push(`${name}: ${reasonOf(error)}`);
    }
  }
  throw new TemporalBinaryNotFoundError(attempts);
}

async function demandBinary(path: string): Promise<string> {
  try {
    return await checked(path);
  } catch (error) {
    throw new Error(
      `TEMPORAL_CLI_PATH: ${reasonOf(error)}. Correct it, or unset it to find or build the CLI automatically.`,
    );
  }
}

async function provisioned(
  target: string,
  settings: TemporalBinarySettings,
  search: BinarySearch,
  provision: Provision,
): Promise<string> {
  await provision(target, settings, search);
  return checked(target);
}

async function findOnPath(searchPath: string): Promise<string> {
  for (const directory of searchPath.split(delimiter).filter((entry) => entry !== '')) {
    const candidate = join(directory, 'temporal');
    const isExecutable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return checked(candidate);
  }
  throw new Error('not found');
}

/** Returns `path` if it is a working Temporal CLI. */
async function checked(path: string): Promise<string> {
  const { stdout } = await execute(path, ['--version'], { timeout: 20_000 }).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Error(isMissing ? `${path} does not exist` : `${path} does not run (${firstLine(reasonOf(error))})`);
  });
  if (!/^temporal version /m.test(stdout)) {
    throw new Error(`${path} is not the Temporal CLI (--version says "${firstLine(stdout)}")`);
  }
  return path;
}

function firstLine(output: string): string {
  return output.trim().split('\n')[0] ?? '';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

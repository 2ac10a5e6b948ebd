import { execFile, spawn } from 'node:child_process';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isMissing } from '@plumbline/storage/files';
import { type ExclusiveLock, waitForLock } from '@plumbline/storage/locks';
import { TEMPORAL_CLI_VERSION, type TemporalBinarySettings } from '../config/temporal.ts';

const REPORT_INTERVAL_MS = 10_000;

/** Gives up when nothing has arrived for this long, because an unreachable service would cost minutes. */
const STALL_LIMIT_MS = 15_000;

const execute = promisify(execFile);

/** How a search is stopped and how it reports progress. */
interface BinarySearch {
  readonly signal: AbortSignal;
  readonly onProgress: (phase: 'finding-cli' | 'building-cli', detail: string) => void;
}

/** Puts the binary at `target`, completely or not at all. */
export type Provision = (target: string, settings: TemporalBinarySettings, search: BinarySearch) => Promise<void>;

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
    throw new Error(
      isMissing(error) ? `${path} does not exist` : `${path} does not run (${firstLine(reasonOf(error))})`,
    );
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

/** Downloads the CLI through the Temporal SDK, in its own process, because the SDK offers no way to stop it. */
const downloadTemporalBinary: Provision = async (target, { environment }, { signal, onProgress }) => {
  onProgress('finding-cli', `downloading the Temporal CLI ${TEMPORAL_CLI_VERSION} through the Temporal SDK`);
  await mkdir(dirname(target), { recursive: true });
  const workspace = await mkdtemp(join(dirname(target), 'download-'));
  try {
    await runDownload(workspace, environment, signal);
    await rename(join(workspace, `temporal-${TEMPORAL_CLI_VERSION}`), target);
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
};

function runDownload(directory: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const script = fileURLToPath(new URL('./temporal-download-process.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const download = spawn(process.execPath, [script, directory, TEMPORAL_CLI_VERSION], {
      env: environment,
      signal,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const stopWatching = watchForStall(directory, () => {
      reject(new Error(`no answer for ${STALL_LIMIT_MS / 1000} s`));
      download.kill('SIGKILL');
    });
    let output = '';
    download.stderr.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    download.on('error', reject);
    download.on('close', (code) => {
      stopWatching();
      if (code === 0) resolve();
      else reject(new Error(output.trim() || `ended with code ${code}`));
    });
  });
}

function watchForStall(directory: string, onStall: () => void): () => void {
  let received = 0;
  let lastGrowth = Date.now();
  const check = async () => {
    const size = await totalSize(directory);
    if (size > received) lastGrowth = Date.now();
    received = size;
    if (Date.now() - lastGrowth > STALL_LIMIT_MS) onStall();
  };
  const checking = setInterval(() => void check(), 1_000);
  return () => clearInterval(checking);
}

async function totalSize(directory: string): Promise<number> {
  const names = await readdir(directory).catch(() => []);
  const sizes = names.map((name) =>
    stat(join(directory, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Builds the CLI with the machine's Go. Only one process builds at a time: others wait and use its result. */
export const buildTemporalBinary: Provision = async (target, { environment }, search) => {
  const directory = dirname(target);
  await mkdir(directory, { recursive: true });
  const lock = await waitForBuildLock(directory, search);
  try {
    if (await exists(target)) return;
    await removeUnfinishedBuilds(directory);
    const workspace = await mkdtemp(join(directory, 'build-'));
    await install(workspace, environment, search);
    await rename(join(workspace, 'temporal'), target);
    await rm(workspace, { recursive: true });
  } finally {
    lock.release();
  }
};

async function waitForBuildLock(directory: string, search: BinarySearch): Promise<ExclusiveLock> {
  let isReported = false;
  return waitForLock(join(directory, 'build.lock'), search.signal, () => {
    if (!isReported) search.onProgress('building-cli', 'another process is building the Temporal CLI; waiting for it');
    isReported = true;
  });
}

async function install(binaryDirectory: string, environment: NodeJS.ProcessEnv, search: BinarySearch): Promise<void> {
  const started = Date.now();
  const report = () => {
    const seconds = Math.round((Date.now() - started) / 1000);
    search.onProgress(
      'building-cli',
      `building the Temporal CLI ${TEMPORAL_CLI_VERSION} with Go: ${seconds} s so far; takes about 4 minutes, once`,
    );
  };
  report();
  const reporting = setInterval(report, REPORT_INTERVAL_MS);
  try {
    await runGo(['install', `github.com/temporalio/cli/cmd/temporal@${TEMPORAL_CLI_VERSION}`], {
      environment: { ...environment, GOBIN: binaryDirectory },
      signal: search.signal,
    });
  } finally {
    clearInterval(reporting);
  }
}

/** Go starts compilers, so it gets its own process group, which can be ended as a whole. */
function runGo(
  parameters: readonly string[],
  { environment, signal }: { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = spawn('go', parameters, { env: environment, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const stop = () => {
      if (go.pid !== undefined) process.kill(-go.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', stop, { once: true });
    let output = '';
    go.stderr.setEncoding('utf8').on('data', (part: string) => {
      output = (output + part).slice(-2_000);
    });
    go.on('error', (error) => reject(isMissing(error) ? new Error('Go is not on the PATH') : error));
    go.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (code === 0) resolve();
      else reject(new Error(`go install failed (exit code ${code}): ${output.trim().split('\n').at(-1) ?? ''}`));
    });
  });
}

async function removeUnfinishedBuilds(directory: string): Promise<void> {
  const leftovers = (await readdir(directory)).filter((name) => name.startsWith('build-'));
  for (const name of leftovers) await rm(join(directory, name), { recursive: true, force: true });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ExclusiveLock, waitForLock } from '../../activities/storage/exclusive-lock.ts';
import { type BinarySearch, type Provision, TEMPORAL_CLI_VERSION } from './binary-provision.ts';

const REPORT_INTERVAL_MS = 10_000;

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
    go.on('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      reject(isMissing ? new Error('Go is not on the PATH') : error);
    });
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

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Provision, TEMPORAL_CLI_VERSION } from './binary-provision.ts';

/** Gives up when nothing has arrived for this long, because an unreachable service would cost minutes. */
const STALL_LIMIT_MS = 15_000;

/** Downloads the CLI through the Temporal SDK, in its own process, because the SDK offers no way to stop it. */
export const downloadTemporalBinary: Provision = async (target, { environment }, { signal, onProgress }) => {
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

import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  EMBEDDED_STATE_FILE,
  type EmbeddedState,
  embeddedStateSchema,
} from '@plumbline/contracts/common/embedded-state';
import { createEnvironment } from '@plumbline/contracts/settings/environment-reader';

/** In the working folder. */
const FOLDER_HOME = '.plumbline';

/** A full disk is reported where something is written, so that `delete --unused` can still free space. */
const OF_A_FULL_DISK: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** The store that all folders share which have none of their own, once there is one. */
export function sharedHome(environment: NodeJS.ProcessEnv): string {
  const data = createEnvironment(environment).read('XDG_DATA_HOME') ?? join(homedir(), '.local', 'share');
  return join(data, 'plumbline');
}

/** The folder of the store, absolute and without symbolic links: one folder is always the same home. It may not exist yet. */
export function homeOf(environment: NodeJS.ProcessEnv): string {
  const shared = sharedHome(environment);
  const named = createEnvironment(environment).read('PLUMBLINE_HOME');
  const usual = () => (!existsSync(FOLDER_HOME) && existsSync(shared) ? shared : FOLDER_HOME);
  const home = resolve(named ?? usual());
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
}

/**
 * Why a folder cannot be the home, and what to do; null when it can be written to, or created. Nothing is left behind.
 *
 * Node's own recursive `mkdir` never ends where a file system refuses new entries with "no such entry", as /proc does. So
 * every process asks this before it creates anything.
 */
export function homeProblem(home: string): string | null {
  const problem = findProblem(home);
  return problem === null
    ? null
    : `PLUMBLINE_HOME: ${problem}. Set it to a folder that you can write to, for example ~/plumbline`;
}

function findProblem(home: string): string | null {
  let existing = home;
  try {
    existing = nearestExisting(home);
    const isFile = !statSync(existing).isDirectory();
    if (isFile) return existing === home ? `${home} is a file` : `cannot create ${home}, because ${existing} is a file`;
    accessSync(existing, constants.W_OK | constants.X_OK);
    rmdirSync(mkdtempSync(join(existing, '.plumbline-')));
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (OF_A_FULL_DISK.has(code)) return null;
    return existing === home ? `cannot write to ${home} (${code})` : `cannot create ${home} (${code} in ${existing})`;
  }
}

/** The folder itself, or the nearest entry above it that is there. */
function nearestExisting(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error;
    return nearestExisting(dirname(path));
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** The last state that a supervisor of this home wrote, running or not; undefined when it cannot be read. */
export function loadRecordedState(home: string): EmbeddedState | undefined {
  try {
    return embeddedStateSchema.parse(JSON.parse(readFileSync(join(home, EMBEDDED_STATE_FILE), 'utf8')));
  } catch {
    // A missing or foreign file only means that the previous ports are unknown.
    return undefined;
  }
}

/**
 * The folder exists, because the supervisor's lock is in it; a removed home is not recreated. Atomic: readers see the
 * old or the new state. Readable only by the owner, because it contains the control token.
 */
export function writeState(home: string, state: EmbeddedState): void {
  const path = join(home, EMBEDDED_STATE_FILE);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

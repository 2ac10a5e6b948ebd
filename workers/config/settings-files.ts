import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EnvironmentVariable, plainAddressValue } from '@plumbline/contracts/settings/environment-values';
import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import { isMissing, replaceFile, toJson } from '@plumbline/storage/files';
import { z } from 'zod';
import { homeOf } from '../home/home-folder.ts';

export const SETTINGS_FILE = 'config.json';

/** The variables that may be in the file. No secrets, and no paths of them, which would open any file to the page. */
export const FILE_VARIABLES: Readonly<Record<string, Omit<EnvironmentVariable, 'readBy'>>> = {
  OPENAI_BASE_URL: ENVIRONMENT_VARIABLES.OPENAI_BASE_URL,
  PLUMBLINE_MODEL: ENVIRONMENT_VARIABLES.PLUMBLINE_MODEL,
  PLUMBLINE_SMALL_MODEL: ENVIRONMENT_VARIABLES.PLUMBLINE_SMALL_MODEL,
  PLUMBLINE_EMBEDDING_BASE_URL: ENVIRONMENT_VARIABLES.PLUMBLINE_EMBEDDING_BASE_URL,
  PLUMBLINE_EMBEDDING_MODEL: ENVIRONMENT_VARIABLES.PLUMBLINE_EMBEDDING_MODEL,
  PLUMBLINE_OCR: ENVIRONMENT_VARIABLES.PLUMBLINE_OCR,
  PLUMBLINE_NOTIFY: ENVIRONMENT_VARIABLES.PLUMBLINE_NOTIFY,
  PLUMBLINE_PAGE_URL: ENVIRONMENT_VARIABLES.PLUMBLINE_PAGE_URL,
  // The variables of search providers are defined with the providers, which would take long to load.
  SEARXNG_URL: { schema: plainAddressValue, meaning: 'address of a SearXNG server, which searches the web' },
};

/** Variables with their values. */
export type FileSettings = Readonly<Record<string, string>>;

const SUFFIX = '_FILE';

/**
 * The environment with what the file of the home sets; the environment wins. It is for reading only, never for another
 * process: there the values would win over a file that has changed.
 *
 * @param reject is told what is wrong with the file, under its name
 * @param settings instead of those in the file
 */
export function withSettingsFile(
  environment: NodeJS.ProcessEnv,
  reject: (problem: string) => void,
  settings: FileSettings = readSettingsFile(homeOf(environment), reject),
): NodeJS.ProcessEnv {
  const missing = Object.entries(settings).filter(([name]) => !isSet(environment, name));
  return missing.length === 0 ? environment : { ...environment, ...Object.fromEntries(missing) };
}

export function isSet(environment: NodeJS.ProcessEnv, name: string): boolean {
  return (environment[name] ?? '').trim() !== '';
}

/** What can be used of the file; without one, nothing. */
export function readSettingsFile(home: string, reject: (problem: string) => void): FileSettings {
  const path = join(home, SETTINGS_FILE);
  try {
    const written = z.record(z.string(), z.unknown()).safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (written.success) return checkedSettings(written.data, (problem) => reject(`${path}: ${problem}`));
    reject(`${path}: must be an object of variables and their values`);
  } catch (error) {
    // A home that is a file is said elsewhere.
    if (!isMissing(error)) reject(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {};
}

/** The entries that may be in the file. @param reject is told what is wrong with the others */
export function checkedSettings(
  written: Readonly<Record<string, unknown>>,
  reject: (problem: string) => void,
): FileSettings {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    const { schema } = Object.hasOwn(FILE_VARIABLES, name) ? (FILE_VARIABLES[name] ?? {}) : {};
    const text = z.string().trim().min(1).max(2_000).safeParse(value);
    const fault = text.success ? schema?.safeParse(text.data).error : text.error;
    if (schema === undefined) {
      reject(`${name} cannot be set here, only ${Object.keys(FILE_VARIABLES).join(', ')}; set it in the environment`);
    } else if (fault !== undefined) reject(`${name}: ${fault.issues[0]?.message}`);
    else if (text.success) settings[name] = text.data;
  }
  return settings;
}

/** Replaces the file; others cannot read it. */
export function writeSettingsFile(home: string, settings: FileSettings): Promise<void> {
  return replaceFile(join(home, SETTINGS_FILE), toJson(settings), 0o600);
}

/**
 * The environment with the variables whose value is in a file: `NAME_FILE=/run/secrets/name` stands for `NAME`, as containers
 * hand over secrets. Only a final line end is removed.
 *
 * @param reject is told what is wrong, under the variable's name
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv, reject: (problem: string) => void): NodeJS.ProcessEnv {
  const read: Record<string, string | undefined> = {};
  for (const name of Object.keys(environment)) {
    const meant = variableIn(name);
    const path = meant === null ? undefined : environment[name];
    if (meant === null || path === undefined || path.trim() === '') continue;
    read[name] = undefined;
    if ((environment[meant] ?? '').trim() !== '') reject(`${name}: ${meant} is set as well; keep one of them`);
    else read[meant] = contentOf(name, path.trim(), reject);
  }
  return Object.keys(read).length === 0 ? environment : { ...environment, ...read };
}

/** The variable that `NAME_FILE` stands for; null where it is a variable of its own, or of something else. */
function variableIn(name: string): string | null {
  if (!name.endsWith(SUFFIX) || isVariable(name)) return null;
  const meant = name.slice(0, -SUFFIX.length);
  return isVariable(meant) ? meant : null;
}

/** The keys of search providers are defined with the providers, which would take long to load. */
function isVariable(name: string): boolean {
  return name in ENVIRONMENT_VARIABLES || name.endsWith('_API_KEY');
}

function contentOf(name: string, path: string, reject: (problem: string) => void): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    reject(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEnvironment, type Environment } from '@plumbline/contracts/settings/environment-reader';
import { type EnvironmentVariable, plainAddressValue } from '@plumbline/contracts/settings/environment-values';
import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import { z } from 'zod';
import { homeOf } from '../home/home-folder.ts';
import {
  CONFIG_FILE,
  editConfigFile,
  type FileSettings,
  readConfigFile,
  readFolderSettings,
  SETTING_AT,
} from './config-file.ts';

/** What the page may set. No secrets, and no paths of them, which would open any file to the page. */
export const PAGE_SETTINGS: Readonly<Record<string, EnvironmentVariable>> = {
  OPENAI_BASE_URL: ENVIRONMENT_VARIABLES.OPENAI_BASE_URL,
  PLUMBLINE_MODEL: ENVIRONMENT_VARIABLES.PLUMBLINE_MODEL,
  'model.small': ENVIRONMENT_VARIABLES['model.small'],
  PLUMBLINE_EMBEDDING_BASE_URL: ENVIRONMENT_VARIABLES.PLUMBLINE_EMBEDDING_BASE_URL,
  PLUMBLINE_EMBEDDING_MODEL: ENVIRONMENT_VARIABLES.PLUMBLINE_EMBEDDING_MODEL,
  PLUMBLINE_OCR: ENVIRONMENT_VARIABLES.PLUMBLINE_OCR,
  'notify.to': ENVIRONMENT_VARIABLES['notify.to'],
  'page.url': ENVIRONMENT_VARIABLES['page.url'],
  // The variables of search providers are defined with the providers, which would take long to load.
  SEARXNG_URL: { schema: plainAddressValue, meaning: 'address of a SearXNG server, which searches the web' },
};

/** Endpoints, and the key that each may get: one goes only to the endpoint that it was set with. */
const PAIRS = [
  ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
  ['PLUMBLINE_EMBEDDING_BASE_URL', 'PLUMBLINE_EMBEDDING_API_KEY'],
  ['rerank.endpoint', 'rerank.key'],
] as const;

/** How the settings of a working folder reach the processes that a command starts. */
const OF_FOLDER = 'plumbline.folder';
const SUFFIX = '_FILE';

/** The config file of a home, or the one that is named in its place. */
export function configPathOf(environment: NodeJS.ProcessEnv): string {
  return environment['PLUMBLINE_CONFIG']?.trim() || join(homeOf(environment), CONFIG_FILE);
}

export function isSet(environment: NodeJS.ProcessEnv, name: string): boolean {
  return (environment[name] ?? '').trim() !== '';
}

/**
 * The environment with what the file of the home sets, then that of the working folder; the environment wins. It is for
 * reading only, never for another process: there the values would win over a file that has changed.
 *
 * @param reject is told what is wrong with the file, with its line
 * @param home instead of the settings in the file of the home
 */
export function withSettingsFile(
  environment: NodeJS.ProcessEnv,
  reject: (problem: string) => void,
  home: FileSettings = readHomeSettings(environment, reject),
): NodeJS.ProcessEnv {
  const folder = folderSettingsIn(environment);
  const layers = [home, folder].filter((layer) => Object.keys(layer).length > 0);
  if (layers.length === 0) return environment;
  const merged: NodeJS.ProcessEnv = { ...folder, ...home };
  for (const [name, value] of Object.entries(environment)) if (isSet(environment, name)) merged[name] = value;
  for (const [endpoint, key] of PAIRS) {
    const keyOf = (layer: FileSettings | undefined) => environment[layer?.[key] ?? ''];
    const setBy = layers.find((layer) => layer[endpoint] !== undefined);
    if (isSet(environment, endpoint)) merged[key] = environment[key];
    else if (setBy !== undefined) merged[key] = keyOf(setBy);
    else merged[key] = environment[key] ?? keyOf(layers.find((layer) => layer[key] !== undefined));
  }
  return merged;
}

/** The settings of the environment and its files, for who loads no configuration: there it is said what is wrong with them. */
export const readSettings = (environment: NodeJS.ProcessEnv): Environment =>
  createEnvironment(withSettingsFile(environment, () => undefined));

export function readHomeSettings(environment: NodeJS.ProcessEnv, reject: (problem: string) => void): FileSettings {
  return readConfigFile(configPathOf(environment), reject);
}

/** What the command that started this process has read of its working folder. */
export function folderSettingsIn(environment: NodeJS.ProcessEnv): FileSettings {
  return z.record(z.string(), z.string()).parse(JSON.parse(environment[OF_FOLDER] ?? '{}'));
}

/** The environment with what may be used of the file of the working folder. @param tell is told what waits for trust */
export function withFolderSettings(
  environment: NodeJS.ProcessEnv,
  reject: (problem: string) => void,
  tell: (note: string) => void,
): NodeJS.ProcessEnv {
  const found = readFolderSettings(process.cwd(), homeOf(environment), reject);
  if (found === undefined) return environment;
  const { path, held, settings } = found;
  if (held.length > 0)
    tell(`${path} sets ${held.join(', ')}, which is not used before you trust the file: npx plumbline config trust`);
  return { ...environment, [OF_FOLDER]: JSON.stringify(settings) };
}

/** A setting as it holds here. */
export interface SettingInUse {
  /** In a config file. */
  readonly place: string;
  /** Of a secret only that it is set; null: it is not set. */
  readonly value: string | null;
  /** What holds where nothing is set; may be empty. */
  readonly otherwise: string;
  readonly from: 'environment' | 'home' | 'folder' | 'default';
  /** The variable that may set it; null: the files alone. */
  readonly variable: string | null;
  readonly meaning: string;
}

/** Every setting that a config file may have, with what holds and where it comes from: environment, home, folder. */
export function describeSettings(environment: NodeJS.ProcessEnv): SettingInUse[] {
  const given = withSecretFiles(environment, () => undefined);
  const home = readHomeSettings(given, () => undefined);
  const folder = folderSettingsIn(given);
  const merged = withSettingsFile(given, () => undefined, home);
  const table: Readonly<Record<string, EnvironmentVariable>> = ENVIRONMENT_VARIABLES;
  return [...SETTING_AT].map(([place, name]) => {
    const { isSecret = false, meaning, default: usual, unset = '' } = table[name] ?? { meaning: 'address of searxng' };
    const value = merged[name]?.trim() || null;
    const isOfFile = value !== given[name]?.trim();
    const from =
      isOfFile && home[name] !== undefined ? 'home' : isOfFile && folder[name] !== undefined ? 'folder' : 'environment';
    return {
      place,
      value: value !== null && isSecret ? 'set' : value,
      otherwise: usual ?? unset,
      from: value === null ? 'default' : from,
      variable: name.includes('.') ? null : name,
      meaning,
    };
  });
}

/** The entries that the page may set. @param reject is told what is wrong with the others */
export function checkedSettings(
  written: Readonly<Record<string, unknown>>,
  reject: (problem: string) => void,
): FileSettings {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    const { schema } = Object.hasOwn(PAGE_SETTINGS, name) ? (PAGE_SETTINGS[name] ?? {}) : {};
    const text = z.string().trim().min(1).max(2_000).safeParse(value);
    const fault = text.success ? schema?.safeParse(text.data).error : text.error;
    if (schema === undefined) {
      reject(`${name} cannot be set here, only ${Object.keys(PAGE_SETTINGS).join(', ')}; set it in plumbline.yml`);
    } else if (fault !== undefined) reject(`${name}: ${fault.issues[0]?.message}`);
    else if (text.success) settings[name] = text.data;
  }
  return settings;
}

/**
 * What the home's file says when the page has set all it may set. Who sets an endpoint there means the key of the
 * environment for it.
 */
export function withPageSettings(
  environment: NodeJS.ProcessEnv,
  present: FileSettings,
  chosen: FileSettings,
): FileSettings {
  const others = Object.entries(present).filter(([name]) => !Object.hasOwn(PAGE_SETTINGS, name));
  const keys = PAIRS.filter(([endpoint, key]) => chosen[endpoint] !== undefined && isSet(environment, key));
  return { ...Object.fromEntries(keys.map(([, key]) => [key, key])), ...Object.fromEntries(others), ...chosen };
}

/** Changes what differs in the home's file. */
export function writeHomeSettings(
  environment: NodeJS.ProcessEnv,
  present: FileSettings,
  settings: FileSettings,
): Promise<void> {
  const removed = Object.fromEntries(Object.keys(present).map((name) => [name, null]));
  return editConfigFile(configPathOf(environment), { ...removed, ...settings });
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

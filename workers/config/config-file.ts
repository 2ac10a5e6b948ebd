import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { addressValue, type EnvironmentVariable } from '@plumbline/contracts/settings/environment-values';
import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';
import { isMissing, replaceFile, toJson } from '@plumbline/storage/files';
import type * as yaml from 'yaml';
import { z } from 'zod';

/** In a home, and in a working folder. */
export const CONFIG_FILE = 'plumbline.yml';
/** In a home: files of working folders that may set everything, by the hash of what they say. */
const TRUSTED_FILE = 'trusted.json';

/** Settings by their names: of a secret, the name of the variable that holds it. */
export type FileSettings = Readonly<Record<string, string>>;

const TABLE: Readonly<Record<string, EnvironmentVariable>> = ENVIRONMENT_VARIABLES;

/** The name of each setting by its place in a config file. */
export const SETTING_AT: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TABLE).flatMap(([name, { file }]): [string, string][] =>
    file === undefined ? [] : [[file, name]],
  ),
  ...Object.keys(TABLE).flatMap((name): [string, string][] => (name.includes('.') ? [[name, name]] : [])),
  // The addresses of search providers are defined with the providers, which would take long to load.
  ['web.searxng', 'SEARXNG_URL'],
]);
const PROVIDER_ADDRESS = /^web\.[a-z-]+-url$/u;

/** What the file of a folder may set before it is trusted: nothing that sends, stores or runs anything elsewhere. */
const FREE =
  /^(?:documents\.(?:folders|ocr)|answers\.|memory\.|model\.(?:name|small|max-tokens|temperature|timeout-seconds)|embedding\.(?:model|query-prefix|passage-prefix|dimensions)|rerank\.model|temporal\.linger|web\.page-ttl-hours)/u;

/** Tokens of services, and other words too long to be written by hand. */
const LOOKS_LIKE_KEY =
  /^(?:sk|pk|rk|gh[pousr]|glpat|xox[abprs]|AIza|AKIA|ya29|hf|tvly)[-_]?[\w-]{12,}$|^(?=[^\d]*\d)(?=.*[A-Za-z])[\w+/=-]{40,}$|-----BEGIN/u;
const VARIABLE_NAME = /^[A-Z][A-Z0-9_]{0,99}$/u;

const load = createRequire(import.meta.url);
/** Loaded late: every command looks for a file, and many find none. */
const parser = () => load('yaml') as typeof yaml;

/** What can be used of the file; without one, nothing. @param reject is told what is wrong, with its line */
export function readConfigFile(path: string, reject: (problem: string) => void): FileSettings {
  const text = textOf(path, reject);
  return text === null ? {} : settingsIn(text, path, reject);
}

function textOf(path: string, reject: (problem: string) => void): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!isMissing(error)) reject(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** What files said when they were last read here: several parts of a command read the same ones. */
const known = new Map<
  string,
  { readonly text: string; readonly settings: FileSettings; readonly problems: string[] }
>();

/** @param path of the file that says this */
function settingsIn(text: string, path: string, reject: (problem: string) => void): FileSettings {
  let said = known.get(path);
  if (said?.text !== text) {
    const problems: string[] = [];
    said = { text, settings: parseSettings(text, path, (problem) => problems.push(problem)), problems };
    known.set(path, said);
  }
  said.problems.forEach(reject);
  return said.settings;
}

function parseSettings(text: string, path: string, reject: (problem: string) => void): FileSettings {
  const { isMap, isNode, isScalar, LineCounter, parseDocument } = parser();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const lineOf = (node: unknown) => lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0).line;
  const settings: Record<string, string> = {};
  for (const { message, pos } of document.errors)
    reject(`${path}:${lines.linePos(pos[0]).line}: ${message.split('\n')[0]?.replace(/ at line .*/u, '')}`);
  if (document.errors.length > 0 || document.contents === null) return settings;
  const visit = (node: unknown, above: string): void => {
    if (!isMap(node)) return reject(`${path}:${lineOf(node)}: ${above || 'the file'} must be a group of settings`);
    for (const { key, value } of node.items) {
      const place = `${above}${above === '' ? '' : '.'}${isScalar(key) ? String(key.value) : '?'}`;
      const isGroup = [...SETTING_AT.keys()].some((known) => known.startsWith(`${place}.`));
      if (isGroup) {
        if (value !== null && !(isScalar(value) && value.value === null)) visit(value, place);
        continue;
      }
      const given: unknown = value === null ? null : document.getIn(place.split('.'));
      const read = readSetting(place, isMap(value) ? {} : plainOf(given));
      if ('problem' in read) reject(`${path}:${lineOf(key)}: ${place}: ${read.problem}`);
      else if (read.text !== '') settings[read.name] = read.text;
    }
  };
  visit(document.contents, '');
  return withPlaces(settings, path);
}

const plainOf = (node: unknown): unknown => (parser().isCollection(node) ? node.toJSON() : node);

/** Folders are relative to the file. */
function withPlaces(settings: Record<string, string>, path: string): FileSettings {
  const { 'documents.folders': folders } = settings;
  if (folders === undefined) return settings;
  const placed = folders.split('\n').map((place) => (place.includes('://') ? place : resolve(dirname(path), place)));
  return { ...settings, 'documents.folders': placed.join('\n') };
}

type ReadSetting = { readonly name: string; readonly text: string } | { readonly problem: string };

/** @param place in a config file @param value as YAML has it */
function readSetting(place: string, value: unknown): ReadSetting {
  const name = SETTING_AT.get(place) ?? (PROVIDER_ADDRESS.test(place) ? place : undefined);
  if (name === undefined) return { problem: `there is no such setting${nearestPlace(place)}` };
  const { schema, isSecret = false } = TABLE[name] ?? { schema: addressValue };
  const separator = name === 'documents.folders' ? '\n' : ',';
  const text = (Array.isArray(value) ? value.map(textOfValue).join(separator) : textOfValue(value)).trim();
  if (isSecret && !VARIABLE_NAME.test(text))
    return { problem: 'must be the name of an environment variable, such as OPENAI_API_KEY, never the key itself' };
  if (LOOKS_LIKE_KEY.test(text))
    return { problem: 'looks like a key, which belongs into an environment variable; delete it here, and replace it' };
  const fault = isSecret || text === '' ? undefined : schema.safeParse(text).error?.issues[0]?.message;
  return fault === undefined ? { name, text } : { problem: fault };
}

function textOfValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function nearestPlace(place: string): string {
  const last = place.split('.').at(-1) ?? '';
  const near = [...SETTING_AT.keys()].filter(
    (known) => known.endsWith(`.${last}`) || known.startsWith(place.slice(0, -1)),
  );
  return near.length === 0
    ? '; `npx plumbline config --unset` lists them'
    : `; did you mean ${near.slice(0, 3).join(', ')}?`;
}

/** Changes settings in a file, whose comments and order stay; others cannot read it. @param settings null: not in it */
export async function editConfigFile(path: string, settings: Readonly<Record<string, string | null>>): Promise<void> {
  const { parseDocument } = parser();
  const text = textOf(path, () => undefined);
  const document = parseDocument(text ?? '');
  for (const [place, name] of SETTING_AT) {
    const value = settings[name];
    const at = place.split('.');
    if (value === null) document.deleteIn(at);
    else if (value !== undefined) {
      const values = name === 'documents.folders' ? value.split('\n') : value;
      document.setIn(at, /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) : values);
    }
  }
  mkdirSync(dirname(path), { recursive: true });
  await replaceFile(path, document.contents === null ? '' : document.toString({ lineWidth: 0 }), 0o600);
}

/** What the file of a working folder sets, and what of it waits until it is trusted, by its places. */
export interface FolderSettings {
  readonly path: string;
  readonly settings: FileSettings;
  readonly held: readonly string[];
}

/** Undefined: the folder has no file. @param home whose trust counts */
export function readFolderSettings(
  folder: string,
  home: string,
  reject: (problem: string) => void,
): FolderSettings | undefined {
  const path = join(folder, CONFIG_FILE);
  const text = textOf(path, () => undefined);
  if (text === null || folder === home) return undefined;
  const settings = settingsIn(text, path, reject);
  if (trustedIn(home)[path] === hashOf(text)) return { path, settings, held: [] };
  const placeOf = new Map([...SETTING_AT].map(([place, name]) => [name, place]));
  const entries = Object.entries(settings);
  const groups = entries.flatMap(([name]) => /^(.*\.)endpoint$/u.exec(placeOf.get(name) ?? '')?.[1] ?? []);
  // The name of a model means nothing without its endpoint.
  const isFree = (name: string): boolean => {
    const place = placeOf.get(name) ?? name;
    return FREE.test(place) && !groups.some((group) => place.startsWith(group));
  };
  const held = entries.filter(([name]) => !isFree(name)).map(([name]) => placeOf.get(name) ?? name);
  return { path, settings: Object.fromEntries(entries.filter(([name]) => isFree(name))), held };
}

/** Lets the file of a folder set everything, as long as it says what it says now. @returns its path; null: the folder has no file */
export function trustFolder(folder: string, home: string): string | null {
  const path = join(folder, CONFIG_FILE);
  const text = textOf(path, () => undefined);
  if (text === null) return null;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, TRUSTED_FILE), toJson({ ...trustedIn(home), [path]: hashOf(text) }), { mode: 0o600 });
  return path;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function trustedIn(home: string): Readonly<Record<string, string>> {
  const text = textOf(join(home, TRUSTED_FILE), () => undefined) ?? '{}';
  return z.record(z.string(), z.string()).catch({}).parse(JSON.parse(text));
}

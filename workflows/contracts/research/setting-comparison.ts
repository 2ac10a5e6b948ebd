import { canonicalJson } from '../common/canonical-json.ts';
import { describeSelection } from '../common/file-selection.ts';
import type { DifferentSetting, SettingValue } from '../settings/setting.ts';
import type { ResearchRequest } from './research-request.ts';

/** How the requests of two runs differ, by name; the question and the user are excluded. */
export function compareSettings(a: ResearchRequest, b: ResearchRequest): DifferentSetting[] {
  const [own, others] = [settingsOf(a), settingsOf(b)];
  const names = [...new Set([...own.keys(), ...others.keys()])].sort();
  const isEqual = (name: string) => canonicalJson(own.get(name) ?? null) === canonicalJson(others.get(name) ?? null);
  return names
    .filter((name) => !isEqual(name) || (name === FOLDERS && !haveSameFolders(a, b)))
    .map((name) => ({ name, a: own.get(name) ?? null, b: others.get(name) ?? null }));
}

const FOLDERS = 'corpusDirectories';

function settingsOf({
  corpusDirectories,
  fileSelections,
  web,
  settings,
  userId,
}: ResearchRequest): Map<string, SettingValue> {
  return new Map<string, SettingValue>([
    // Where folders lie on the machine of a server is no matter of its clients.
    [FOLDERS, corpusDirectories.map(nameOf).sort()],
    ...(fileSelections === undefined
      ? []
      : [['fileSelections', fileSelections.map(describeSelection).sort()] as const]),
    ['readsMemory', userId !== undefined],
    ...flatten('web', web),
    ...flatten('settings', settings),
  ]);
}

/** The last part of a path. */
function nameOf(folder: string): string {
  return folder.split('/').findLast((part) => part !== '') ?? folder;
}

function haveSameFolders(a: ResearchRequest, b: ResearchRequest): boolean {
  return canonicalJson(a.corpusDirectories.toSorted()) === canonicalJson(b.corpusDirectories.toSorted());
}

function flatten(path: string, value: unknown): [string, SettingValue][] {
  if (value === null || value === undefined) return [[path, null]];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[path, value]];
  if (Array.isArray(value))
    return [[path, value.map((part) => (typeof part === 'string' ? part : canonicalJson(part)))]];
  return Object.entries(value).flatMap(([name, field]) => flatten(`${path}.${name}`, field));
}

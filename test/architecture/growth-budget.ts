import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles } from './circle-rules.ts';
import { importsOf, resolveImport, type SourceFile } from './import-rules.ts';
import { readSources } from './source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const SHORT = 25;
/** Where the number of files from one question to its rules is measured. */
const START = 'activities/entries/research/check-report.ts';
const RULES = 'packages/evidence/';
const WORDS_OF_LANGUAGES = 'packages/language/languages/';
const METAPHORS = /\b(?:nobody|whoever|those of|is none)\b/giu;

/** What the project consists of. */
export interface House {
  readonly sources: readonly SourceFile[];
  readonly decisions: number;
}

export type Measure =
  | 'product files'
  | 'product lines'
  | 'folders'
  | 'folders of the second level'
  | 'most files flat in one folder'
  | 'files with one importer'
  | 'files under 25 lines'
  | 'circles'
  | 'settings'
  | 'decisions'
  | 'words of private metaphor';

/** The most that there may be. */
export type Budget = Readonly<Record<Measure, number>>;

/** Raise a number only for a reason that the commit states; lower it after taking away. */
export const BUDGET: Budget = {
  'product files': 1_253,
  'product lines': 136_863,
  folders: 127,
  'folders of the second level': 49,
  'most files flat in one folder': 30,
  'files with one importer': 450,
  'files under 25 lines': 82,
  circles: 0,
  settings: 30,
  decisions: 44,
  'words of private metaphor': 12,
};

export function readHouse(): House {
  const decisions = readdirSync(`${root}docs/decisions`).filter((name) => /^\d{4}-/u.test(name)).length;
  return { sources: readSources(/\.(?:ts|tsx|js)$/u), decisions };
}

export function measureHouse({ sources, decisions }: House): Record<Measure, number> {
  const folders = sources.map(({ path }) => posix.dirname(path));
  const flat = [...Map.groupBy(folders, (folder) => folder).values()].map(({ length }) => length);
  const importers = [...importersOf(sources).values()];
  const { files, folders: circles, rooms } = findCircles(sources);
  return {
    'product files': sources.length,
    'product lines': sources.reduce((sum, source) => sum + linesOf(source), 0),
    folders: new Set(folders).size,
    'folders of the second level': new Set(folders.map((path) => path.split('/').slice(0, 2).join('/'))).size,
    'most files flat in one folder': Math.max(0, ...flat),
    'files with one importer': importers.filter(({ size }) => size === 1).length,
    'files under 25 lines': sources.filter((source) => linesOf(source) < SHORT).length,
    circles: files.length + circles.length + rooms.length,
    settings: occurrencesIn(sources, /\.register\(settingTraits\b/gu),
    decisions,
    'words of private metaphor': occurrencesIn(
      sources.filter(({ path }) => !path.startsWith(WORDS_OF_LANGUAGES)),
      METAPHORS,
    ),
  };
}

/** How far the rules of verification are from where it begins, in imports. */
export function measureDistance(
  { sources }: Pick<House, 'sources'>,
  { start, rules: folder } = { start: START, rules: RULES },
): { readonly mean: number; readonly most: number } {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const distances = new Map([[start, 0]]);
  for (const [path, distance] of distances) {
    for (const target of targetsOf({ path, text: texts.get(path) ?? '' })) {
      if (texts.has(target) && !distances.has(target)) distances.set(target, distance + 1);
    }
  }
  const rules = [...distances].filter(([path]) => path.startsWith(folder));
  const found = rules.map(([, distance]) => distance);
  return {
    mean: found.reduce((sum, distance) => sum + distance, 0) / Math.max(1, found.length),
    most: Math.max(0, ...found),
  };
}

/** What exceeds its budget. */
export function findOverruns(measured: Readonly<Record<Measure, number>>, budget: Budget): string[] {
  return Object.entries(budget).flatMap(([name, most]) => {
    const found = measured[name as Measure];
    return found > most ? [`${name}: ${found}, and ${most} are planned for`] : [];
  });
}

function importersOf(sources: readonly SourceFile[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>(sources.map(({ path }) => [path, new Set()]));
  for (const source of sources) for (const target of targetsOf(source)) importers.get(target)?.add(source.path);
  return importers;
}

function targetsOf({ path, text }: SourceFile): string[] {
  return importsOf(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolveImport(path, specifier));
}

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - 1;
}

function occurrencesIn(sources: readonly SourceFile[], pattern: RegExp): number {
  return sources.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);
}

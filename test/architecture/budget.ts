import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { importsOf, resolveImport, type SourceFile } from './import-rules.ts';
import { namesTaken } from './package-rules.ts';
import { type Package, packageOf, readPackages } from './packages.ts';
import { readSources } from './source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What counts as product: everything that a person wrote and a machine reads. */
const COUNTED = /\.(?:ts|tsx|js|css|ya?ml|typ)$/u;
const SHORT = 25;
const WORDS_OF_LANGUAGES = 'packages/language/languages/';
const METAPHORS = /\b(?:nobody|whoever|those of|is none)\b/giu;

const sizeSchema = z.strictObject({ files: z.int(), lines: z.int() });
export type Size = z.infer<typeof sizeSchema>;

/** `budget.json`: the most that there may be. */
export const budgetSchema = z.strictObject({
  /** Of each package, and of each folder of the second level of the core. */
  rooms: z.record(z.string(), sizeSchema),
  /** Names that code outside a package takes from it. */
  names: z.record(z.string(), z.int()),
  counts: z.record(z.string(), z.int()),
});
export type Budget = z.infer<typeof budgetSchema>;

export function readBudget(): Budget {
  return budgetSchema.parse(JSON.parse(readFileSync(`${root}budget.json`, 'utf8')));
}

/** What the project consists of now, in the shape of its budget. */
export function measureProject(
  sources: readonly SourceFile[] = readSources(COUNTED),
  packages: readonly Package[] = readPackages(),
  decisions: number = readdirSync(`${root}docs/decisions`).filter((name) => /^\d{4}-/u.test(name)).length,
): Budget {
  const code = sources.filter(({ path }) => /\.(?:ts|tsx|js)$/u.test(path));
  const importers = importersOf(code, packages);
  const words = code.filter(({ path }) => !path.startsWith(WORDS_OF_LANGUAGES));
  const flat = Map.groupBy(code, ({ path }) => posix.dirname(path));
  const rooms = Map.groupBy(sources, ({ path }) => roomOf(path, packages));
  return {
    rooms: Object.fromEntries([...rooms].sort(byName).map(([room, files]) => [room, sizeOf(files)])),
    names: Object.fromEntries(
      [...namesTaken(code, packages)]
        .filter(([name]) => name !== 'contracts')
        .map(([name, names]) => [name, names.length]),
    ),
    counts: {
      'files with one importer': [...importers.values()].filter(({ size }) => size === 1).length,
      'files under 25 lines': code.filter(({ text }) => linesOf(text) < SHORT).length,
      'most files flat in one folder': Math.max(0, ...[...flat.values()].map(({ length }) => length)),
      settings: occurrencesIn(code, /\.register\(settingTraits\b/gu),
      decisions,
      'words of private metaphor': occurrencesIn(words, METAPHORS),
    },
  };
}

/** What is more than its budget, or has none, as sentences. */
export function findOverruns(measured: Budget, budget: Budget): string[] {
  const rooms = Object.entries(measured.rooms).flatMap(([room, { files, lines }]) => {
    const most = budget.rooms[room];
    if (most === undefined) return [`${room} has no budget`];
    return [...exceeding(`files in ${room}`, files, most.files), ...exceeding(`lines in ${room}`, lines, most.lines)];
  });
  const gone = Object.keys(budget.rooms).filter((room) => measured.rooms[room] === undefined);
  return [
    ...rooms,
    ...gone.map((room) => `${room} has a budget and does not exist`),
    ...exceedings('names taken from ', measured.names, budget.names),
    ...exceedings('', measured.counts, budget.counts),
  ];
}

export function sumOf({ rooms }: Pick<Budget, 'rooms'>): Size {
  const sizes = Object.values(rooms);
  return {
    files: sizes.reduce((sum, { files }) => sum + files, 0),
    lines: sizes.reduce((sum, { lines }) => sum + lines, 0),
  };
}

function exceedings(
  prefix: string,
  found: Readonly<Record<string, number>>,
  most: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(found).flatMap(([name, count]) => exceeding(`${prefix}${name}`, count, most[name] ?? 0));
}

function exceeding(what: string, found: number, most: number): string[] {
  return found > most ? [`${what}: ${found}, and the budget is ${most}`] : [];
}

/** A package, or a folder of the second level of the core; a file that lies in none of them belongs to its top folder. */
function roomOf(path: string, packages: readonly Package[]): string {
  const parts = path.split('/');
  return packageOf(path, packages)?.folder ?? parts.slice(0, parts.length > 2 ? 2 : 1).join('/');
}

function sizeOf(files: readonly SourceFile[]): Size {
  return { files: files.length, lines: files.reduce((sum, { text }) => sum + linesOf(text), 0) };
}

/** Who imports each file. A file that only hands names on is a face: who imports it, imports the files behind it. */
function importersOf(sources: readonly SourceFile[], packages: readonly Package[]): Map<string, ReadonlySet<string>> {
  const direct = new Map<string, Set<string>>(sources.map(({ path }) => [path, new Set()]));
  for (const { path, text } of sources)
    for (const specifier of importsOf(text)) direct.get(resolveImport(path, specifier, packages))?.add(path);
  const faces = new Set(
    sources
      .filter(({ text }) => text.split('\n').every((line) => /^(?:export .*from|$|\s|\})/u.test(line)))
      .map(({ path }) => path),
  );
  return new Map(
    [...direct].map(([path, importers]) => [
      path,
      new Set([...importers].flatMap((each) => (faces.has(each) ? [...(direct.get(each) ?? [])] : [each]))),
    ]),
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

function occurrencesIn(sources: readonly SourceFile[], pattern: RegExp): number {
  return sources.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);
}

import { z } from 'zod';

/** With more, one pattern could keep a program busy for hours. */
const MAX_STARS = 3;
const MAX_PATTERNS = 1_000;

/**
 * A pattern as in `.gitignore`, relative to the folder, and with `{a,b}` for alternatives: `*.md` at any depth, `drafts/` with
 * all that is in it, `/a.md` only at the top.
 */
const filePatternSchema = z
  .string()
  .min(1, 'the pattern is empty')
  .max(4_096, { abort: true })
  .refine(
    (pattern) => !/(?:^|\/)\.\.(?:\/|$)/.test(pattern),
    'patterns are relative to the folder and do not leave it with ..',
  )
  .refine((pattern) => !isCostly(pattern), `use at most ${MAX_STARS} asterisks between two slashes`);

/** What they would become is counted before it is written out, which could be the work of minutes. */
export const filePatternsSchema = z
  .array(filePatternSchema)
  .refine((patterns) => patterns.reduce((sum, each) => sum + countAlternatives(each), 0) <= MAX_PATTERNS, {
    error: `there are more than ${MAX_PATTERNS} patterns, alternatives in braces counted`,
  });

/** An absolute path, as the worker sees it, or `s3://bucket/prefix`. */
export const corpusDirectorySchema = z
  .string()
  .min(1)
  .max(4_096)
  .refine(
    (directory) => directory.startsWith('/') || isBucketAddress(directory),
    'must be an absolute path or s3://bucket/prefix',
  );

/** Whether documents are in a bucket, and not in a folder. */
export function isBucketAddress(directory: string): boolean {
  return /^s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(?:\/|$)/.test(directory);
}

export const fileSelectionSchema = z.strictObject({
  /** The folder, as among the folders of the request. */
  directory: corpusDirectorySchema,
  /**
   * A file has to match a pattern of each list. Only the first list can name hidden or ignored files: it comes from those
   * who named the folder.
   */
  include: z.array(filePatternsSchema.min(1)).max(4).default([]),
  exclude: filePatternsSchema.default([]),
});
export type FileSelection = z.infer<typeof fileSelectionSchema>;

/** The documents of a request, as the worker sees them. */
export interface CorpusOfRequest {
  readonly corpusDirectories: readonly string[];
  readonly fileSelections?: readonly FileSelection[] | undefined;
}

/** Whether every selection is of a folder that is searched. */
export function selectsOfCorpus({ corpusDirectories, fileSelections = [] }: CorpusOfRequest): boolean {
  return fileSelections.every(({ directory }) => corpusDirectories.includes(directory));
}

/** What of a folder is selected. */
export interface SelectedFiles extends Pick<FileSelection, 'include' | 'exclude'> {
  /** Of one of several folders: it need not hold a document. */
  readonly mayBeEmpty?: boolean;
}

/** What of a folder a request selects; undefined: all of it, so that an empty folder is a mistake, or not mounted. */
export function selectionOf(
  directory: string,
  selections: readonly FileSelection[] = [],
  mayBeEmpty = false,
): SelectedFiles | undefined {
  const found = selections.find((selection) => selection.directory === directory);
  return found && { include: found.include, exclude: found.exclude, ...(mayBeEmpty && { mayBeEmpty }) };
}

/** Whether a pattern could match in time that grows with a high power of the length of a path. */
export function isCostly(pattern: string): boolean {
  const segments = pattern.split('/');
  const deep = segments.filter((segment) => segment === '**').length;
  return deep > MAX_STARS || segments.some((segment) => segment.split(/\*+/).length - 1 > MAX_STARS);
}

/** At least as many patterns as `expandBraces` makes of one, counted in one pass. */
function countAlternatives(pattern: string): number {
  const open: number[] = [];
  let count = 1;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') open.push(1);
    else if (sign === '}') count *= open.pop() ?? 1;
    else if (sign === ',' && open.length > 0) open.push((open.pop() ?? 0) + 1);
  }
  return count;
}

/** The next innermost pair of braces with a comma, in the group; escaped signs are passed over. */
const PAIR = /\\[^]|\{((?:\\[^]|[^\\{},])*,(?:\\[^]|[^\\{}])*)\}/gu;

/** `a.{md,pdf}` as `a.md` and `a.pdf`; braces without a comma, escaped ones, and too many of them are signs as any other. */
export function expandBraces(pattern: string): string[] {
  const pair = pattern.matchAll(PAIR).find(([, inside]) => inside !== undefined);
  if (pair === undefined || countAlternatives(pattern) > MAX_PATTERNS) return [pattern];
  const [before, after] = [pattern.slice(0, pair.index), pattern.slice(pair.index + pair[0].length)];
  const alternatives = `,${pair[1]}`.matchAll(/,((?:\\[^]|[^\\,])*)/gu);
  return [...alternatives].flatMap(([, each]) => expandBraces(`${before}${each}${after}`));
}

/** A name as a pattern that matches this name alone. */
function escapeName(name: string): string {
  return name.replaceAll(/[\\*?[\]{}!#]/g, '\\$&').replace(/ $/, '\\ ');
}

/** A folder, or some of its files: what one name of a corpus leads to. */
export interface CorpusPlace {
  readonly directory: string;
  /** Null: the whole folder. */
  readonly patterns: readonly string[] | null;
}

/** @param path absolute @param kind what is there @param file the file itself, or the archive that it is in */
export function corpusPlaceOf(path: string, kind: 'folder' | 'file' | 'pattern', file = path): CorpusPlace {
  if (kind === 'folder') return { directory: path, patterns: null };
  const parts = path.split('/');
  const outermost = file.split('/').length - 1;
  const at = kind === 'file' ? outermost : Math.min(outermost, parts.findIndex(isGlob));
  const rest = parts.slice(at);
  const patterns = kind === 'file' ? [`/${rest.map(escapeName).join('/')}`] : expandBraces(`/${rest.join('/')}`);
  return { directory: parts.slice(0, at).join('/') || '/', patterns };
}

/** Whether a name may mean several files. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** Files of one folder together, in the order of the first of them. A whole folder stays one, and has what is in it. */
export function mergePlaces(places: readonly CorpusPlace[]): CorpusPlace[] {
  const merged: CorpusPlace[] = [];
  for (const place of places.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const around = merged.findIndex((outer) => takesIn(outer, place));
    const outer = merged[around];
    if (outer === undefined) merged.push(place);
    else merged[around] = { ...outer, patterns: outer.patterns && [...outer.patterns, ...within(outer, place)] };
  }
  const firstOf = (outer: CorpusPlace): number => places.findIndex((place) => takesIn(outer, place));
  return merged.toSorted((a, b) => firstOf(a) - firstOf(b));
}

function takesIn(outer: CorpusPlace, { directory, patterns }: CorpusPlace): boolean {
  return isWithin(directory, outer.directory) && (outer.patterns === null || patterns !== null);
}

/** The patterns of a place as patterns of a folder around it. */
function within(outer: CorpusPlace, { directory, patterns }: CorpusPlace): readonly string[] {
  const way = directory.slice(outer.directory.length).split('/').filter(Boolean);
  const prefix = way.map((part) => `/${escapeName(part)}`).join('');
  return (patterns ?? ['/']).map((pattern) => `${prefix}${pattern}`);
}

/** Whole folders come first, so that they take in the patterns of the same folder. */
function depthOf({ directory, patterns }: CorpusPlace): number {
  return directory.length * 2 + (patterns === null ? 0 : 1);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Places with further patterns, as a request has them. */
export function toCorpus(
  places: readonly CorpusPlace[],
  { include = [], exclude = [] }: { readonly include?: readonly string[]; readonly exclude?: readonly string[] },
): { corpusDirectories: string[]; fileSelections?: FileSelection[] } {
  const selections = places.map((place) => ({
    directory: place.directory,
    include: [place.patterns ?? [], include].filter((list) => list.length > 0).map((list) => [...new Set(list)]),
    exclude: [...exclude, ...foldersIn(place, places)],
  }));
  const fileSelections = selections.filter((each) => each.include.length + each.exclude.length > 0);
  return {
    corpusDirectories: places.map(({ directory }) => directory),
    ...(fileSelections.length > 0 && { fileSelections }),
  };
}

/** Folders that are places of their own, which a pattern of this one would read twice. */
function foldersIn(place: CorpusPlace, places: readonly CorpusPlace[]): string[] {
  if (place.patterns?.some(isGlob) !== true) return [];
  const inner = places.filter(({ directory, patterns }) => patterns === null && isWithin(directory, place.directory));
  return inner.flatMap((folder) => within(place, folder));
}

/** `docs (only *.md; without drafts)`: patterns in the words of a request. */
export function describeSelection({ directory, ...patterns }: FileSelection): string {
  const name = directory.split('/').findLast((part) => part !== '') ?? directory;
  return `${name} (${describePatterns(patterns)})`;
}

/** Without `*`, which servers put before the patterns of a request and which tells people nothing. */
export function saidLists(include: FileSelection['include']): FileSelection['include'] {
  const said = include.filter((list) => list.join() !== '*');
  return said.length === 0 ? include.slice(0, 1) : said;
}

/** `only *.md; without drafts` */
export function describePatterns({ include, exclude }: SelectedFiles): string {
  return [
    ...saidLists(include).map((list) => `only ${list.join(', ')}`),
    ...(exclude.length > 0 ? [`without ${exclude.join(', ')}`] : []),
  ].join('; ');
}

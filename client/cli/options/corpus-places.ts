import { existsSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  type CorpusOfRequest,
  type CorpusPlace,
  isBucketAddress,
  mergePlaces,
  toCorpus,
} from '@plumbline/contracts/common/file-selection';
import { placeAt } from '@plumbline/folders/file-selection';
import type { Command } from 'commander';
import type { UsualOptions } from '../../configuration/config.ts';
import { collect } from './option-values.ts';

/** What a command searches, as given. */
export interface CorpusOptions {
  /** Folders, files and patterns of files. */
  readonly corpus?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** With what the config file says, where the command does not. @param namesSources whether it names anything to search */
export function withUsual<Options extends CorpusOptions>(
  options: Options,
  { folders, citeThreshold }: UsualOptions,
  namesSources: boolean,
): Options {
  const corpus = namesSources || folders.length === 0 ? {} : { corpus: folders };
  return { ...(citeThreshold !== undefined && { citeThreshold }), ...options, ...corpus };
}

export function addCorpusOptions(command: Command): void {
  command
    .option(
      '--corpus <place>',
      'folder, file, pattern ("docs/**/*.md") or bucket ("s3://bucket/prefix") of documents (Markdown, text, HTML, PDF, DOCX; also in ZIP files); may be repeated',
      collect,
    )
    .option(
      '--include <pattern>',
      'of these documents only those that match, as in .gitignore; may be repeated',
      collect,
    )
    .option('--exclude <pattern>', 'without the documents that match, as in .gitignore; may be repeated', collect)
    .allowExcessArguments()
    .hook('preAction', (_, action) => takeExpandedFiles(action));
}

/** A pattern without quotes reaches a command as many files: one behind the option, the others as arguments. */
function takeExpandedFiles(command: Command): void {
  const { args, registeredArguments } = command;
  const { corpus } = command.opts<CorpusOptions>();
  if (args.length <= registeredArguments.length) return;
  const files = args.filter((argument) => corpus !== undefined && existsSync(argument));
  const others = args.filter((argument) => !files.includes(argument));
  if (others.length !== registeredArguments.length) {
    const words = registeredArguments.map((argument) => `the ${argument.name()}`);
    const quote = `Put ${[...words, 'patterns of files'].join(' and ')} in quotes.`;
    command.error(`error: too many arguments: ${others.slice(registeredArguments.length).join(' ')}\n       ${quote}`, {
      code: 'commander.excessArguments',
    });
  }
  command.setOptionValue('corpus', [...(corpus ?? []), ...files]);
  command.processedArgs = others;
}

type GivenPlace = CorpusPlace & { readonly path: string };

/**
 * The folders and selections that places lead to, and why they cannot be searched together: one is missing or empty,
 * given twice, or inside another.
 *
 * @param areHere false: workers may run on other machines, where absolute paths may exist that do not exist here
 */
export function findCorpus(
  { corpus: given = [], include = [], exclude = [] }: CorpusOptions,
  areHere: boolean,
): CorpusOfRequest & { readonly problems: readonly string[] } {
  const isElsewhere = (path: string): boolean => !areHere && isAbsolute(path) && !existsSync(path);
  const places = given.map(placeOf);
  const folders = places.filter(({ patterns }) => patterns === null).map(({ directory }) => directory);
  const distinct = [...new Set(folders)];
  const merged = mergePlaces(places);
  const needless = given.length === 0 && include.length + exclude.length > 0;
  const problems = [
    ...(given.includes('') ? ['--corpus is empty: a variable that is not set?'] : []),
    ...include
      .filter((pattern) => pattern.startsWith('!'))
      .map((pattern) => `--include "${pattern}" leaves nothing out: use --exclude "${pattern.slice(1)}"`),
    ...(needless ? ['--include and --exclude choose among the files of --corpus, which is not given'] : []),
    ...[...new Set(given)].flatMap((name) => (isElsewhere(name) ? [] : (findPlaceProblem(placeOf(name)) ?? []))),
    ...distinct
      .filter((folder) => folders.indexOf(folder) !== folders.lastIndexOf(folder))
      .map((folder) => `the corpus folder ${folder} is given twice`),
    ...places.flatMap((place) => findContained(place, distinct) ?? []),
    ...distinct.flatMap((directory, index) =>
      distinct.slice(0, index).flatMap((earlier) => findOverlap(earlier, directory) ?? []),
    ),
  ];
  return { ...toCorpus(merged, { include: include.map(fromTop), exclude: exclude.map(fromTop) }), problems };
}

/** `./drafts` is how shells complete names of the folder itself. */
function fromTop(pattern: string): string {
  return pattern.replace(/^\.\//, '/');
}

function placeOf(given: string): GivenPlace {
  if (isBucketAddress(given))
    return { path: given, directory: given.endsWith('/') ? given.slice(0, -1) : given, patterns: null };
  const path = resolve(given);
  return { path, ...placeAt(path) };
}

/** Why a place cannot be a corpus; undefined if it can, as far as is known before it is read. */
function findPlaceProblem({ path, directory, patterns }: GivenPlace): string | undefined {
  // The worker, which has the keys, looks.
  if (isBucketAddress(directory)) return undefined;
  try {
    if (patterns === null) return holdsFile(directory) ? undefined : `the corpus folder ${directory} is empty`;
    const isThere = existsSync(path) || statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
    return isThere ? undefined : `the corpus ${path} matches nothing: there is no folder ${directory}`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return `the corpus ${/\.\w+$/.test(path) ? 'file' : 'folder'} ${path} does not exist`;
    return `the corpus folder ${directory} cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Files of a folder that is searched as a whole would be read twice. */
function findContained({ path, directory, patterns }: GivenPlace, folders: readonly string[]): string | undefined {
  const around =
    patterns === null ? undefined : folders.find((folder) => isInside(realPathOf(directory), realPathOf(folder)));
  return around && `the corpus ${path} is inside ${around}: give only one of them`;
}

function holdsFile(directory: string): boolean {
  const folder = opendirSync(directory);
  const subfolders: string[] = [];
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) subfolders.push(join(directory, entry.name));
      else return true;
    }
  } finally {
    folder.closeSync();
  }
  return subfolders.some(holdsFile);
}

/** Overlapping folders would be read, counted and cited twice. */
function findOverlap(first: string, second: string): string | undefined {
  const [one, other] = [realPathOf(first), realPathOf(second)];
  if (one === other) return `the corpus folders ${first} and ${second} are the same folder`;
  if (isInside(other, one)) return `the corpus folder ${second} is inside ${first}: give only one of them`;
  return isInside(one, other) ? `the corpus folder ${first} is inside ${second}: give only one of them` : undefined;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPathOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    // Missing folders are reported elsewhere.
    return directory;
  }
}

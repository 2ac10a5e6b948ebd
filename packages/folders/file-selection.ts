import { realpathSync, type Stats, statSync } from 'node:fs';
import {
  type CorpusPlace,
  corpusPlaceOf,
  expandBraces,
  isGlob,
  type SelectedFiles,
} from '@plumbline/contracts/common/file-selection';
import ignore from 'ignore';

/** Tells the documents of a request from other files of a folder. Locators are relative to the folder. */
export interface FileMatcher {
  selects(locator: string): boolean;
  /** False: nothing in the folder is selected, so that it need not be visited. */
  mayHold(folder: string): boolean;
  /** Whether a pattern names this very file or folder, or one in it: then it is read although hidden or ignored. */
  names(locator: string): boolean;
}

/** @param selection null: all files */
export function createFileMatcher(selection: SelectedFiles | null): FileMatcher {
  const included = (selection?.include ?? []).map(createPatternList);
  const excluded = selection === null || selection.exclude.length === 0 ? null : createPatternList(selection.exclude);
  const [first] = included;
  return {
    selects: (locator) => included.every((list) => list.matches(locator)) && excluded?.matches(locator) !== true,
    mayHold: (folder) => included.every((list) => list.reaches(folder)) && excluded?.matches(`${folder}/`) !== true,
    names: (locator) => first?.names(locator) === true,
  };
}

function createPatternList(given: readonly string[]) {
  const patterns = given.flatMap(expandBraces).map((pattern) => pattern.normalize());
  const rules = ignore({ ignorecase: true }).add(patterns);
  const matches = (locator: string): boolean => rules.ignores(locator.normalize());
  const reaches = patterns.filter((pattern) => !pattern.startsWith('!')).map(reachOf);
  return {
    matches,
    reaches: (folder: string): boolean => {
      const parts = folder.normalize().split('/');
      return reaches.some((reach) => leadsInto(reach, parts)) || matches(`${folder}/`);
    },
    names: (locator: string): boolean => {
      const parts = locator.normalize().split('/');
      return reaches.some(({ fixed, isAnchored }) =>
        isAnchored
          ? parts.length <= fixed.length && parts.every((part, at) => part === fixed[at])
          : fixed[0] === parts.at(-1),
      );
    },
  };
}

/** Where the files of a pattern may be. */
interface Reach {
  /** The first parts of their paths, as far as the pattern spells them out. */
  readonly fixed: readonly string[];
  /** Parts of their paths; null: any number. */
  readonly depth: number | null;
  readonly isAnchored: boolean;
}

function reachOf(pattern: string): Reach {
  const parts = pattern.replace(/^\//, '').replace(/\/$/, '').split('/');
  const isAnchored = pattern.replace(/\/$/, '').includes('/');
  const magic = parts.findIndex((part) => /(?<!\\)[*?[]/.test(part));
  const fixed = parts.slice(0, magic === -1 ? parts.length : magic).map((part) => part.replaceAll(/\\(.)/g, '$1'));
  return { fixed, depth: parts.includes('**') || !isAnchored ? null : parts.length, isAnchored };
}

function leadsInto({ fixed, depth, isAnchored }: Reach, folder: readonly string[]): boolean {
  if (!isAnchored) return true;
  const isOnTheWay = folder.every((part, at) => at >= fixed.length || part === fixed[at]);
  return isOnTheWay && (depth === null || folder.length < depth);
}

/** A locator within an archive, split; null for any other. `manuals.zip/pump.md` */
export function splitMember(locator: string): { readonly archive: string; readonly member: string } | null {
  const [, archive, member] = /^([^]*?\.zip)\/([^]+)$/i.exec(locator) ?? [];
  return archive === undefined || member === undefined ? null : { archive, member };
}

/** What the name of a corpus leads to: a folder, a file, a member of an archive, or a pattern of them. @param path absolute */
export function placeAt(path: string): CorpusPlace {
  const stats = statsOf(path);
  // A link may lead out of its folder, whose other files are not meant.
  if (stats?.isFile() === true) return corpusPlaceOf(realpathSync(path), 'file');
  const packed = stats === null ? splitMember(path) : null;
  if (packed !== null && statsOf(packed.archive)?.isFile() === true) {
    const archive = realpathSync(packed.archive);
    return corpusPlaceOf(`${archive}/${packed.member}`, isGlob(packed.member) ? 'pattern' : 'file', archive);
  }
  // What is missing may be a folder of another machine, and is an error of its own when it is read.
  return corpusPlaceOf(path, stats === null && isGlob(path) ? 'pattern' : 'folder');
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

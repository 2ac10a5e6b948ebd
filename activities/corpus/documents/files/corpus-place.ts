import { realpathSync, type Stats, statSync } from 'node:fs';
import { type CorpusPlace, corpusPlaceOf, isGlob } from '../../../../workflows/contracts/common/file-selection.ts';

/** Whether a file with this name holds documents. */
export function isArchive(name: string): boolean {
  return /\.zip$/i.test(name);
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

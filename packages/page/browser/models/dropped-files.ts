/** A file that was dropped or chosen, with the folders that it came in. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/** What a folder holds beside its documents is left out without a word about each. */
export function isMeant({ path }: Pick<DroppedFile, 'path'>): boolean {
  return path.split('/').every((part) => !part.startsWith('.') && part !== '__MACOSX' && part !== 'node_modules');
}

/**
 * Where files go: what is in one folder into a collection of its name, others into the named one.
 *
 * @returns files with paths within the collection
 */
export function toCollection(
  files: readonly DroppedFile[],
  otherwise: string,
): { readonly collection: string; readonly files: readonly DroppedFile[] } {
  const tops = new Set(files.map(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')));
  const [top = ''] = tops;
  if (tops.size !== 1 || top === '') return { collection: otherwise, files };
  return { collection: top, files: files.map(({ path, file }) => ({ path: path.slice(top.length + 1), file })) };
}

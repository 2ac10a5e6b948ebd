/** A file that was dropped or chosen, with the folders that it came in. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/** Entries of a drop: their folders are walked, because the browser lists only what is at the top. */
export async function filesOf(transfer: DataTransfer): Promise<DroppedFile[]> {
  // Read before anything is awaited: the transfer is empty afterwards.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles(transfer.files);
  return (await Promise.all(entries.map((entry) => walk(entry)))).flat();
}

/** Of a field for files or for a folder. */
export function chosenFiles(files: Iterable<File> | null): DroppedFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Nobody means these when they drop a folder, so they are not told that each is refused. */
export function isMeant({ path }: Pick<DroppedFile, 'path'>): boolean {
  return path.split('/').every((part) => !part.startsWith('.') && part !== '__MACOSX' && part !== 'node_modules');
}

/**
 * Where files go: those of one folder into a collection of its name, others into the named one.
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

async function walk(entry: FileSystemEntry, prefix = ''): Promise<DroppedFile[]> {
  const path = `${prefix}${entry.name}`;
  if (!isMeant({ path })) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isFolder(entry)) return [];
  const found: DroppedFile[] = [];
  const reader = entry.createReader();
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const inner of some) found.push(...(await walk(inner, `${path}/`)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

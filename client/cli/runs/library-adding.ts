import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { UploadRefusedError } from '@plumbline/library/collections';
import type { StoredUpload, UploadConflict } from '@plumbline/library/uploads';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';

export interface Addition {
  /** Null: everybody's. */
  readonly user: string | null;
  /** Left out: the name of the folder, or `Uploads`. */
  readonly to: string | undefined;
  readonly conflict: UploadConflict;
}

export interface AddedToLibrary {
  readonly stored: readonly StoredUpload[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/** Where loose files and pages go. */
const UPLOADS = 'Uploads';

/** Files, folders and pages; what is refused does not hold up the rest. @throws {UsageError} for a place that is not there */
export async function addToLibrary(
  context: CommandContext,
  places: readonly string[],
  { user, to, conflict }: Addition,
): Promise<AddedToLibrary> {
  const library = await (await context.tools()).openLibrary();
  const [stored, refused]: [StoredUpload[], { path: string; reason: string }[]] = [[], []];
  const take = async (path: string, store: () => Promise<StoredUpload>): Promise<void> => {
    context.signal.throwIfAborted();
    try {
      stored.push(await store());
    } catch (error) {
      if (!(error instanceof UploadRefusedError)) throw error;
      refused.push({ path, reason: error.message });
    }
  };
  for (const place of places) {
    if (/^https?:\/\//i.test(place)) {
      const page = { user, collection: to ?? UPLOADS, address: place, conflict };
      await take(place, () => library.storePage(page, context.signal));
      continue;
    }
    const { collection, files } = await filesAt(place);
    for (const { file, path } of files) {
      const upload = () => ({ user, collection: to ?? collection, path, content: createReadStream(file), conflict });
      await take(file, () => library.store(upload()));
    }
  }
  return { stored, refused };
}

interface FoundFiles {
  readonly collection: string;
  readonly files: readonly { readonly file: string; readonly path: string }[];
}

async function filesAt(place: string): Promise<FoundFiles> {
  const stats = await stat(place).catch(() => null);
  if (stats === null) throw new UsageError(`${place} does not exist`);
  if (!stats.isDirectory()) return { collection: UPLOADS, files: [{ file: place, path: basename(place) }] };
  const root = resolve(place);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ file, path: relative(root, file).split(sep).join('/') }))
    // What folders hold beside their documents is not named one by one.
    .filter(({ path }) => path.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules'))
    .sort((first, second) => (first.path < second.path ? -1 : 1));
  return { collection: basename(root), files };
}

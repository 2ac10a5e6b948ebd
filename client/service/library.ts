import type { LibraryTools, ListedDocument } from '../../workers/local-tools.ts';
import type { ApiContext } from './api-context.ts';
import { addedFolders } from './offered-folders.ts';
import { RequestProblem } from './problem.ts';
import { sourcesWith } from './served-sources.ts';

/** A folder of the server, or a collection of uploads, as requests name it. */
export interface LibraryFolder {
  readonly name: string;
  /** Absolute path, or `s3://bucket/prefix`. */
  readonly directory: string;
  /** The collection's own name, where the user may change it; null: nothing can be added or removed. */
  readonly collection: string | null;
  readonly isUpload: boolean;
  /** The user chose it among the folders that the server offers: it can be given up. */
  readonly isChosen: boolean;
}

/** What the library needs. */
export interface LibraryContext {
  readonly settings: Pick<ApiContext['settings'], 'sources'>;
  readonly tools: Pick<
    ApiContext['tools'],
    'collectionsOf' | 'chosenFolders' | 'countDocuments' | 'listDocuments' | 'openLibrary'
  >;
}

/** A document as clients see it: without the places of this machine. */
export interface LibraryDocument {
  /** Within its folder, with forward slashes; of a member of an archive, the archive's path and the member's. */
  readonly path: string;
  readonly state: ListedDocument['state'];
  readonly reason: string | null;
  readonly format: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly pages: number | null;
  /** Pages whose words were recognised in a picture (OCR). */
  readonly recognisedPages: number;
  readonly publishedAt: string | null;
  readonly address: string | null;
  /** When its text was read; null: not yet. */
  readonly readAt: string | null;
}

/** All that a user may search in documents, in the order of their names as requests have them. */
export async function foldersOf({ tools, settings }: LibraryContext, user: string | null): Promise<LibraryFolder[]> {
  const added = await addedFolders(tools, settings.sources, user);
  const { documents } = sourcesWith(settings.sources, added);
  const served = new Set(settings.sources.documents.values());
  return [...documents].map(([name, directory]) => {
    const found = served.has(directory) ? undefined : added.find((each) => each.directory === directory);
    const { collection = null, isOwn = false } = found ?? {};
    const isUpload = collection !== null;
    return { name, directory, isUpload, collection: isOwn ? collection : null, isChosen: isOwn && !isUpload };
  });
}

/** @throws {RequestProblem} 404 */
export async function folderNamed(context: LibraryContext, user: string | null, name: string): Promise<LibraryFolder> {
  const found = (await foldersOf(context, user)).find((folder) => folder.name === name);
  if (found !== undefined) return found;
  throw new RequestProblem(404, `there is no collection "${name}"`, {
    remedy: 'GET /api/library lists them.',
  });
}

/**
 * The collection that a name means to a user who adds to it; a new one if nothing has the name.
 *
 * @throws {RequestProblem} where the name is that of something the user cannot change, or uploads are turned off
 */
export async function collectionToFill(
  context: LibraryContext,
  user: string | null,
  name: string,
): Promise<{ readonly library: LibraryTools; readonly collection: string }> {
  const library = await context.tools.openLibrary();
  if (library.limits.maxBytes === 0) {
    throw new RequestProblem(403, 'this server takes no uploads', {
      remedy: 'Its operator can set PLUMBLINE_UPLOADS.',
    });
  }
  const found = (await foldersOf(context, user)).find((folder) => folder.name === name);
  return { library, collection: found === undefined ? name : ownCollection(found) };
}

/** @throws {RequestProblem} 403 for a folder of the server, or what belongs to all users */
export function ownCollection({ name, collection }: LibraryFolder): string {
  if (collection !== null) return collection;
  throw new RequestProblem(403, `"${name}" can be read and not changed`, { remedy: 'Choose another name.' });
}

export async function documentsIn(
  { tools, settings }: LibraryContext,
  { directory }: Pick<LibraryFolder, 'directory'>,
): Promise<LibraryDocument[]> {
  const documents = await tools.listDocuments(directory, settings.sources.fileSelections);
  return documents.map(({ locator, state, reason, format, source }) => ({
    path: locator,
    state,
    reason,
    format,
    title: source?.title ?? null,
    language: source?.language ?? null,
    pages: source?.pageCount ?? null,
    recognisedPages: source?.recognisedPages?.length ?? 0,
    publishedAt: source?.publishedAt ?? null,
    address: source?.address ?? null,
    readAt: source?.retrievedAt ?? null,
  }));
}

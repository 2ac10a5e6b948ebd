import type { ListedDocument } from '@plumbline/search/documents';
import type { LibraryTools } from '../../workers/assembly/library-tools.ts';
import { searchFolders } from '../runs/folder-search.ts';
import type { ApiContext } from './api-context.ts';
import { addedFolders } from './offered-folders.ts';
import { RequestProblem } from './problem.ts';
import { exampleQuestions, sourcesWith } from './served-sources.ts';

/** A folder of the server, or a collection of uploads, as requests name it. */
interface LibraryFolder {
  readonly name: string;
  /** Absolute path, or `s3://bucket/prefix`. */
  readonly directory: string;
  /** The collection's own name, where the user may change it; null: nothing can be added or removed. */
  readonly collection: string | null;
  readonly isUpload: boolean;
  /** The user chose it among the folders that the server offers: it can be given up. */
  readonly isChosen: boolean;
  /** False: what was chosen is gone, or something else by now. */
  readonly isThere: boolean;
}

interface CountedFolder extends Pick<LibraryFolder, 'name' | 'isUpload' | 'isChosen'> {
  readonly canChange: boolean;
  /** Null: the folder cannot be listed. */
  readonly documents: number | null;
  readonly unreadable: number;
}

/** What the library needs. */
interface LibraryContext {
  readonly settings: Pick<ApiContext['settings'], 'sources'>;
  readonly tools: Pick<
    ApiContext['tools'],
    'collectionsOf' | 'chosenFolders' | 'countDocuments' | 'listDocuments' | 'openLibrary'
  >;
}

/** A document as clients see it: without the places of this machine. */
interface LibraryDocument {
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
  // Also what is gone, so that it can be seen and given up.
  const all = added.map(({ directory }) => ({ directory }));
  const { documents } = sourcesWith(settings.sources, all);
  const served = new Set(settings.sources.documents.values());
  return [...documents].map(([name, directory]) => {
    const found = served.has(directory) ? undefined : added.find((each) => each.directory === directory);
    const { collection = null, isOwn = false, isThere = true } = found ?? {};
    const isUpload = collection !== null;
    return { name, directory, isUpload, collection: isOwn ? collection : null, isChosen: isOwn && !isUpload, isThere };
  });
}

/** @throws {RequestProblem} 404 */
export async function folderNamed(
  context: LibraryContext,
  user: string | null,
  name: string,
  mayBeGone = false,
): Promise<LibraryFolder> {
  const found = (await foldersOf(context, user)).find((folder) => folder.name === name);
  if (found?.isThere === true || (found !== undefined && mayBeGone)) return found;
  throw new RequestProblem(404, `there is no collection "${name}"`, 'GET /api/library lists them.');
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
    throw new RequestProblem(403, 'this server takes no uploads', 'Its operator can set documents.uploads.');
  }
  const found = (await foldersOf(context, user)).find((folder) => folder.name === name);
  return { library, collection: found === undefined ? name : ownCollection(found) };
}

/** @throws {RequestProblem} 403 for a folder of the server, or what belongs to all users */
export function ownCollection({ name, collection }: LibraryFolder): string {
  if (collection !== null) return collection;
  throw new RequestProblem(403, `"${name}" can be read and not changed`, 'Choose another name.');
}

/** The folders as clients see them. */
export async function countFolders(context: LibraryContext, user: string | null): Promise<CountedFolder[]> {
  const { tools, settings } = context;
  const folders = (await foldersOf(context, user)).map(async ({ directory, collection, ...folder }) => {
    const { name, isUpload, isChosen, isThere } = folder;
    const count = () => tools.countDocuments(directory, settings.sources.fileSelections).catch(() => null);
    const counts = isThere ? await count() : null;
    const [documents, unreadable] = [counts?.documents ?? null, counts?.unreadable ?? 0];
    return { name, isUpload, isChosen, canChange: collection !== null, documents, unreadable };
  });
  return Promise.all(folders);
}

/** Those of a folder in the order of their paths. @throws {RequestProblem} 404 */
export async function findDocuments(
  context: LibraryContext,
  user: string | null,
  { name, search, state }: { name: string; search: string; state?: LibraryDocument['state'] | undefined },
): Promise<LibraryDocument[]> {
  const folder = await folderNamed(context, user, name);
  const wanted = search.toLowerCase();
  return (await documentsIn(context, folder)).filter(
    (each) =>
      (state === undefined || each.state === state) &&
      `${each.path}\n${each.title ?? ''}`.toLowerCase().includes(wanted),
  );
}

/** What was read of a document, and from which folder; undefined: nothing, in its present form. @throws {RequestProblem} 404 */
export async function readSourceOf(
  context: LibraryContext,
  user: string | null,
  { name, path }: { readonly name: string; readonly path: string },
) {
  const { directory } = await folderNamed(context, user, name);
  const { fileSelections } = context.settings.sources;
  const documents = await context.tools.listDocuments(directory, fileSelections);
  const source = documents.find(({ locator }) => locator === path)?.source ?? undefined;
  const quote = source && { sourceId: source.sourceId, textHash: source.text.sha256 };
  return { corpus: { corpusDirectories: [directory], fileSelections }, quote };
}

/** What a document is about, in its own words: its title, its first sentence, and questions that find the section they are about. */
export async function aboutDocument(
  context: LibraryContext & {
    readonly tools: Pick<ApiContext['tools'], 'sampleHeadings' | 'readStoredText' | 'openCorpus'>;
  },
  user: string | null,
  wanted: { readonly name: string; readonly path: string; readonly corpusId: string },
): Promise<{ readonly title: string; readonly line: string; readonly questions: string[] }> {
  const { tools } = context;
  const { corpus, quote } = await readSourceOf(context, user, wanted);
  const [directory = ''] = corpus.corpusDirectories;
  const [document] = quote ? await tools.sampleHeadings(directory, corpus.fileSelections, quote.sourceId) : [];
  const text = quote ? await tools.readStoredText(quote.textHash) : null;
  if (document === undefined) throw new RequestProblem(404, `"${wanted.path}" is not read, in its present form`);
  const { title, language } = document;
  const finds = async (query: string): Promise<string[]> => {
    const { hits } = await searchFolders(tools, { query, language, topK: 1, corpusId: wanted.corpusId });
    const [hit] = hits;
    const isItsOwn = hit?.locator === wanted.path && isOn(query, hit.passage?.headingPath.at(-1) ?? '');
    return isItsOwn ? [query] : [];
  };
  const questions = (await Promise.all(exampleQuestions([document], MOST_TRIED).map(finds))).flat();
  // Loaded here, because few servers list documents.
  const { firstSentence } = await import('@plumbline/search/documents');
  return { title, line: firstSentence(text ?? '', language), questions: questions.slice(0, MOST_QUESTIONS) };
}

const MOST_TRIED = 9;
const MOST_QUESTIONS = 3;

/** "Class: RetryHandler" is asked for as "RetryHandler". */
function isOn(question: string, heading: string): boolean {
  const term = heading.replace(/^\p{L}+: /u, '').trim();
  return term !== '' && question.includes(term);
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

import type { Library, LibraryDocument } from '@plumbline/page/answers/library';
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

/** What the library needs. */
interface LibraryContext {
  readonly settings: Pick<ApiContext['settings'], 'sources'>;
  readonly tools: Pick<
    ApiContext['tools'],
    'collectionsOf' | 'chosenFolders' | 'countDocuments' | 'listDocuments' | 'openLibrary'
  >;
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
export async function countFolders(context: LibraryContext, user: string | null): Promise<Library['folders']> {
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

/** The documents of a folder that have the words in their path, their title or their text, in the order of their paths. @throws {RequestProblem} 404 */
export async function findDocuments(
  context: LibraryContext & { readonly tools: Pick<ApiContext['tools'], 'readStoredText' | 'notes'> },
  user: string | null,
  { name, search, state }: { name: string; search: string; state?: LibraryDocument['state'] | undefined },
): Promise<LibraryDocument[]> {
  const { tools, settings } = context;
  const { directory } = await folderNamed(context, user, name);
  const noted = await tools.notes.list(user, directory);
  const listed = await tools.listDocuments(directory, settings.sources.fileSelections);
  const notesOn = (path: string) => noted.get(path) ?? [];
  const has = (text: string | null | undefined) => text?.toLowerCase().includes(search.toLowerCase()) === true;
  const wanted = listed.filter((each) => state === undefined || each.state === state);
  const found = wanted.map(
    async ({ locator, source }) =>
      [locator, source?.title, ...notesOn(locator).map(({ text }) => text)].some(has) ||
      (source && has(await tools.readStoredText(source.text.sha256))),
  );
  const isFound = await Promise.all(found);
  return wanted
    .filter((_, place) => isFound[place])
    .map((each) => ({ ...documentOf(each), notes: notesOn(each.locator) }));
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
  const document = documents.find(({ locator }) => locator === path);
  const source = document?.source ?? undefined;
  const quote = source && { sourceId: source.sourceId, textHash: source.text.sha256 };
  return {
    corpus: { corpusDirectories: [directory], fileSelections },
    directory,
    isThere: document !== undefined,
    quote,
  };
}

type AboutContext = Pick<ApiContext, 'tools' | 'settings'>;

/** What a document is about, in a model's words or its own, and questions that find it before all others. */
export async function aboutDocument(
  context: AboutContext,
  user: string | null,
  wanted: { readonly name: string; readonly path: string; readonly corpusId: string },
): Promise<{ readonly title: string; readonly line: string; readonly questions: string[] }> {
  const { tools, settings } = context;
  const { corpus, directory, quote } = await readSourceOf(context, user, wanted);
  const [document] = quote ? await tools.sampleHeadings(directory, corpus.fileSelections, quote.sourceId) : [];
  const text = (quote && (await tools.readStoredText(quote.textHash))) ?? '';
  if (document === undefined || quote === undefined)
    throw new RequestProblem(404, `"${wanted.path}" is not read, in its present form`);
  const { title, language } = document;
  const choose = async (questions: readonly string[], fits: (heading: string, question: string) => boolean) => {
    const finds = async (query: string): Promise<string[]> => {
      const [hit] = (await searchFolders(tools, { query, language, topK: 1, corpusId: wanted.corpusId })).hits;
      return hit?.locator === wanted.path && fits(hit.passage?.headingPath.at(-1) ?? '', query) ? [query] : [];
    };
    return (await Promise.all(questions.map(finds))).flat().slice(0, MOST_QUESTIONS);
  };
  const place = { directory, path: wanted.path, textHash: quote.textHash };
  const said = settings.model === null ? null : await saidByModel(context, { ...place, title, text, language }, choose);
  if (said !== null) return { title, ...said };
  // Loaded here, because few servers list documents.
  const { firstSentence } = await import('@plumbline/search/documents');
  const questions = await choose(exampleQuestions([document], MOST_TRIED), isOn);
  return { title, line: firstSentence(text, language), questions };
}

/** A reader waits for it. */
const MODEL_PATIENCE_MS = 30_000;

/** What a model said of a text, once; null: it does not answer. */
async function saidByModel(
  { tools, settings }: AboutContext,
  {
    directory,
    path,
    textHash,
    ...document
  }: Record<'directory' | 'path' | 'textHash' | 'title' | 'text' | 'language', string>,
  choose: (questions: readonly string[], fits: () => boolean) => Promise<string[]>,
) {
  const place = { directory, path };
  const kept = await tools.notes.readDescription(place);
  if (kept?.textHash === textHash) return { line: kept.line, questions: kept.questions };
  const signal = AbortSignal.any([settings.closing, AbortSignal.timeout(MODEL_PATIENCE_MS)]);
  const said = await tools.describeDocument(document, signal).catch(() => null);
  if (said === null) return null;
  const about = { line: said.line, questions: await choose(said.questions, () => true) };
  await tools.notes.keepDescription(place, { textHash, ...about });
  return about;
}

const MOST_TRIED = 9;
const MOST_QUESTIONS = 3;

/** "Class: RetryHandler" is asked for as "RetryHandler". */
function isOn(heading: string, question: string): boolean {
  const term = heading.replace(/^\p{L}+: /u, '').trim();
  return term !== '' && question.includes(term);
}

export async function documentsIn(
  { tools, settings }: LibraryContext,
  { directory }: Pick<LibraryFolder, 'directory'>,
): Promise<Omit<LibraryDocument, 'notes'>[]> {
  return (await tools.listDocuments(directory, settings.sources.fileSelections)).map(documentOf);
}

function documentOf({ locator, state, reason, format, source }: ListedDocument): Omit<LibraryDocument, 'notes'> {
  return {
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
  };
}

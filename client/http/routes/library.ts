import { z } from '@hono/zod-openapi';
import { MAX_TEXT_WINDOW, sourceTextSchema } from '@plumbline/contracts/report/report-reading';
import {
  aboutSchema,
  documentSchema,
  librarySchema,
  noteChangesSchema,
  notesSchema,
  readingSchema,
  storedSchema,
} from '@plumbline/page/answers/library';
import type { Context } from 'hono';
import { type Api, type ApiContext, contextFor } from '../../service/api-context.ts';
import { named } from '../../service/described.ts';
import { createFolderIndexing } from '../../service/folder-indexing.ts';
import {
  aboutDocument,
  collectionToFill,
  countFolders,
  findDocuments,
  folderNamed,
  readSourceOf,
  foldersOf,
  ownCollection,
} from '../../service/library.ts';
import { UPLOADS } from '../../service/limits.ts';
import { offeredFolder, offeredIn } from '../../service/offered-folders.ts';
import { RequestProblem } from '../../service/problem.ts';
import { originalOf, readQuotedText, sendOriginal } from '../../service/quoted-sources.ts';
import { chooseSources } from '../../service/served-sources.ts';
import { tokenUserOf } from '../server/users.ts';
import { figurePlace, jsonBody, jsonResponses, originalResponses, routesOf } from './responses.ts';

const define = routesOf('Library');

const offeredPath = z
  .string()
  .max(2_000)
  .openapi({ description: 'as it was listed; empty: the folders that are offered', example: 'documents/manuals' });

const listOffered = define('get', '/api/offered-folders', {
  summary: 'The folders of the server among which people may choose, level by level',
  request: { query: z.object({ path: offeredPath.default('') }) },
  responses: jsonResponses(
    'the folders in it',
    z.object({ folders: z.array(z.object({ name: z.string(), path: z.string() })) }),
  ),
});

const choose = define('post', '/api/offered-folders', {
  summary: 'Choose an offered folder: it is searched where it is, and nothing is copied',
  request: { body: jsonBody(z.strictObject({ path: offeredPath.min(1) }).openapi('OfferedFolder')) },
  responses: jsonResponses('how requests name it', z.object({ name: z.string() })),
});

const name = z.string().min(1).max(300).openapi({ description: 'as GET /api/library names it', example: 'Uploads' });
const path = z
  .string()
  .min(1)
  .max(2_000)
  .openapi({ description: 'within the collection', example: 'manuals/pump.pdf' });
const place = z.coerce.number().int().min(0);
const inCollection = z.object({ name });
const conflict = z.enum(['refuse', 'replace', 'keep-both']).default('refuse').openapi({
  description: 'what becomes of a document of the same name and other content; refuse: 409',
});

const pageSchema = z
  .strictObject({
    address: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .openapi({ example: 'https://example.org/guide' }),
    conflict,
  })
  .openapi('PageToStore');

const show = define('get', '/api/library', {
  summary: 'The folders of the server and the collections of uploads, with the number of their documents',
  responses: jsonResponses('folders and collections', librarySchema),
});

const list = define('get', '/api/library/{name}', {
  summary: 'The documents of a folder or collection: what was read, what was not, and why',
  request: {
    params: inCollection,
    query: z.object({
      search: z.string().max(200).default('').openapi({ description: 'part of the path, the title or the text' }),
      state: z.enum(['read', 'changed', 'new', 'unreadable']).optional(),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1_000).default(200),
    }),
  },
  responses: jsonResponses(
    'documents in the order of their paths',
    z.object({ total: z.int(), documents: z.array(documentSchema) }),
  ),
});

const upload = define('put', UPLOADS, {
  summary: 'Store a document, or a ZIP archive of documents, in a collection; a new name begins one',
  description: 'The body is the file. It is stored as it comes, and is there as a whole or not at all.',
  request: {
    params: inCollection,
    query: z.object({ path, conflict }),
    body: {
      required: true,
      content: { 'application/octet-stream': { schema: z.any().openapi({ type: 'string', format: 'binary' }) } },
    },
  },
  responses: jsonResponses('where it is', storedSchema),
});

const addPage = define('post', '/api/library/{name}/pages', {
  summary: 'Fetch a page of the web once and store it in a collection, with its address and date',
  request: { params: inCollection, body: jsonBody(pageSchema) },
  responses: jsonResponses('where it is', storedSchema),
});

const documentText = define('get', '/api/library/{name}/text', {
  summary: 'A part of the text of a document, as it was read',
  request: {
    params: inCollection,
    query: z.object({ path, start: place.default(0), end: place.default(MAX_TEXT_WINDOW) }),
  },
  responses: jsonResponses('the text', named(sourceTextSchema, 'SourceText')),
});

const about = define('get', '/api/library/{name}/about', {
  summary:
    'What a document is about, in words of a model or its own; its questions were tried, and find it before others',
  request: { params: inCollection, query: z.object({ path }) },
  responses: jsonResponses('title, first sentence, questions', aboutSchema),
});

const note = define('patch', '/api/library/{name}/notes', {
  summary: 'Add notes on a document or on places in it, and remove others; each user has their own',
  request: { params: inCollection, query: z.object({ path }), body: jsonBody(noteChangesSchema) },
  responses: jsonResponses('all of the document', notesSchema),
});

const documentOriginal = define('get', '/api/library/{name}/original', {
  summary: 'The bytes of a document, if they are still those that were read',
  request: { params: inCollection, query: z.object({ path, ...figurePlace }) },
  responses: originalResponses,
});

const read = define('post', '/api/library/{name}/reading', {
  summary: 'Read what is new in a folder or collection now, instead of before the next answer',
  request: { params: inCollection },
  responses: jsonResponses('what was read', readingSchema),
});

const removeOne = define('delete', UPLOADS, {
  summary: 'Remove an uploaded document; reports that quote it keep their quotations',
  request: { params: inCollection, query: z.object({ path }) },
  responses: jsonResponses('it is removed', z.object({ collection: z.string(), path: z.string() })),
});

const removeAll = define('delete', '/api/library/{name}', {
  summary:
    'Remove a collection of uploads with all its documents, or give up a folder that was chosen, whose files stay',
  request: { params: inCollection },
  responses: jsonResponses('it is removed', z.object({ collection: z.string() })),
});

/** `/api/library`: where tokens name users, each sees their own uploads and those that belong to all. */
export function addLibraryRoutes(api: Api, context: ApiContext): void {
  addLooking(api, context);
  addOpening(api, context);
  addFilling(api, context);
  addRemoving(api, context);
}

function addLooking(api: Api, context: ApiContext): void {
  const { tools, settings } = context;
  const indexing = createFolderIndexing({ tools, closing: settings.closing });
  api.openapi(show, async (http) => {
    const user = tokenUserOf(http);
    const library = await tools.openLibrary();
    const { usedBytes } = await library.spaceOf(user);
    const uploads = library.limits.maxBytes === 0 ? null : { ...library.limits, usedBytes };
    const offersFolders = (settings.sources.offered?.size ?? 0) > 0;
    return http.json({ folders: await countFolders(context, user), uploads, offersFolders }, 200);
  });
  api.openapi(list, async (http) => {
    const { offset, limit, ...wanted } = http.req.valid('query');
    const found = await findDocuments(context, tokenUserOf(http), { ...http.req.valid('param'), ...wanted });
    return http.json({ total: found.length, documents: found.slice(offset, offset + limit) }, 200);
  });
  const update = async (user: string | null, wanted: string, signal: AbortSignal) => {
    const { name } = await folderNamed(context, user, wanted);
    const { sources } = (await contextFor(context, user)).settings;
    return indexing.update(chooseSources(sources, { documents: [name], catalogues: [], web: false }), signal);
  };
  api.openapi(read, async (http) => {
    const { name } = http.req.valid('param');
    const read = await update(tokenUserOf(http), name, http.req.raw.signal);
    const { files, passages, skippedCount, partialCount } = read;
    return http.json({ documents: files, passages, unreadable: skippedCount - partialCount }, 200);
  });
  api.openapi(about, async (http) => {
    const user = tokenUserOf(http);
    const { name } = http.req.valid('param');
    const { corpusId } = await update(user, name, http.req.raw.signal);
    const wanted = { name, corpusId, ...http.req.valid('query') };
    return http.json(await aboutDocument(context, user, wanted), 200);
  });
}

function addOpening(api: Api, context: ApiContext): void {
  const { tools } = context;
  api.openapi(documentText, async (http) => {
    const { path, ...span } = http.req.valid('query');
    const { quote } = await readSourceOf(context, tokenUserOf(http), { ...http.req.valid('param'), path });
    return http.json(await readQuotedText(tools, quote, span), 200);
  });
  api.openapi(documentOriginal, async (http) => {
    const { figure, ...query } = http.req.valid('query');
    const wanted = { ...http.req.valid('param'), ...query };
    const { corpus, quote } = await readSourceOf(context, tokenUserOf(http), wanted);
    // No run or session read it.
    return http.body(...sendOriginal(await originalOf(tools, { corpus, readBy: '' }, quote, figure)));
  });
  api.openapi(note, async (http) => {
    const user = tokenUserOf(http);
    const { path } = http.req.valid('query');
    const { directory, isThere } = await readSourceOf(context, user, { ...http.req.valid('param'), path });
    if (!isThere) throw new RequestProblem(404, `there is no document "${path}"`);
    const notes = await tools.notes.change(user, { directory, path }, http.req.valid('json'));
    return http.json({ notes }, 200);
  });
}

function addFilling(api: Api, context: ApiContext): void {
  api.openapi(upload, async (http) => {
    const { path, conflict } = http.req.valid('query');
    const user = tokenUserOf(http);
    const { library, collection } = await collectionToFill(context, user, http.req.valid('param').name);
    const content = bodyOf(http);
    return http.json(await library.store({ user, collection, path, content, conflict }), 200);
  });
  api.openapi(addPage, async (http) => {
    const { address, conflict } = http.req.valid('json');
    const user = tokenUserOf(http);
    const { library, collection } = await collectionToFill(context, user, http.req.valid('param').name);
    const signal = AbortSignal.any([http.req.raw.signal, context.settings.closing]);
    return http.json(await library.storePage({ user, collection, address, conflict }, signal), 200);
  });
}

function bodyOf({ req }: Context): AsyncIterable<Uint8Array> {
  const { body } = req.raw;
  if (body !== null) return body;
  throw new RequestProblem(400, 'the request has no body', 'Send the file as the body.');
}

function addRemoving(api: Api, context: ApiContext): void {
  api.openapi(removeOne, async (http) => {
    const { path } = http.req.valid('query');
    const user = tokenUserOf(http);
    const collection = ownCollection(await folderNamed(context, user, http.req.valid('param').name));
    await (await context.tools.openLibrary()).remove(user, collection, path);
    return http.json({ collection, path }, 200);
  });
  api.openapi(removeAll, async (http) => {
    const user = tokenUserOf(http);
    const folder = await folderNamed(context, user, http.req.valid('param').name, true);
    if (folder.isChosen) {
      await context.tools.chosenFolders.remove(user, folder.directory);
      return http.json({ collection: folder.name }, 200);
    }
    const collection = ownCollection(folder);
    await (await context.tools.openLibrary()).removeCollection(user, collection);
    return http.json({ collection }, 200);
  });
}

/** `/api/offered-folders`: folders of the server that people may choose as sources. */
export function addOfferedFolderRoutes(api: Api, context: ApiContext): void {
  const { sources } = context.settings;
  api.openapi(listOffered, async (http) =>
    http.json({ folders: await offeredIn(sources, http.req.valid('query').path) }, 200),
  );
  api.openapi(choose, async (http) => {
    const user = tokenUserOf(http);
    const directory = await offeredFolder(sources, http.req.valid('json').path);
    const known = (await foldersOf(context, user)).find((folder) => folder.directory === directory);
    if (known === undefined) await context.tools.chosenFolders.add(user, directory);
    const folders = known === undefined ? await foldersOf(context, user) : [known];
    return http.json({ name: folders.find((folder) => folder.directory === directory)?.name ?? '' }, 200);
  });
}

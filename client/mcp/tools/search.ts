import { Readable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { counted } from '@plumbline/contracts/common/counted';
import { z } from 'zod';
import { UsageError } from '../../errors/failures.ts';
import { searchFolders, unreadOf } from '../../runs/folder-search.ts';
import { collectionToFill, countFolders, findDocuments, folderNamed, ownCollection } from '../../service/library.ts';
import { chooseSources } from '../../service/served-sources.ts';
import { requireSources, SOURCE_NAMES } from '../schemas/choices.ts';
import { searchInput } from '../schemas/conversations.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

const MAX_TEXT = 500_000;
const LISTED = 200;

const collection = z.string().min(1).max(200);

const listInput = z.object({
  collection: collection.optional().describe('a folder or collection, to list its documents; left out: all of them'),
  search: z.string().max(200).default('').describe('part of the path, the title or the text of the documents'),
});
const addInput = z.object({
  collection: collection.default('Uploads').describe('where to add; a new name begins a collection'),
  address: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .describe('a page of the web: fetched once and stored'),
  name: z.string().min(1).max(500).optional().describe('file name of a text, like notes.md'),
  text: z.string().min(1).max(MAX_TEXT).optional().describe('the text to store under name'),
});
const removeInput = z.object({
  collection: collection.describe('a collection of uploads'),
  document: z.string().min(1).max(2_000).optional().describe('path of one document; left out: the whole collection'),
});

/** `library_list`, `library_add`, `library_remove`: the documents that can be searched. */
export function addLibrary(server: McpServer, context: McpContext): void {
  addChanging(server, context);
  defineTool({ server, context }, 'library_list', {
    title: 'List the documents',
    description:
      'List the folders and collections that can be searched, or the documents of one: what is read, what is not, and why.',
    inputSchema: listInput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    names: { collection: 'nothing', search: 'nothing' },
    handle: (input) => list(context, input),
  });
}

function addChanging(server: McpServer, context: McpContext): void {
  const place = { server, context };
  defineTool(place, 'library_add', {
    title: 'Add a document',
    description:
      'Add a page of the web by its address, or a text with a name, to the documents that are searched. Only when the person asks for it.',
    inputSchema: addInput,
    annotations: { destructiveHint: false, openWorldHint: true },
    names: { collection: 'nothing', address: 'nothing', name: 'nothing', text: 'nothing' },
    handle: (input, { signal }) => add(context, input, signal),
  });
  defineTool(place, 'library_remove', {
    title: 'Remove a document',
    description: 'Remove an uploaded document, or a whole collection of uploads. Only when the person asks for it.',
    inputSchema: removeInput,
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    names: { collection: 'nothing', document: 'nothing' },
    handle: (input) => remove(context, input),
  });
}

async function list(context: McpContext, { collection: name, search }: z.infer<typeof listInput>): Promise<ToolAnswer> {
  const { user } = context.settings;
  const folders = (await countFolders(context, user)).map(({ name, canChange, documents }) => ({
    name,
    canChange,
    documents,
  }));
  const matching = name === undefined ? [] : await findDocuments(context, user, { name, search });
  const documents = matching.slice(0, LISTED).map(({ path, state, title, reason }) => ({ path, state, title, reason }));
  const more = matching.length > LISTED ? ` The first ${LISTED} of ${matching.length} are listed.` : '';
  return {
    say: `${counted(folders.length, 'collection')}.${name === undefined ? '' : ` ${counted(matching.length, 'document')}.`}${more}`,
    quote: [
      ...folders.map((folder) => `${folder.name}: ${folder.documents ?? 'unknown number of'} documents`),
      ...documents.map(({ path, state, reason }) => [path, state, reason].filter((part) => part !== null).join(' · ')),
    ].join('\n'),
    data: { folders, documents },
  };
}

async function add(
  context: McpContext,
  { collection: name, address, name: path, text }: z.infer<typeof addInput>,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { user } = context.settings;
  const { library, collection: target } = await collectionToFill(context, user, name);
  const upload = { user, collection: target, conflict: 'refuse' } as const;
  const store = () => {
    if (address !== undefined) return library.storePage({ ...upload, address }, signal);
    if (path !== undefined && text !== undefined) {
      return library.store({ ...upload, path, content: Readable.from([Buffer.from(text)]) });
    }
    throw new UsageError('there is nothing to add', 'Give an address, or a name and a text.');
  };
  const stored = await store();
  return {
    say:
      stored.outcome === 'unchanged' ? 'It was there already.' : 'Added. The next search and the next answer read it.',
    quote: `${stored.collection}/${stored.path}`,
    data: { collection: stored.collection, document: stored.path },
  };
}

async function remove(
  context: McpContext,
  { collection: name, document }: z.infer<typeof removeInput>,
): Promise<ToolAnswer> {
  const { user } = context.settings;
  const own = ownCollection(await folderNamed(context, user, name));
  const library = await context.tools.openLibrary();
  if (document === undefined) await library.removeCollection(user, own);
  else await library.remove(user, own, document);
  return {
    say: 'Removed. Reports that quote it keep their quotations.',
    data: { collection: own, document: document ?? null },
  };
}

/** `search`: passages of folders, as the command finds them. */
export function addSearch(server: McpServer, context: McpContext): void {
  const inputSchema = searchInput(context.settings);
  defineTool({ server, context }, 'search', {
    title: 'Search the documents',
    description:
      'Search the document folders and return ranked passages, without answering. Use it to see what there is; use ask for an answer with checked quotations.',
    inputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
    names: { ...SOURCE_NAMES, query: 'nothing', language: 'nothing' },
    handle: (input, call) => search(context, input, call),
  });
}

async function search(
  context: McpContext,
  input: z.infer<ReturnType<typeof searchInput>>,
  { signal, progress }: ToolCall,
): Promise<ToolAnswer> {
  requireSources(context);
  const { tools, indexing, settings } = context;
  const { query, documents, include, exclude, top } = input;
  if (settings.sources.documents.size === 0) {
    throw new UsageError('this server has no document folders', 'Use ask or research_start, which search the web.');
  }
  const choice = { documents, include, exclude, catalogues: [], web: false };
  const chosen = chooseSources(settings.sources, choice);
  await progress('bringing the index up to date');
  const corpus = await indexing.update(chosen, signal);
  const language = input.language ?? (await tools.detectLanguage(query));
  const found = await searchFolders(tools, { query, language, topK: top, corpusId: corpus.corpusId });
  const hits = found.hits.slice(0, top).map(({ title, locator, passage, providerScore, snippet }) => ({
    title,
    locator,
    page: passage?.page ?? null,
    ...(passage?.recognised !== undefined && { recognised: passage.recognised }),
    headingPath: passage?.headingPath ?? [],
    score: providerScore,
    snippet,
  }));
  const notes = [...unreadOf(corpus), ...found.notes];
  const lines = hits.map(
    (hit, index) => `${index + 1}. ${[hit.locator, ...hit.headingPath].join(' › ')}\n${hit.snippet}`,
  );
  return {
    say: `${counted(hits.length, 'passage')} of ${counted(corpus.files, 'document')}.`,
    // Names of files are not words of this program.
    quote: [...lines, ...notes.map((note) => `note: ${note}`)].join('\n\n'),
    data: { query, language, files: corpus.files, hits, notes },
  };
}

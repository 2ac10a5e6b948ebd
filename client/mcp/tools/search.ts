import type { McpServer } from '@modelcontextprotocol/server';
import { counted } from '@plumbline/contracts/common/counted';
import type { z } from 'zod';
import { UsageError } from '../../errors/failures.ts';
import { searchFolders, unreadOf } from '../../runs/folder-search.ts';
import { chooseSources } from '../../service/served-sources.ts';
import { requireSources } from '../schemas/choices.ts';
import { searchInput, searchOutput } from '../schemas/conversations.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { addTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

type SearchInput = z.infer<ReturnType<typeof searchInput>>;

/** `search`: passages of folders, as the command finds them. */
export function addSearch(server: McpServer, context: McpContext): void {
  const inputSchema = searchInput(context.settings);
  addTool(
    { server, context },
    'search',
    {
      title: 'Search the documents',
      description:
        'Search the document folders and return ranked passages, without answering. Use it to see what there is; use ask for an answer with checked quotations.',
      inputSchema,
      outputSchema: searchOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
      names: { query: 'nothing', documents: 'nothing', include: 'nothing', exclude: 'nothing', language: 'nothing' },
    },
    (input: SearchInput, call) => search(context, input, call),
  );
}

async function search(context: McpContext, input: SearchInput, { signal, progress }: ToolCall): Promise<ToolAnswer> {
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

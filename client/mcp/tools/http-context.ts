import type { ApiContext } from '../../service/api-context.ts';
import { createFolderIndexing } from '../../service/folder-indexing.ts';
import { addedFolders } from '../../service/offered-folders.ts';
import { followSources, MCP_PACE, type McpContext } from '../served/mcp-context.ts';

/** MCP over the parts of a running HTTP API. @param user from the token; null: calls name their own */
export function createHttpContext({ access, tools, report, settings }: ApiContext, user: string | null): McpContext {
  const { conversation, closing } = settings;
  const { current, refresh } = followSources(settings.sources, () => addedFolders(tools, settings.sources, user));
  return {
    access: async () => access,
    tools,
    indexing: createFolderIndexing({ tools, closing }),
    declinedForms: new Set(),
    settings: {
      get sources() {
        return current();
      },
      conversation,
      closing,
      user,
      viewer: user,
      pace: MCP_PACE,
    },
    refresh,
    report,
  };
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Client,
  type ClientOptions,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { createHttpContext, type McpContext, type McpSettings } from '../../../client/mcp/served/mcp-context.ts';
import { createMcpServer } from '../../../client/mcp/tools/create-server.ts';
import { openLocalTools } from '../../../client/service/local-tools.ts';
import { type ApiWorld, createApiWorld, type WorldChanges } from '../builders/api-world.ts';
import { withRareTools } from '../processes/mcp-client.ts';

/** MCP over scripted sessions and runs, and a store of its own. */
export interface McpWorld extends ApiWorld {
  /** Where the store is. */
  readonly home: string;
  readonly mcp: McpContext;
  /** A client with a server of its own. */
  connect(options?: ClientOptions): Promise<Client>;
  /** A client of `/mcp`. */
  connectByHttp(options?: ClientOptions, headers?: Readonly<Record<string, string>>): Promise<Client>;
}

export interface McpChanges extends WorldChanges {
  readonly mcpSettings?: Partial<McpSettings>;
  readonly mcp?: Partial<McpContext>;
}

export async function createMcpWorld({ mcpSettings = {}, mcp = {}, ...changes }: McpChanges = {}): Promise<McpWorld> {
  const home = await mkdtemp(join(tmpdir(), 'plumbline-mcp-'));
  const world = createApiWorld(changes);
  const shared = createHttpContext(world.context, null);
  const { openMemory, openLifecycle } = shared.tools;
  const context: McpContext = {
    ...shared,
    tools: { ...openLocalTools({ PLUMBLINE_HOME: home }), openMemory, openLifecycle },
    settings: { ...shared.settings, pace: { lookMs: 1, patienceMs: 60_000 }, ...mcpSettings },
    ...mcp,
  };
  const client = (options: ClientOptions = {}) => new Client({ name: 'test', version: '1' }, options);
  return {
    ...world,
    home,
    mcp: context,
    async connect(options) {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const connected = client(options);
      await (await createMcpServer(context)).connect(theirs);
      await connected.connect(ours);
      return withRareTools(connected);
    },
    async connectByHttp(options, headers = {}) {
      const fetch = async (address: string | URL, init?: RequestInit) => world.api.request(String(address), init);
      const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
        fetch,
        requestInit: { headers },
      });
      const connected = client(options);
      await connected.connect(transport);
      return withRareTools(connected);
    },
  };
}

import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { tokenUserOf } from '../server/users.ts';

/**
 * `/mcp`: the Model Context Protocol, one server for each request and nothing kept between them. It has no part in the
 * OpenAPI document, because the protocol describes itself.
 */
export function addMcpRoute(api: Api, context: ApiContext): void {
  // One for each user that tokens name: what a server knows is the user's.
  const handlers = new Map<string | null, Promise<McpHttpHandler>>();
  api.all('/mcp', async (http) => {
    const user = tokenUserOf(http);
    const handler = handlers.get(user) ?? open(context, user);
    handlers.set(user, handler);
    const { status, headers, body } = await (await handler).fetch(http.req.raw);
    // Our header is stricter than the one on its streams.
    headers.delete('cache-control');
    // Not as a response of its own: that would lack the headers that are set already.
    return http.newResponse(body, new Response(null, { status, headers }));
  });
}

/** Loaded late: most servers are never asked. */
async function open(context: ApiContext, user: string | null): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }, { createHttpContext }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../../mcp/tools/create-server.ts'),
    import('../../mcp/served/mcp-context.ts'),
  ]);
  const shared = createHttpContext(context, user);
  const { limits, closing } = context.settings;
  const handler = createMcpHandler(() => createMcpServer(shared), { maxRequestBodySize: limits.maxBodyBytes });
  closing.addEventListener('abort', () => void handler.close(), { once: true });
  return handler;
}

import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpContext } from '../context/mcp-context.ts';
import { createMcpServer } from '../server/create-server.ts';

/**
 * Serves one client over standard input and output, which carry nothing else, until the client closes the input, or the
 * signal is aborted.
 *
 * @param onProblem what the client sent wrong; it never ends the server
 */
export async function serveOverStdio(
  context: McpContext,
  signal: AbortSignal,
  onProblem: (problem: string) => void,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  const handle = serveStdio(() => createMcpServer(context), {
    transport,
    onerror: (error) => onProblem(error.message),
  });
  // The library closes by itself when the input ends, and after a message beyond all measure.
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    ended.resolve();
  };
  const onAbort = () => ended.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  if (!signal.aborted) await ended.promise;
  signal.removeEventListener('abort', onAbort);
  await handle.close();
}

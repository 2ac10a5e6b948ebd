// Asks over MCP, as an assistant does: node_modules/.bin/node examples/mcp-client.ts "How long does it burn?" path/to/documents
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [message = '', folder = 'documents'] = process.argv.slice(2);

const client = new Client({ name: 'example', version: '1.0.0' });
const args = ['plumbline', 'mcp', '--corpus', folder];
await client.connect(
  new StdioClientTransport({ command: 'npx', args, env: { ...process.env } as Record<string, string> }),
);
try {
  const { tools } = await client.listTools();
  process.stdout.write(`tools: ${tools.map(({ name }) => name).join(', ')}\n`);
  const answer = await client.callTool({ name: 'ask', arguments: { message } }, { timeout: 300_000 });
  for (const part of answer.content) if (part.type === 'text') process.stdout.write(`${part.text}\n`);
} finally {
  await client.close();
}

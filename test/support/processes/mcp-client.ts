import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI_ENTRY, type CliWorld } from './cli.ts';

/** An assistant that has started `mcp` over the documents of a world, as assistants do. */
export async function startAssistant(
  { environment, documents }: Pick<CliWorld, 'environment' | 'documents'>,
  { options = [], client = {} }: { readonly options?: readonly string[]; readonly client?: ClientOptions } = {},
): Promise<Client> {
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI_ENTRY, 'mcp', '--corpus', documents, ...options],
    env: Object.fromEntries(given),
    stderr: 'ignore',
  });
  const assistant = new Client({ name: 'test', version: '1' }, client);
  await assistant.connect(transport);
  return assistant;
}

import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CommandWorld } from '../worlds/command-world.ts';
import { countStarted } from '../worlds/started.ts';
import { CLI_ENTRY } from './cli.ts';

/** An assistant that has started `mcp` over the documents of a world, as assistants do. */
export async function startAssistant(
  { environment, documents }: Pick<CommandWorld, 'environment' | 'documents'>,
  { options = [], client = {} }: { readonly options?: readonly string[]; readonly client?: ClientOptions } = {},
): Promise<Client> {
  const given = Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined);
  countStarted('process');
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

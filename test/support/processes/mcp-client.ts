import { type CallToolResult, Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import type { CommandWorld } from '../worlds/command-world.ts';
import { countStarted } from '../worlds/started.ts';
import { CLI_ENTRY } from './cli.ts';

/** Longer than the minute that a client waits by itself, which a busy machine takes to start a server. */
const PATIENT = { timeout: 240_000 };

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
  await assistant.connect(transport, PATIENT);
  return withRareTools(assistant);
}

const STANDS_FOR_OTHERS = 'manage';

/** A client for which the tools that one tool stands for are tools as well. */
export function withRareTools(client: Client): Client {
  const call = client.callTool.bind(client);
  const list = client.listTools.bind(client);
  const rare = list(undefined, PATIENT).then(({ tools }) =>
    namesIn(tools.find(({ name }) => name === STANDS_FOR_OTHERS)),
  );
  client.callTool = async (request, options) => {
    const { name, arguments: given = {} } = request;
    const isRare = (await rare).includes(name);
    const asked = isRare ? { name: STANDS_FOR_OTHERS, arguments: { tool: name, arguments: given } } : request;
    return call(asked, { ...PATIENT, ...options });
  };
  client.listTools = async (...request) => {
    const { tools, ...others } = await list(...request);
    const told = (await rare).map(async (name) => {
      const said = textsOf(await call({ name: STANDS_FOR_OTHERS, arguments: { tool: name } }, PATIENT)).join('');
      return { name, inputSchema: JSON.parse(said.slice(said.indexOf('{'))) };
    });
    return {
      tools: [...tools.filter(({ name }) => name !== STANDS_FOR_OTHERS), ...(await Promise.all(told))],
      ...others,
    };
  };
  return client;
}

const manageSchema = z.object({ properties: z.object({ tool: z.object({ enum: z.array(z.string()) }) }) });
const namesIn = (tool: { readonly inputSchema: unknown } | undefined): readonly string[] =>
  manageSchema.parse(tool?.inputSchema).properties.tool.enum;

/** All texts of a result, in their order. */
export function textsOf({ content }: Pick<CallToolResult, 'content'>): string[] {
  return content.map((block) => (block.type === 'text' ? block.text : block.type));
}

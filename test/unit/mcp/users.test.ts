import type { Client } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addTool } from '../../../client/mcp/served/tool-call.ts';
import { publishReport } from '../../support/builders/published-report.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

const BERTS = { run: 'research-berts', session: 'chat-bert' };
const SECRET = 'locker 4711';
const OWN = 'research-annas';

/** Arguments with which each tool works for Anna; a tool that is new here needs its own. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ask: { message: 'Which lamp burns?' },
  search: { query: 'lamp' },
  research_start: { question: 'Which lamp burns?' },
  research_status: { researchId: OWN },
  research_answer: { researchId: OWN, action: 'skip' },
  research_report: { researchId: OWN },
  research_list: {},
  verify: { researchId: OWN },
  compare: { a: OWN, b: OWN },
  library_list: {},
  library_add: { name: 'notes.md', text: 'I like oil' },
  library_remove: { collection: 'Uploads' },
  memory_add: { text: 'I like oil' },
  memory_query: { text: 'oil' },
  memory_verify: { text: 'I like oil' },
  memory_reinforce: { entryId: 'm-1' },
  memory_forget: { entryId: 'm-1' },
  memory_list: {},
};

/** Anna's client, beside a run, a session and an entry of Bert's. */
async function createTwoUsers() {
  const world = await createMcpWorld({ mcpSettings: { user: 'anna', viewer: 'anna' } });
  for (const [researchId, userId, question] of [
    [BERTS.run, 'bert', `What is in ${SECRET}?`],
    [OWN, 'anna', 'How long does the harbour lamp burn?'],
  ] as const) {
    const request = researchRequestSchema.parse({ question, userId, corpusDirectories: ['/documents'] });
    await publishReport(world.home, { researchId, request });
  }
  world.sessions.open(BERTS.session, { userId: 'bert' });
  const memory = await world.mcp.tools.openMemory();
  const addition = {
    text: `My code opens ${SECRET}`,
    type: 'note',
    core: false,
    reason: 'asked',
    userId: 'bert',
  } as const;
  const { entry } = await memory.add(addition, { by: 'user', where: 'cli' });
  return { world, anna: await world.connect(), entryId: entry.entryId, entriesOf: async () => memory.list('bert') };
}

const propertySchema = z.looseObject({ type: z.string().optional(), enum: z.array(z.unknown()).optional() });

/** Every argument of a tool that takes any text. */
function textArguments(properties: Readonly<Record<string, unknown>> = {}): string[] {
  return Object.entries(properties).flatMap(([name, given]) => {
    const property = propertySchema.parse(given);
    return property.type === 'string' && property.enum === undefined ? [name] : [];
  });
}

async function resultOf(client: Client, name: string, given: Readonly<Record<string, unknown>>): Promise<string> {
  return JSON.stringify(await client.callTool({ name, arguments: { ...given } }));
}

describe('for another user', () => {
  it('no argument of any tool opens or changes a run, a session or an entry', async () => {
    const { world, anna, entryId, entriesOf } = await createTwoUsers();
    const before = JSON.stringify(await entriesOf());
    const { tools } = await anna.listTools();
    const tried: string[] = [];

    for (const { name, inputSchema } of tools) {
      for (const argument of textArguments(inputSchema.properties)) {
        const ids = [BERTS.run, BERTS.session, entryId, 'bert'];
        const told = await Promise.all(ids.map((id) => resultOf(anna, name, { ...ARGUMENTS[name], [argument]: id })));
        tried.push(`${name}.${argument}`);
        expect([`${name}.${argument}`, told.filter((each) => each.includes(SECRET))]).toEqual([
          `${name}.${argument}`,
          [],
        ]);
      }
    }

    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(ARGUMENTS).toSorted());
    expect(new Set(tried)).toEqual(
      new Set([...tried, 'compare.a', 'compare.b', 'ask.sessionId', 'memory_forget.entryId']),
    );
    expect(world.runs.sent.filter((sent) => JSON.stringify(sent).includes(BERTS.run))).toEqual([]);
    expect(world.sessions.asked.filter(({ sessionId }) => sessionId === BERTS.session)).toEqual([]);
    expect(JSON.stringify(await entriesOf())).toBe(before);
  });

  it('lists, completions and resources hide them, too', async () => {
    const { anna } = await createTwoUsers();
    const uri = `plumbline://runs/${BERTS.run}/report`;

    const listed = [await anna.listResources(), await resultOf(anna, 'research_list', {})];
    const { completion } = await anna.complete({
      ref: { type: 'ref/resource', uri: 'plumbline://runs/{researchId}/report' },
      argument: { name: 'researchId', value: 'research-' },
    });

    expect(JSON.stringify(listed)).toContain(OWN);
    expect(JSON.stringify([listed, completion])).not.toContain(BERTS.run);
    expect(completion.values).toEqual([OWN]);
    await expect(anna.readResource({ uri })).rejects.toThrow(/no run/);
    await expect(anna.readResource({ uri: uri.replace('report', 'sources/s1') })).rejects.toThrow(/no run/);
  });

  it('its own run is there', async () => {
    const { anna } = await createTwoUsers();

    const told = await Promise.all(
      ['compare', 'verify', 'research_report'].map((name) => resultOf(anna, name, ARGUMENTS[name] ?? {})),
    );

    expect(told.filter((each) => each.includes('isError'))).toEqual([]);
  });
});

describe('a tool', () => {
  it('does not compile before it says what each of its texts names', async () => {
    const { mcp: context } = await createMcpWorld();
    const place = { server: new McpServer({ name: 'test', version: '1' }), context };
    const inputSchema = z.strictObject({
      other: z.string().optional(),
      parts: z.array(z.string()),
      form: z.enum(['a']),
    });
    const tool = { title: '', description: '', inputSchema, outputSchema: z.object({}), annotations: {} };
    const answer = async () => ({ say: '', data: {} });
    const without = { other: 'run' } as const;

    const add = () => {
      addTool(place, 'complete', { ...tool, names: { other: 'run', parts: 'nothing' } }, answer);
      // @ts-expect-error: what `parts` names is missing
      addTool(place, 'incomplete', { ...tool, names: without }, answer);
    };

    expect(add).not.toThrow();
  });
});

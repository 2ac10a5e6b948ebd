import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CLI_ENTRY } from '../support/processes/cli.ts';
import { startAssistant } from '../support/processes/mcp-client.ts';
import { type CommandWorld, createServedWorld, EMBEDDED } from '../support/worlds/command-world.ts';
import { countStarted } from '../support/worlds/started.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling of rapeseed oil?';
const RUN = { question: QUESTION, preset: 'quick', settings: { relevanceThreshold: 0.1 } };

let world: CommandWorld;
beforeAll(async () => {
  world = await createServedWorld();
});
afterAll(() => world.close());

/** The structured part of a result. @throws {Error} for a tool error */
async function call(assistant: Client, name: string, given: object = {}): Promise<Record<string, unknown>> {
  const result: CallToolResult = await assistant.callTool({ name, arguments: { ...given } });
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  return z.record(z.string(), z.unknown()).parse(result.structuredContent);
}

async function untilOver(assistant: Client, researchId: unknown): Promise<Record<string, unknown>> {
  for (;;) {
    const status = await call(assistant, 'research_status', { researchId, waitSeconds: 50 });
    if (status['isOver'] === true) return status;
  }
}

describe('an assistant', () => {
  it('researches, reads, verifies, asks and remembers', async () => {
    const assistant = await startAssistant(world, { options: ['--user', 'anna'] });

    const { researchId } = await call(assistant, 'research_start', RUN);
    const status = await untilOver(assistant, researchId);
    const report = await call(assistant, 'research_report', { researchId });
    const verified = await call(assistant, 'verify', { researchId });
    const { resources } = await assistant.listResources();
    const read = await Promise.all(resources.map(({ uri }) => assistant.readResource({ uri })));
    const hits = await call(assistant, 'search', { query: 'wick' });
    const answer = await call(assistant, 'ask', { message: QUESTION });
    const next = await call(assistant, 'ask', { message: 'And with whale oil?', sessionId: answer['sessionId'] });

    expect(status).toMatchObject({ stage: 'published', hasReport: true });
    expect(report).toMatchObject({ isPartial: false, markdown: expect.stringContaining('nine hours') });
    expect(verified).toMatchObject({ verified: true, problems: [] });
    expect(resources.map(({ uri }) => uri)).toContain(`plumbline://runs/${String(researchId)}/report`);
    expect(JSON.stringify(read)).toContain('A wick that is shorter than 12 mm');
    expect(hits).toMatchObject({ hits: expect.arrayContaining([expect.objectContaining({ locator: 'lamp.md' })]) });
    expect(answer).toMatchObject({
      text: expect.stringContaining('nine hours'),
      citations: expect.arrayContaining([expect.objectContaining({ number: 1 })]),
    });
    expect(next).toMatchObject({ text: expect.stringContaining('seven hours') });
    await remembersAndForgets(assistant);
    await assistant.close();
  });

  it('is asked back through a form, and the run goes on with what the person says', async () => {
    const assistant = await startAssistant(world, { client: { capabilities: { elicitation: {} } } });
    const form = z.object({ requestedSchema: z.object({ properties: z.record(z.string(), z.unknown()) }) });
    let forms = 0;
    assistant.setRequestHandler('elicitation/create', async ({ params }) => {
      forms += 1;
      const fields = Object.keys(form.parse(params).requestedSchema.properties);
      return {
        action: 'accept',
        content: Object.fromEntries(fields.map((name) => [name, 'the one with rapeseed oil'])),
      };
    });

    const { researchId } = await call(assistant, 'research_start', { ...RUN, clarify: 'always' });
    await untilOver(assistant, researchId);
    const report = await call(assistant, 'research_report', { researchId });

    expect(forms).toBeGreaterThan(0);
    expect(report).toMatchObject({ markdown: expect.stringContaining('the one with rapeseed oil') });
    await assistant.close();
  });

  it('shares runs with another one, and with what was started by hand', async () => {
    const [first, second] = await Promise.all([startAssistant(world), startAssistant(world)]);

    const [begun, other] = await Promise.all([
      call(first, 'research_start', { ...RUN, id: 'shared-by-two' }),
      call(second, 'research_start', { ...RUN, id: 'by-the-second' }),
    ]);
    await first.close();
    await Promise.all([untilOver(second, begun['researchId']), untilOver(second, other['researchId'])]);
    const printed = await world.run('report', 'shared-by-two');

    expect(printed).toMatchObject({ code: 0, stdout: expect.stringContaining('nine hours') });
    await second.close();
  });
});

describe('the command', () => {
  it('answers on after malformed lines, prints the protocol alone, and ends with its input', async () => {
    countStarted('process');
    const child = spawn(process.execPath, [CLI_ENTRY, 'mcp'], {
      env: world.environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const printed = createInterface(child.stdout);
    printed.on('line', (line) => lines.push(line));
    child.stderr.resume();
    const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };

    const malformed = ['{broken', '[]', 'null', '"text"', '{"jsonrpc":"2.0","id":1}', '\u0000\u0001', ''];
    child.stdin.write(`${malformed.join('\n')}\n`);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`);
    child.stdin.write(`{broken\n${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
    while (!lines.some((line) => line.includes('"id":2'))) await once(printed, 'line');
    child.stdin.end();
    const [code] = await once(child, 'close');

    expect(code).toBe(0);
    const messages = lines.map((line) => z.looseObject({ jsonrpc: z.literal('2.0') }).parse(JSON.parse(line)));
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]));
  });

  it('ends at once with Ctrl-C, and with a folder that is not there', async () => {
    countStarted('process');
    const running = spawn(process.execPath, [CLI_ENTRY, 'mcp'], {
      env: world.environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    running.stdin.write(`${JSON.stringify(ping)}\n`);
    await once(running.stdout, 'data');

    running.kill('SIGINT');
    const [code] = await once(running, 'close');
    const refused = await world.with(EMBEDDED).run('mcp', '--corpus', '/no/such/folder');

    expect(code).toBe(130);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('/no/such/folder') });
  });
});

async function remembersAndForgets(assistant: Client): Promise<void> {
  const text = 'My budget is 200 euros';
  const added = z.looseObject({ entry: z.looseObject({ entryId: z.string() }) });
  const { entry } = added.parse(await call(assistant, 'memory_add', { text }));
  const found = await call(assistant, 'memory_query', { text: 'budget' });
  const verdict = await call(assistant, 'memory_verify', { text: 'My budget is 300 euros' });
  await call(assistant, 'memory_reinforce', { entryId: entry.entryId, evidence: 'the bill' });
  const listed = await call(assistant, 'memory_list');
  await call(assistant, 'memory_forget', { entryId: entry.entryId });
  const after = await call(assistant, 'memory_list');

  expect(found).toMatchObject({ found: [{ entry: { text } }] });
  expect(verdict).toMatchObject({ verdict: 'not-judged' });
  expect(listed).toMatchObject({ entries: [{ text, strength: 2 }] });
  expect(after).toMatchObject({ entries: [] });
}

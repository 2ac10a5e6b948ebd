import { describe, expect, it } from 'vitest';
import { EnvironmentError, RunFailedError } from '../../../client/errors/failures.ts';
import { publishReport } from '../../support/builders/published-report.ts';
import { replaceReport } from '../../support/builders/stored-records.ts';
import { textsOf } from '../../support/processes/mcp-client.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

const ID = 'research-limits-3f9a21';

describe('a call that cannot be done', () => {
  it.each([
    { tool: 'research_status', given: { researchId: 'nope' }, says: /no run "nope".*research_list/ },
    { tool: 'research_report', given: { researchId: 'nope' }, says: /no run "nope".*research_list/ },
    { tool: 'research_report', given: { researchId: '../../etc' }, says: /no run/ },
    { tool: 'verify', given: { researchId: 'nope' }, says: /no run "nope"/ },
    { tool: 'research_answer', given: { researchId: ID, action: 'answer' }, says: /needs answers/ },
    { tool: 'research_answer', given: { researchId: ID, action: 'extend' }, says: /needs limits/ },
    { tool: 'research_answer', given: { researchId: ID, action: 'dance' }, says: /action/ },
    { tool: 'research_start', given: {}, says: /question/ },
    { tool: 'research_start', given: { question: 'Which?', documents: ['/etc'] }, says: /no "\/etc"; this server has/ },
    { tool: 'research_start', given: { question: 'Which?', settings: { speed: 1 } }, says: /speed/ },
    { tool: 'research_start', given: { question: 'Which?', limits: { searches: 0 } }, says: /limits.searches/ },
    { tool: 'research_start', given: { question: 'Which?', web: true }, says: /does not search the web/ },
    { tool: 'research_start', given: { question: 'Which?', corpusDirectories: ['/etc'] }, says: /corpusDirectories/ },
    { tool: 'research_status', given: { researchId: ID, waitSeconds: 51 }, says: /waitSeconds/ },
    { tool: 'ask', given: { message: '' }, says: /empty/ },
    { tool: 'ask', given: { message: 'Which?', sessionId: 'chat-unknown' }, says: /no session.*Leave out sessionId/ },
    { tool: 'search', given: { query: '???' }, says: /no letter/ },
    { tool: 'memory_list', given: {}, says: /needs a user.*userId/ },
    { tool: 'memory_forget', given: { userId: 'anna', entryId: 'm-none' }, says: /no entry.*memory_list/ },
    { tool: 'memory_reinforce', given: { userId: 'anna', entryId: 'm-none' }, says: /no entry/ },
    { tool: 'memory_add', given: { userId: 'anna', text: ' ' }, says: /empty/ },
  ])('is a result that says what to do: $tool with $given', async ({ tool, given, says }) => {
    const world = await createMcpWorld();
    const client = await world.connect();

    const result = await client.callTool({ name: tool, arguments: given });

    expect(result.isError).toBe(true);
    expect(textsOf(result).join('\n')).toMatch(says);
    expect(textsOf(result).join('\n')).not.toMatch(/GET |POST |\/api\//);
    expect(world.reported).toEqual([]);
    expect((await client.callTool({ name: 'research_list' })).isError).toBeUndefined();
  });

  it.each([
    { tool: 'research_report', given: { researchId: ID } },
    { tool: 'research_report', given: { researchId: ID, format: 'structured' } },
    { tool: 'verify', given: { researchId: ID } },
    { tool: 'compare', given: { a: ID, b: ID } },
  ])(
    'of a finished run whose worker has another store says so, and shows no part of it: $tool with $given',
    async ({ tool, given }) => {
      const world = await createMcpWorld();
      world.runs.located = {
        status: 'completed',
        otherStore: { what: 'the worker has another store', remedy: 'PLUMBLINE_HOME=/srv/worker' },
      };
      const client = await world.connect();

      const result = await client.callTool({ name: tool, arguments: given });

      const said = textsOf(result).join();
      expect(result.isError).toBe(true);
      expect(said).toContain('its report is elsewhere: the worker has another store');
      expect(said).not.toMatch(/PARTIAL|\/srv/);
    },
  );

  it.each([
    { stored: '{"a":1}', tool: 'research_report', given: {}, says: 'the report cannot be read' },
    { stored: '{"a":1}', tool: 'research_report', given: { format: 'structured' }, says: 'the report cannot be read' },
    { stored: '{"a":1}', tool: 'verify', given: {}, says: 'what is stored for the run is not a report' },
    { stored: '{"schemaVersion":99,"researchId":"x"}', tool: 'verify', given: {}, says: 'a report cannot be read' },
  ])('says that $stored is no report, and not where: $tool', async ({ stored, tool, given, says }) => {
    const world = await createMcpWorld();
    const { researchId } = (await publishReport(world.home)).record;
    await replaceReport(world.home, researchId, stored);
    const client = await world.connect();

    const result = await client.callTool({ name: tool, arguments: { researchId, ...given } });

    expect(result.isError).toBe(true);
    expect(textsOf(result).join()).toContain(says);
    expect(textsOf(result).join()).not.toContain(world.home);
    expect(world.reported).toEqual([]);
  });

  it('is refused by the protocol where there is no such tool, resource or method', async () => {
    const client = await (await createMcpWorld()).connect();

    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toThrow(/nope/);
    await expect(client.readResource({ uri: 'plumbline://runs/nope/report' })).rejects.toThrow(/no run "nope"/);
    await expect(client.readResource({ uri: 'plumbline://runs/%E0%A4%A/report' })).rejects.toThrow(/malformed/);
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/not found/);
    await expect(client.listTools()).resolves.toMatchObject({ tools: expect.any(Array) });
  });

  it('says that Temporal is not reached, and what a person can do', async () => {
    const access = async () => {
      throw new EnvironmentError('Temporal does not answer', 'Find out why: npx plumbline doctor');
    };
    const client = await (await createMcpWorld({ mcp: { access } })).connect();

    const result = await client.callTool({ name: 'research_status', arguments: { researchId: ID } });

    expect(result.isError).toBe(true);
    expect(textsOf(result)).toEqual(['Temporal does not answer. Tell the person: Find out why: npx plumbline doctor']);
  });

  it('tells nothing of an error that nobody expected but a number, under which the log has it', async () => {
    const world = await createMcpWorld();
    world.sessions.answer = async () => {
      throw new TypeError('secret of the machine');
    };
    const client = await world.connect();

    const result = await client.callTool({ name: 'ask', arguments: { message: 'How long does the lamp burn?' } });

    expect(result.isError).toBe(true);
    expect(textsOf(result).join()).toMatch(/something went wrong.*log/);
    expect(textsOf(result).join()).not.toContain('secret');
    expect(world.reported).toEqual([new TypeError('secret of the machine')]);
  });

  it('names why a message could not be answered, as words of others', async () => {
    const world = await createMcpWorld();
    world.sessions.answer = async () => {
      throw new RunFailedError('the message could not be answered: the model is down');
    };
    const client = await world.connect();

    const result = await client.callTool({ name: 'ask', arguments: { message: 'How long does the lamp burn?' } });

    expect(result.isError).toBe(true);
    expect(textsOf(result)).toEqual([
      expect.not.stringContaining('the model is down'),
      expect.stringMatching(/^QUOTED CONTENT.*\n\n.*the model is down/),
    ]);
  });

  it('says that a run refused a message, and where to look', async () => {
    const world = await createMcpWorld();
    world.runs.delivery = { accepted: false, refusals: ['nothing was asked'], progress: null };
    const client = await world.connect();

    const result = await client.callTool({ name: 'research_answer', arguments: { researchId: ID, action: 'skip' } });

    expect(result.isError).toBe(true);
    expect(textsOf(result).join()).toMatch(/nothing was asked.*research_status/);
  });

  it('needs sources only where it looks into them', async () => {
    const sources = { documents: new Map(), catalogues: new Map(), web: null };
    const client = await (await createMcpWorld({ mcpSettings: { sources } })).connect();

    const asked = await client.callTool({ name: 'ask', arguments: { message: 'How long does the lamp burn?' } });
    const listed = await client.callTool({ name: 'research_list' });

    expect(asked.isError).toBe(true);
    expect(textsOf(asked).join()).toContain('--corpus');
    expect(listed.isError).toBeUndefined();
  });
});

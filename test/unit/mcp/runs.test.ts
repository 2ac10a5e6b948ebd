import type { ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { publishReport } from '../../support/builders/published-report.ts';
import { researchProgress, taskProgress } from '../../support/builders/run-views.ts';
import { createMcpWorld, type McpWorld, textsOf } from '../../support/worlds/mcp-world.ts';

const ID = 'research-limits-3f9a21';

const PENDING = {
  round: 1,
  questions: [
    { questionId: 'r1q1', text: 'Which lamp?', reason: 'There are two.' },
    { questionId: 'r1q2', text: 'Which oil?', reason: 'There are three.' },
  ],
  answeredQuestionIds: [],
  deadline: '2026-03-02T10:00:00.000Z',
};

const PLAN = { tasks: [{ taskId: 'task-1', text: 'What burns?', rationale: '' }] };

describe('starting a run', () => {
  it('returns its id at once, with the preset, the limits and the clarification that were given', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();

    const result = await client.callTool({
      name: 'research_start',
      arguments: {
        question: 'Which limits apply?',
        documents: ['docs'],
        preset: 'quick',
        clarify: 'always',
        limits: { searches: 7 },
      },
    });

    expect(result.structuredContent).toMatchObject({ researchId: 'research-new-000001', attached: false });
    const [request] = world.runs.started;
    expect(request).toMatchObject({ corpusDirectories: ['/srv/docs'], web: null, settings: { clarify: 'always' } });
    // A limit of its own, and another one of the preset.
    expect(request?.settings.limits).toMatchObject({ searches: 7, pages: 30 });
    expect(await world.mcp.tools.runs.read('research-new-000001')).toMatchObject({ question: 'Which limits apply?' });
  });

  it('does not offer defaults of limits, which would replace those of a preset', async () => {
    const { tools } = await (await (await createMcpWorld()).connect()).listTools();

    const shown = JSON.stringify(
      tools.find(({ name }) => name === 'research_start')?.inputSchema.properties?.['limits'],
    );

    expect(shown).toContain('"maximum":10000');
    expect(shown).not.toContain('default');
  });
});

describe('the status of a run', () => {
  it('is told at once where the run needs somebody, with what to do', async () => {
    const world = await createMcpWorld();
    world.runs.progress = { stage: 'clarifying', pendingClarification: { ...PENDING, answeredQuestionIds: ['r1q1'] } };
    const client = await world.connect();

    const status = await client.callTool({
      name: 'research_status',
      arguments: { researchId: ID, waitSeconds: 50 },
    });

    expect(status.structuredContent).toMatchObject({
      isOver: false,
      pendingClarification: { round: 1, questions: [{ questionId: 'r1q2', text: 'Which oil?' }] },
      nextStep: expect.stringContaining('research_answer with action "answer"'),
    });
  });

  it.each([
    { what: 'a plan', progress: { planToApprove: PLAN }, step: '"approve"' },
    { what: 'a limit', progress: { waits: [waitOf('budget')] }, step: '"extend"' },
    { what: 'a key', progress: { waits: [waitOf('setup')] }, step: '"retry"' },
    { what: 'nothing', progress: {}, step: 'waitSeconds 50' },
  ])('says how to go on when the run waits for $what', async ({ progress, step }) => {
    const world = await createMcpWorld();
    world.runs.progress = progress;
    const client = await world.connect();

    const status = await client.callTool({ name: 'research_status', arguments: { researchId: ID } });

    expect(status.structuredContent).toMatchObject({ nextStep: expect.stringContaining(step) });
  });

  it('waits for a change, and reports progress meanwhile to a client that asks for it', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const told: string[] = [];
    let looks = 0;
    world.runs.onLook = () => {
      looks += 1;
      const step = looks < 9 ? 'extracting' : 'done';
      world.runs.progress = { tasks: [taskProgress({ step, findings: Math.floor(looks / 3) })] };
    };

    const status = await client.callTool(
      { name: 'research_status', arguments: { researchId: ID, waitSeconds: 50 } },
      { onprogress: ({ message = '' }) => void told.push(message) },
    );

    expect(status.structuredContent).toMatchObject({ changed: true, tasks: [{ step: 'done' }] });
    expect(looks).toBe(9);
    expect(told).toEqual([0, 1, 2].map((found) => expect.stringContaining(`${found} finding`)));
  });

  it('ends its waiting when the call is cancelled; run and server go on', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const cancelling = new AbortController();
    let looks = 0;
    world.runs.onLook = () => {
      looks += 1;
      if (looks === 5) cancelling.abort(new Error('enough'));
    };

    const cancelled = client.callTool(
      { name: 'research_status', arguments: { researchId: ID, waitSeconds: 50 } },
      { signal: cancelling.signal },
    );

    await expect(cancelled).rejects.toThrow('enough');
    const next = await client.callTool({ name: 'research_status', arguments: { researchId: ID } });
    expect(next.structuredContent).toMatchObject({ stage: 'researching' });
    const after = looks;
    await client.callTool({ name: 'memory_list', arguments: { userId: 'anna' } });
    expect(looks).toBe(after);
    expect(world.runs.sent).toEqual([]);
  });

  it('ends its waiting when the client disconnects', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const looked = Promise.withResolvers<void>();
    world.runs.onLook = () => looked.resolve();
    const waiting = client.callTool({ name: 'research_status', arguments: { researchId: ID, waitSeconds: 50 } });
    waiting.catch(() => undefined);
    await looked.promise;

    await client.close();

    await expect(waiting).rejects.toThrow();
    const other = await world.connect();
    expect((await other.callTool({ name: 'research_list' })).isError).toBeUndefined();
    expect(world.runs.sent).toEqual([]);
  });
});

describe('questions of a run', () => {
  it.each(['by a connection', 'over HTTP'])('are put to the person as a form, %s', async (how) => {
    const { world, shown, client } = await withForm(how, {
      action: 'accept',
      content: { r1q1: 'the harbour lamp', r1q2: ' ' },
    });

    const status = await client.callTool({ name: 'research_status', arguments: { researchId: ID } });

    expect(shown).toEqual([expect.stringContaining('Which lamp?')]);
    expect(world.runs.sent).toEqual([[ID, 'answer', { questionId: 'r1q1', text: 'the harbour lamp' }]]);
    expect(status.structuredContent).toMatchObject({ changed: true });
  });

  it('are skipped by a form without any answer', async () => {
    const { world, client } = await withForm('by a connection', { action: 'accept', content: {} });

    await client.callTool({ name: 'research_status', arguments: { researchId: ID } });

    expect(world.runs.sent).toEqual([[ID, 'skip']]);
  });

  it('are returned, and put to nobody again, when the person closes the form', async () => {
    const { world, shown, client } = await withForm('by a connection', { action: 'decline' });

    const first = await client.callTool({ name: 'research_status', arguments: { researchId: ID } });
    await client.callTool({ name: 'research_status', arguments: { researchId: ID } });

    expect(first.structuredContent).toMatchObject({ pendingClarification: { round: 1 } });
    expect(shown).toHaveLength(1);
    expect(world.runs.sent).toEqual([]);
  });

  it('are only returned where that is wanted', async () => {
    const { shown, client } = await withForm('by a connection', { action: 'accept', content: {} });

    await client.callTool({ name: 'research_status', arguments: { researchId: ID, askPerson: false } });

    expect(shown).toEqual([]);
  });

  it('are answered one by one, and a plan is approved as the person changed it', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const answers = [{ questionId: 'r1q1', text: 'the harbour lamp' }, { text: 'whale oil' }];
    const send = (given: object) =>
      client.callTool({ name: 'research_answer', arguments: { researchId: ID, ...given } });

    await send({ action: 'answer', answers });
    await send({ action: 'approve', plan: PLAN });
    await send({ action: 'extend', limits: { searches: 200 } });

    expect(world.runs.sent).toEqual([
      [ID, 'answer', answers[0]],
      [ID, 'answer', answers[1]],
      [ID, 'approve', PLAN],
      [ID, 'extend', { searches: 200 }],
    ]);
  });
});

describe('the report of a run', () => {
  it('is partial, and says so, while the run is under way', async () => {
    const client = await (await createMcpWorld()).connect();

    const report = await client.callTool({ name: 'research_report', arguments: { researchId: ID } });

    expect(report.structuredContent).toMatchObject({ isPartial: true, stage: 'researching' });
    expect(textsOf(report)[0]).toMatch(/^PARTIAL/);
  });

  it('comes as Markdown in parts, as claims with citations, verified, and as a resource', async () => {
    const world = await createMcpWorld();
    const { record } = await publishReport(world.home);
    const client = await world.connect();
    const { researchId } = record;
    const call = (name: string, given = {}) => client.callTool({ name, arguments: { researchId, ...given } });

    const whole = await call('research_report');
    const first = await call('research_report', { maxCharacters: 100 });
    const rest = await call('research_report', { offset: 100 });
    const claims = await call('research_report', { format: 'structured' });
    const verified = await call('verify');
    const { contents } = await client.readResource({ uri: `plumbline://runs/${researchId}/report` });

    expect(whole.structuredContent).toMatchObject({ isPartial: false, markdown: record.report.markdown });
    expect(first.structuredContent).toMatchObject({ nextOffset: 100, markdown: record.report.markdown.slice(0, 100) });
    expect(rest.structuredContent).toMatchObject({ nextOffset: null, markdown: record.report.markdown.slice(100) });
    expect(claims.structuredContent).toMatchObject({
      citations: record.report.citations.map(({ number, quote }) => ({ number, quote: quote.text })),
    });
    expect(verified.structuredContent).toMatchObject({ quotes: expect.any(Number), problems: expect.any(Array) });
    expect(JSON.stringify(verified)).not.toContain(world.home);
    expect(contents[0]).toMatchObject({ text: expect.stringContaining(record.report.markdown) });
  });

  it('leads to its sources as they were read, and to no other text of the store', async () => {
    const world = await createMcpWorld();
    const { record, textHash } = await publishReport(world.home);
    const client = await world.connect();
    const address = `plumbline://runs/${record.researchId}/sources`;

    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: `${address}/s1` });

    expect(resources.map(({ uri }) => uri)).toEqual([`plumbline://runs/${record.researchId}/report`, `${address}/s1`]);
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('burns for nine hours') });
    await expect(client.readResource({ uri: `${address}/${textHash}` })).rejects.toThrow(/not found/);
  });
});

function waitOf(kind: 'budget' | 'setup') {
  const times = { since: '2026-03-01T10:00:00.000Z', until: '2026-03-02T10:00:00.000Z' };
  return { kind, subject: 'searches', limit: 80, reason: 'the limit is reached', ...times, attempts: 0 };
}

/** A run that asks, and a client whose person does this with the form. */
async function withForm(how: string, result: ElicitResult) {
  const world: McpWorld = await createMcpWorld();
  world.runs.progress = researchProgress({ stage: 'clarifying', pendingClarification: PENDING });
  const options = { capabilities: { elicitation: {} } };
  const client =
    how === 'over HTTP'
      ? await world.connectByHttp({ ...options, versionNegotiation: { mode: 'auto' } })
      : await world.connect(options);
  const shown: string[] = [];
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    shown.push(JSON.stringify(params));
    return result;
  });
  return { world, shown, client };
}

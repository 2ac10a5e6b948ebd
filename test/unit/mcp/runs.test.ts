import { describe, expect, it } from 'vitest';
import { taskProgress } from '../../support/builders/run-views.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';
import { ID, PENDING, PLAN } from './pending-run.ts';

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
    expect(request?.settings.limits).toMatchObject({ searches: 7, pages: 60 });
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

    await expect(waiting).rejects.toThrow(/closed/i);
    const other = await world.connect();
    expect((await other.callTool({ name: 'research_list' })).isError).toBeUndefined();
    expect(world.runs.sent).toEqual([]);
  });
});

function waitOf(kind: 'budget' | 'setup') {
  const times = { since: '2026-03-01T10:00:00.000Z', until: '2026-03-02T10:00:00.000Z' };
  return { kind, subject: 'searches', limit: 80, reason: 'the limit is reached', ...times, attempts: 0 };
}

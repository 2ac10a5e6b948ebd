import type { ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { researchProgress } from '../../support/builders/run-views.ts';
import { createMcpWorld, type McpWorld } from '../../support/worlds/mcp-world.ts';
import { ID, PENDING, PLAN } from './pending-run.ts';

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

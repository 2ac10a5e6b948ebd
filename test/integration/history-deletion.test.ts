import { randomUUID } from 'node:crypto';
import { ANSWER_QUERY, CONVERSATION } from '@plumbline/contracts/answers/conversation';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Histories, historiesAt } from '../../client/connection/history-deletion.ts';
import { waitUntil } from '../support/processes/processes.ts';

let client: Client;
let histories: Histories;
beforeAll(async () => {
  const connection = await Connection.connect({ address: inject('temporalAddress'), connectTimeout: 120_000 });
  client = new Client({ connection });
  histories = historiesAt({ connection, namespace: 'default' });
});
afterAll(() => histories.close());

/** No worker takes it, so it is over once it is terminated. */
async function start(workflowId: string, type = CONVERSATION, { isOver = true } = {}): Promise<void> {
  const handle = await client.workflow.start(type, { workflowId, taskQueue: 'nobody', args: [] });
  if (isOver) await handle.terminate();
}

/** Executions under ids that begin like this, once the server lists them. */
async function listed(prefix: string, count: number): Promise<string[]> {
  let ids: string[] = [];
  await waitUntil(async () => {
    ids = [];
    for await (const { workflowId } of client.workflow.list({ query: `WorkflowId STARTS_WITH '${prefix}'` }))
      ids.push(workflowId);
    return ids.length === count;
  });
  return ids.sort();
}

describe('deleting the histories of a session', () => {
  it('takes all its executions and those of its answers, and nothing of others', async () => {
    const id = `session ${randomUUID()}`;
    for (let execution = 1; execution <= 3; execution += 1) await start(id);
    for (const turn of [1, 2, 30]) await start(`${id}:${turn}`, ANSWER_QUERY);
    const others = [`${id}-2`, `${id}-2:1`, `${id}:1:1`];
    for (const other of others) await start(other, ANSWER_QUERY);
    await start(`${id}:7`, 'of another program');
    await listed(id, 10);

    await histories.delete(id, new AbortController().signal);

    expect(await listed(id, 4)).toEqual([...others, `${id}:7`].sort());
    expect(await histories.stateOf(id)).toBeNull();
  });

  it('tells open sessions from ended ones, and both from what is not ours', async () => {
    const id = randomUUID();
    await start(`open ${id}`, CONVERSATION, { isOver: false });
    await start(`over ${id}`);
    await start(`run ${id}`, 'deepResearch');
    await start(`foreign ${id}`, 'of another program');

    expect(await histories.stateOf(`open ${id}`)).toEqual({ isRunning: true, isSession: true });
    expect(await histories.stateOf(`over ${id}`)).toEqual({ isRunning: false, isSession: true });
    expect(await histories.stateOf(`run ${id}`)).toEqual({ isRunning: false, isSession: false });
    expect(await histories.stateOf(`foreign ${id}`)).toBeNull();
    expect(await histories.stateOf(`unknown ${id}`)).toBeNull();
    await client.workflow.getHandle(`open ${id}`).terminate();
  });
});

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResearchResult } from '@plumbline/contracts/report/progress';
import { Context } from '@temporalio/activity';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createNotices, recipientsOf } from '../../activities/notices/notices.ts';
import { skipClarificationSignal } from '../../workflows/deep-research/messages.ts';
import type { ScriptedActivities } from '../support/builders/scripted-activities.ts';
import { isAsking, scriptAsking } from '../support/builders/scripted-clarification.ts';
import { startMailServer } from '../support/servers/mail-server.ts';
import { loadWorkflowsWith } from '../support/worlds/built-workflows.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../support/worlds/workflow-world.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld(inject('temporalAddress'));
});
afterAll(() => world.close());

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** @param statuses of the first requests; the others are taken */
async function startWebhook(statuses: number[]) {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    address: `http://127.0.0.1:${port}/hooks/a-secret`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A run that asks back, with real notices. */
function scriptTelling(addresses: readonly string[], smtpUrl: string | null) {
  const pageUrl = 'https://plumbline.example';
  const notices = createNotices({ addresses, smtpUrl, sender: 'plumbline@example.org', pageUrl, contact: null });
  const scripted = scriptAsking();
  const usual = { ...scripted.activities };
  Object.assign(scripted.activities, {
    recordProgress: async (input: never) => ({ ...(await usual.recordProgress(input)), ...recipientsOf(notices) }),
    sendNotice: async (input: never) => notices?.send(input, Context.current().cancellationSignal),
  });
  return scripted;
}

/**
 * @param endMs for so long an end waits for its notices
 * @param told resolves when the question has come: a run does not wait for that, and at its end it takes it back
 */
async function skipAndFinish(telling: ScriptedActivities, endMs: number, told = async () => {}) {
  const finish = async () => {
    const handle = await world.start({ clarify: 'auto' });
    await world.until(handle, isAsking);
    await told();
    await handle.signal(skipClarificationSignal);
    const result = (await handle.result()) as ResearchResult;
    return { handle, result, history: JSON.stringify(await handle.fetchHistory()) };
  };
  return world.withWorkers(telling, finish, await loadWorkflowsWith({ LONGEST_END_MS: endMs }));
}

describe('a run with recipients', () => {
  it('tells a webhook that fails twice, and a mailbox, that it asks and that it has ended', async () => {
    const webhook = await startWebhook([500, 500]);
    const mail = await startMailServer();
    const hasCome = async () => {
      await expect.poll(() => [webhook.requests.length, mail.messages.length]).toEqual([3, 1]);
    };
    const telling = scriptTelling([webhook.address, 'mailto:anna@example.org'], mail.url);
    const { handle, result } = await skipAndFinish(telling, 240_000, hasCome);
    await webhook.close();
    await mail.close();

    expect(result.outcome).toBe('published');
    const keys = webhook.requests.map(({ headers }) => headers['idempotency-key']);
    // The repeats come under the key of their notice.
    expect(keys.map((key) => key === keys[0])).toEqual([true, true, true, false]);
    const told = new Map(webhook.requests.map(({ body }) => [body['event'], body]));
    expect(told.get('clarification')).toMatchObject({
      runId: handle.workflowId,
      title: 'How long does the lamp burn?',
      questions: ['Which lamp?', 'Which oil?'],
      page: `https://plumbline.example/runs/${handle.workflowId}`,
      command: `npx plumbline answer ${handle.workflowId} "…"`,
      language: 'en',
    });
    expect(told.get('published')?.['text']).toContain('is finished');
    expect(webhook.requests.every(({ headers, body }) => headers['idempotency-key'] === body['id'])).toBe(true);

    expect(mail.unscripted).toEqual([]);
    const ids = mail.messages.map((message) => /^Message-ID:\s+<(\w+)@plumbline>$/m.exec(message)?.[1]);
    expect(new Set(ids)).toEqual(new Set(keys));
    const subjects = mail.messages.map((message) => /^Subject: (.*)$/m.exec(message)?.[1]);
    expect(subjects).toHaveLength(2);
    expect(subjects).toContain('[Plumbline] How long does the lamp burn?: asks back');
    expect(subjects).toContain('[Plumbline] How long does the lamp burn?: is finished');
  });

  it('ends although its only recipient is away', async () => {
    const webhook = await startWebhook([]);
    await webhook.close();
    const { result, history } = await skipAndFinish(scriptTelling([webhook.address], null), 3_000);

    expect(result.outcome).toBe('published');
    // Its notices were tried, not left out.
    expect(history.match(/"sendNotice"/g)).toHaveLength(2);
  });

  it('asks for no activity where nobody is to be told', async () => {
    const scripted = scriptAsking();
    const { history } = await world.withWorkers(scripted, async () => {
      const handle = await world.start({ clarify: 'auto' });
      await world.until(handle, isAsking);
      await handle.signal(skipClarificationSignal);
      await handle.result();
      return { history: JSON.stringify(await handle.fetchHistory()) };
    });

    expect(history).toContain('recordProgress');
    expect(history).not.toContain('sendNotice');
  });
});

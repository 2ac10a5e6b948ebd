import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestHome, type TestHome } from '../support/processes/processes.ts';

// Its supervision alone is tested with a stand-in: test/contract/supervision.test.ts.
let home: TestHome;
beforeAll(async () => {
  home = await createTestHome();
});
afterAll(() => home.remove());

async function readyState() {
  const state = await home.until((current) => current?.phase === 'ready');
  const { address, serverPid, workerPid } = state ?? {};
  if (!state || !address || !serverPid || !workerPid) throw new Error('not ready');
  return { ...state, address, serverPid, workerPid };
}

async function answersAt(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address });
  const { config } = await connection.workflowService.describeNamespace({ namespace: 'default' });
  await connection.close();
  return Number(config?.workflowExecutionRetentionTtl?.seconds) === 3650 * 86_400;
}

describe('the embedded server', () => {
  it('answers with ten years of retention, and its Web UI with a page', async () => {
    const server = await home.join({ isReal: true });

    expect(server.startedHere).toBe(true);
    expect(await answersAt(server.address)).toBe(true);
    expect((await fetch(String(server.uiAddress))).status).toBe(200);
  });

  it('comes back on the same port when it is killed', async () => {
    await home.join({ isReal: true });
    const before = await readyState();

    process.kill(before.serverPid, 'SIGKILL');
    const after = await home.until((state) => state?.phase === 'ready' && state.serverPid !== before.serverPid);

    expect(after).toMatchObject({ pid: before.pid, address: before.address, uiAddress: before.uiAddress });
    expect(await answersAt(before.address)).toBe(true);
  });
});

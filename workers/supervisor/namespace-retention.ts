import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

/** Ten years, so that finished runs stay in the Web UI. The server's default is one day. */
const RETENTION = msToTs('3650 days');

/** Waits until the namespace answers, calling `pause` between attempts, and raises its retention. `pause` throws to give up. */
export async function openNamespace(address: string, namespace: string, pause: () => Promise<void>): Promise<void> {
  const connection = Connection.lazy({ address });
  try {
    while (!(await raiseRetention(connection, namespace))) await pause();
  } finally {
    await connection.close();
  }
}

async function raiseRetention(connection: Connection, namespace: string): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + 5_000, () =>
      connection.workflowService.updateNamespace({
        namespace,
        config: { workflowExecutionRetentionTtl: RETENTION },
      }),
    );
    return true;
  } catch {
    // Not there yet: the server creates the namespace after it has begun to listen.
    return false;
  }
}

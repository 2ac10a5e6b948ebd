import { setTimeout as delay } from 'node:timers/promises';
import type { Removal } from '../../workers/lifecycle/removal.ts';
import { ConflictError } from '../errors/failures.ts';
import type { ApiContext } from './api-context.ts';

/** A session ends within milliseconds of being told to, if there is a worker. */
const END_PATIENCE_MS = 10_000;

/**
 * Deletes what Temporal and the store have of a run or session. An open session is ended first: it only waits for its
 * next message.
 *
 * @throws {ConflictError} while a run is under way
 */
export async function deleteRecord(
  { access, tools, openHistories, settings }: ApiContext,
  id: string,
  kind: 'run' | 'session',
): Promise<Removal> {
  const histories = await openHistories();
  try {
    const isRunning = async () => (await histories.stateOf(id))?.isRunning === true;
    if (await isRunning()) {
      if (kind === 'run') throw new ConflictError('the run is under way', 'Cancel it first.');
      await access.conversations.cancel(id);
      const deadline = Date.now() + END_PATIENCE_MS;
      while (await isRunning()) {
        if (Date.now() > deadline) throw new ConflictError('the session does not end', 'Try again in a moment.');
        await delay(100, undefined, { signal: settings.closing });
      }
    }
    const lifecycle = await tools.openLifecycle();
    await histories.delete(id, settings.closing);
    return kind === 'run' ? await lifecycle.removeRun(id, true) : await lifecycle.removeSession(id, true);
  } finally {
    await histories.close();
  }
}

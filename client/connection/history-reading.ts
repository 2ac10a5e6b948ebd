import type { Client } from '@temporalio/client';
import type { ClientConfig } from '../configuration/config.ts';
import { EnvironmentError } from '../errors/failures.ts';
import { isNotFound, isUnreachable } from '../errors/temporal-errors.ts';
import { joinTemporal } from './temporal-access.ts';

/** The JSON of a run's history, or the reason for its absence. */
export type HistoryReading = { readonly json: string } | { readonly reason: string };

/**
 * Reads what Temporal recorded of a run, as it recorded it: encrypted payloads stay encrypted. Starts no server.
 *
 * @returns the last execution under the id
 */
export async function readHistory(config: ClientConfig, researchId: string): Promise<HistoryReading> {
  try {
    const access = await joinTemporal(config);
    if (access === null) return { reason: 'no Temporal server was running' };
    try {
      return await historyOf(access.client, researchId);
    } finally {
      await access.close();
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return { reason: error.message };
  }
}

/** The same by a client that is connected. */
export async function historyOf(client: Client, researchId: string): Promise<HistoryReading> {
  const { historyToJSON } = await import('@temporalio/common/lib/proto-utils.js');
  try {
    const history = await client.workflow.getHandle(researchId).fetchHistory();
    return { json: `${historyToJSON(history)}\n` };
  } catch (error) {
    if (isNotFound(error)) return { reason: 'the Temporal server no longer had it' };
    if (isUnreachable(error)) return { reason: 'the Temporal server did not answer' };
    throw error;
  }
}

import { createRequests } from './api-requests.ts';
import { type AskClient, createAskClient } from './ask-client.ts';
import { createReadingClient, type ReadingClient } from './reading-client.ts';
import { createRunsClient, type RunsClient } from './runs-client.ts';
import { createSessionsClient, type SessionsClient } from './sessions-client.ts';

/** The documented routes that the page uses; any other client may use the same. */
export interface ApiClient extends ReadingClient, RunsClient, AskClient, SessionsClient {}

/** @param token of the server; null on this machine, where none is needed */
export function createApiClient(token: () => string | null): ApiClient {
  const requests = createRequests(token);
  return {
    ...createReadingClient(requests),
    ...createRunsClient(requests),
    ...createAskClient(requests),
    ...createSessionsClient(requests),
  };
}

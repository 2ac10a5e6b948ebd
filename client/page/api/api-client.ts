import { createRequests } from './api-requests.ts';
import { type AskClient, createAskClient } from './ask-client.ts';
import { type BriefingsClient, createBriefingsClient } from './briefings-client.ts';
import { type ComparisonClient, createComparisonClient } from './comparison-client.ts';
import { createFiguresClient, type FiguresClient } from './figures-client.ts';
import { createLiveClient, type LiveClient } from './live-client.ts';
import { createMemoryClient, type MemoryClient } from './memory-client.ts';
import { createReadingClient, type ReadingClient } from './reading-client.ts';
import { createRunsClient, type RunsClient } from './runs-client.ts';
import { createSessionsClient, type SessionsClient } from './sessions-client.ts';

/** The documented routes that the page uses; any other client may use the same. */
export interface ApiClient
  extends
    ReadingClient,
    RunsClient,
    AskClient,
    SessionsClient,
    LiveClient,
    FiguresClient,
    ComparisonClient,
    MemoryClient,
    BriefingsClient {}

/** @param token of the server; null on this machine, where none is needed */
export function createApiClient(token: () => string | null): ApiClient {
  const requests = createRequests(token);
  return {
    ...createReadingClient(requests),
    ...createRunsClient(requests),
    ...createLiveClient(requests),
    ...createFiguresClient(requests),
    ...createComparisonClient(requests),
    ...createMemoryClient(requests),
    ...createBriefingsClient(requests),
    ...createAskClient(requests),
    ...createSessionsClient(requests),
  };
}

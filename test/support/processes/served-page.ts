import { listen, type ListeningServer } from '../../../client/http/server/listening.ts';
import { type ApiWorld, createApiWorld, type WorldChanges } from '../builders/api-world.ts';

/** The page and its API, served from the process of the tests: no Temporal, and no worker. */
export interface ServedPage extends ListeningServer {
  readonly world: ApiWorld;
}

/** @param fetch answers in place of the API */
export async function servePage(
  { settings, ...changes }: WorldChanges = {},
  fetch: (request: Request, world: ApiWorld) => Response | Promise<Response> = (request, { api }) => api.fetch(request),
): Promise<ServedPage> {
  const limits = { requestsPerMinute: 100_000, ...settings?.limits };
  const world = createApiWorld({ ...changes, settings: { streaming: UNHURRIED, ...settings, limits } });
  const server = await listen({ fetch: (request) => fetch(request, world) }, { host: '127.0.0.1', port: 0 });
  return {
    world,
    address: server.address,
    async close() {
      world.close();
      await server.close();
    },
  };
}

/** Each look takes processor time from the browser. */
const UNHURRIED = { pollMs: 50, lookMs: 50, watchMs: 50, heartbeatMs: 60_000 };

import { z } from '@hono/zod-openapi';
import { askServers } from '@plumbline/adapters/server-probes';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Api, ApiContext, ServerMetrics } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { jsonResponses, plainTextResponses, routesOf } from './responses.ts';

/** From an answer of the page to a report that is long in the making, in seconds. */
const DURATIONS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30];

const define = routesOf('Server');

const live = define('get', '/livez', {
  summary: 'Whether the server answers; needs no token',
  responses: jsonResponses('it does', z.object({ status: z.literal('ok') })),
});

const ready = define('get', '/readyz', {
  summary: 'Whether the server, Temporal, and the database and bucket of its store answer; needs no token',
  responses: jsonResponses('all answer', z.object({ status: z.literal('ok') })),
});

const measures = define('get', '/metrics', {
  summary: 'What the server counted and measured, in the text format of Prometheus',
  responses: plainTextResponses('the metrics'),
});

/** `/livez` and `/readyz`: for load balancers and supervisors. `/metrics`: for Prometheus, with a token where requests need one. */
export function addWatchingRoutes(api: Api, { probes, metrics }: ApiContext): void {
  api.openapi(live, async (http) => http.json({ status: 'ok' } as const, 200));
  api.openapi(ready, async (http) => {
    const { away } = await askServers(probes);
    if (away.length > 0)
      throw new RequestProblem(503, `no answer from ${away.join(', ')}`, 'Runs wait and lose nothing.');
    return http.json({ status: 'ok' } as const, 200);
  });
  api.openapi(measures, async (http) =>
    http.text(`${await metrics.text()}\n${(await askServers(probes)).metrics}`, 200),
  );
}

export function createServerMetrics(): ServerMetrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Time until a response begins, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [register],
  });
  return {
    async measure(http, next) {
      const stop = durations.startTimer();
      await next();
      stop({ method: http.req.method, route: routePath(http, -1), status: String(http.res.status) });
    },
    text: () => register.metrics(),
  };
}

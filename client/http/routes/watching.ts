import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { askServers } from '@plumbline/adapters/server-probes';
import { spanIdOf, type TraceExport, traceOf } from '@plumbline/adapters/trace-export';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Api, ApiContext, ServerMetrics } from '../../service/api-context.ts';
import { type RequestEnvironment, RequestProblem } from '../../service/problem.ts';
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

/** As W3C Trace Context has it: version, trace, span, flags. */
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}/;

/**
 * A span for each request, in the trace that its header names or in one of its own. The one of a request that begins a
 * run leads to the trace of the run, which then has the run's beginning at its top.
 */
export function traceRequests({ add }: Pick<TraceExport, 'add'>): MiddlewareHandler<RequestEnvironment> {
  return async (http, next) => {
    const startMs = Date.now();
    await next();
    const endMs = Date.now();
    const [, given, parentSpanId] = TRACE_PARENT.exec(http.req.header('traceparent') ?? '') ?? [];
    const place = { traceId: given ?? randomUUID().replaceAll('-', ''), spanId: spanIdOf(randomUUID()) };
    const workflow = http.get('workflow');
    const about = workflow === undefined ? {} : { 'temporal.workflow.id': workflow.id };
    const { status } = http.res;
    const route = routePath(http, -1);
    add({
      ...place,
      parentSpanId,
      name: `${http.req.method} ${route}`,
      kind: 'server',
      startMs,
      endMs,
      attributes: {
        'http.request.method': http.req.method,
        'http.route': route,
        'http.response.status_code': status,
        ...about,
      },
      failure: status >= 500 ? String(status) : undefined,
      link: workflow && traceOf(workflow.id),
    });
    if (workflow?.begins !== true) return;
    add({ ...traceOf(workflow.id), name: 'begin', kind: 'internal', startMs, endMs, attributes: about, link: place });
  };
}

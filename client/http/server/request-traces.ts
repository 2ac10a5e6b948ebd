import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { spanIdOf, type TraceExport, traceOf } from '../../../activities/platform/trace-export.ts';
import type { RequestEnvironment } from '../../service/problem.ts';

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

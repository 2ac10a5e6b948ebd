import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { openTraceExport, type Span, traceOf } from '@plumbline/adapters/trace-export';
import { asyncLocalStorage, type Context, type Info } from '@temporalio/activity';
import { ApplicationFailure, noopMetricMeter } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ActivityThreads } from '../../workers/activity-threads/activity-threads.ts';
import { traceActivities, traceMeasured } from '../../workers/temporal/activity-traces.ts';
import { createApiWorld, jsonRequest } from '../support/builders/api-world.ts';

const RUN = traceOf('research-limits-3f9a21');
const INFO: Partial<Info> = {
  activityType: 'measures',
  activityId: '7',
  attempt: 2,
  workflowType: 'deepResearch',
  workflowExecution: { workflowId: 'research-limits-3f9a21', runId: 'r-1' },
  startToCloseTimeoutMs: 60_000,
  isLocal: false,
};

/** Where the spans of a test end. */
function spanList() {
  const spans: Span[] = [];
  return { spans, traces: { add: (span: Span) => void spans.push(span) } };
}

const SPAN: Span = { ...RUN, name: 'step', kind: 'internal', startMs: 1_000.5, endMs: 2_000, attributes: {} };

describe('a collector', () => {
  let server: Server;
  let address: string;
  let status = 200;
  const received: { url: string; headers: Record<string, unknown>; body: unknown }[] = [];
  beforeEach(async () => {
    received.length = 0;
    status = 200;
    server = createServer((request, response) => {
      void json(request).then((body) => {
        received.push({ url: request.url ?? '', headers: request.headers, body });
        response.writeHead(status).end('{}');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
  });
  afterEach(() => server.close());

  it('gets spans in the JSON form of OTLP, with the headers that it needs', async () => {
    const traces = openTraceExport({ endpoint: `${address}/`, headers: { 'x-key': 'k' }, service: 'plumbline-worker' });
    traces.add({
      ...SPAN,
      attributes: { model: 'm', attempt: 2, share: 0.5 },
      failure: 'Gone',
      link: traceOf('other'),
    });

    await traces.close();

    expect(received).toMatchObject([
      { url: '/v1/traces', headers: { 'x-key': 'k', 'content-type': 'application/json' } },
    ]);
    expect(received[0]?.body).toEqual({
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'plumbline-worker' } }] },
          scopeSpans: [
            {
              scope: { name: 'plumbline' },
              spans: [
                {
                  traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
                  spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
                  name: 'step',
                  kind: 1,
                  startTimeUnixNano: '1000500000',
                  endTimeUnixNano: '2000000000',
                  attributes: [
                    { key: 'model', value: { stringValue: 'm' } },
                    { key: 'attempt', value: { intValue: '2' } },
                    { key: 'share', value: { doubleValue: 0.5 } },
                  ],
                  links: [traceOf('other')],
                  status: { code: 2, message: 'Gone' },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('gets them while work goes on, and what comes later although it refused the first', async () => {
    status = 503;
    const traces = openTraceExport({ endpoint: address, headers: {}, service: 's' }, 1);
    traces.add(SPAN);
    await expect.poll(() => received.length).toBe(1);
    traces.add({ ...SPAN, name: 'later' });

    await traces.close();

    expect(JSON.stringify(received.map(({ body }) => body))).toContain('"later"');
  });

  it('that is away holds nothing up', async () => {
    await new Promise((resolve) => server.close(resolve));
    const traces = openTraceExport({ endpoint: address, headers: {}, service: 's' });
    traces.add(SPAN);

    await expect(traces.close()).resolves.toBeUndefined();
  });
});

describe('the trace of a run', () => {
  /** As the SDK runs an activity with the worker's interceptors. */
  function execute(traces: Parameters<typeof traceActivities>[0], work: () => Promise<unknown>): Promise<unknown> {
    const { inbound } = traceActivities(traces)({ info: INFO } as unknown as Context);
    const run = inbound?.execute?.bind(inbound);
    if (run === undefined) throw new Error('there is no interceptor');
    return run({ args: [], headers: {} }, work);
  }

  it('has each attempt of an activity below its beginning', async () => {
    const { spans, traces } = spanList();

    expect(await execute(traces, async () => 'done')).toBe('done');

    expect(spans).toMatchObject([
      {
        traceId: RUN.traceId,
        parentSpanId: RUN.spanId,
        name: 'measures',
        attributes: { 'temporal.activity.attempt': 2 },
      },
    ]);
    expect(spans[0]?.failure).toBeUndefined();
  });

  it('says how an attempt failed, without what the failure says', async () => {
    const { spans, traces } = spanList();
    const failure = ApplicationFailure.create({ type: 'ProviderRejected', message: 'a secret question' });

    await expect(execute(traces, () => Promise.reject(failure))).rejects.toBe(failure);

    expect(spans).toMatchObject([{ failure: 'ProviderRejected' }]);
    expect(JSON.stringify(spans)).not.toContain('secret');
  });

  it('has what a body measures in its thread below the attempt', async () => {
    const { spans, traces } = spanList();
    const threads = new ActivityThreads({
      entry: new URL('../support/processes/served-bodies.ts', import.meta.url),
      data: null,
      answers: {},
      onMeasured: traceMeasured(traces),
    });
    const context = {
      info: INFO,
      cancellationSignal: new AbortController().signal,
      heartbeat: () => undefined,
      metricMeter: noopMetricMeter,
    };
    try {
      await asyncLocalStorage.run(context as unknown as Context, () =>
        execute(traces, () => threads.activities.default(undefined)),
      );
    } finally {
      await threads.close();
    }

    const [measured, attempt] = spans;
    expect(measured).toMatchObject({
      traceId: RUN.traceId,
      parentSpanId: attempt?.spanId,
      name: 'request',
      kind: 'client',
      attributes: { model: 'm' },
    });
    expect((measured?.endMs ?? 0) - (measured?.startMs ?? 0)).toBeCloseTo(250);
  });

  it('begins with the request that started it, and leads to the trace of that', async () => {
    const { spans, traces } = spanList();
    const { api } = createApiWorld({ traces });
    const traceId = 'a'.repeat(32);
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;

    const response = await api.request('/api/runs', jsonRequest({ question: 'Which limits apply?' }, { traceparent }));
    const { researchId } = z.looseObject({ researchId: z.string() }).parse(await response.json());

    const [request, beginning] = spans;
    expect(request).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16), name: 'POST /api/runs', kind: 'server' });
    expect(request?.link).toEqual(traceOf(researchId));
    expect(beginning).toMatchObject({ ...traceOf(researchId), link: { traceId, spanId: request?.spanId } });
  });

  it('is named by requests about the run, which do not begin it, and never by the question', async () => {
    const { spans, traces } = spanList();
    const { api } = createApiWorld({ traces });

    await api.request('/api/runs/research-limits-3f9a21?secret=1', { headers: { traceparent: 'nonsense' } });

    expect(spans).toMatchObject([{ name: 'GET /api/runs/:researchId', link: RUN }]);
    expect(spans[0]?.parentSpanId).toBeUndefined();
    expect(JSON.stringify(spans)).not.toContain('secret');
  });
});

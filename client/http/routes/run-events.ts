import { z } from '@hono/zod-openapi';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import { STAGES } from '@plumbline/contracts/report/progress';
import { runSchema } from '@plumbline/page/answers/runs';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { sendEvents } from '../server/event-sending.ts';
import {
  followRun,
  NOTHING_SEEN,
  readSeenEvents,
  RunWatches,
  type SeenEvents,
  type Watcher,
} from '../server/run-following.ts';
import { failed, routesOf, runPathSchema } from './responses.ts';

const partialReportSchema = z.custom<PartialReport>().openapi({
  type: 'object',
  description: 'what was found so far: the report of …/partial-report as JSON',
});

const runEventSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('run'), run: runSchema }),
    z.object({
      kind: z.literal('report'),
      report: partialReportSchema,
      quotesChecked: z.int(),
      quotesRejected: z.int(),
    }),
    z.object({ kind: z.literal('end'), stage: z.enum(STAGES).nullable(), hasReport: z.boolean() }),
  ])
  .openapi('RunEvent');

const define = routesOf('Research runs');

const events = define('get', '/api/runs/{researchId}/events', {
  summary: 'A run as it changes, until it is over',
  description:
    'Server-sent events; the name of an event is its kind, its data is JSON. The first is run, the last end. Last-Event-ID goes on with what has changed since; 204 says that nothing follows.',
  request: {
    params: runPathSchema,
    headers: z.object({
      'last-event-id': z.string().optional().openapi({ description: 'id of the last event that arrived' }),
    }),
  },
  responses: {
    200: { description: 'the events', content: { 'text/event-stream': { schema: runEventSchema } } },
    204: { description: 'the run is over, and nothing follows the event in Last-Event-ID' },
    default: failed,
  },
});

/** `/api/runs/{researchId}/events`. */
export function addRunEventRoute(api: Api, context: ApiContext): void {
  const watches = new RunWatches(context);
  api.openapi(events, async (http) => {
    const seen = seenEventsOf(http.req.header('last-event-id') ?? '');
    const signal = AbortSignal.any([http.req.raw.signal, context.settings.closing]);
    const watcher = watches.join(http.req.valid('param').researchId);
    let hasMore = false;
    try {
      hasMore = !(await hasSeenAll(watcher, seen, signal));
    } finally {
      if (!hasMore) watcher.leave();
    }
    if (!hasMore) return http.body(null, 204);
    return sendEvents(context, http, (following) => followRun(watcher, { ...seen, end: false }, following));
  });
}

/** @throws {RequestProblem} for an id of another route */
function seenEventsOf(id: string): SeenEvents {
  const seen = id === '' ? NOTHING_SEEN : readSeenEvents(id);
  if (seen !== null) return seen;
  throw new RequestProblem(400, 'Last-Event-ID does not belong to this run', {
    remedy: 'Send it as the event said it, or leave it out.',
  });
}

/** Waits for the first look, so that what is wrong with the request gets an answer of its own. */
async function hasSeenAll({ watch }: Watcher, seen: SeenEvents, signal: AbortSignal): Promise<boolean> {
  let known = watch.latest;
  while (known.run === null && known.failure === null && !signal.aborted) {
    await watch.changeSince(known, signal);
    known = watch.latest;
  }
  if (known.failure !== null) throw known.failure.error;
  return seen.end && known.run?.key === seen.run && known.run.run.endedAt !== null;
}

import { z } from '@hono/zod-openapi';
import { briefingReadingSchema } from '@plumbline/contracts/briefings/briefing-reading';
import { cronSchema, timezoneSchema } from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS } from '@plumbline/contracts/briefings/briefing-slot';
import { briefingSchema, listedBriefingSchema, setupSchema } from '@plumbline/page/answers/briefings';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { named } from '../../service/described.ts';
import {
  listBriefings,
  readBriefing,
  scheduleBriefing,
  setUpBriefing,
  showBriefing,
} from '../../service/served-briefings.ts';
import { requireOperator } from '../server/users.ts';
import { jsonBody, jsonResponses, routesOf } from './responses.ts';

const briefingPathSchema = z.object({
  name: z.string().min(1).max(100).openapi({ example: 'grid-storage' }),
});

const outputPathSchema = briefingPathSchema.extend({
  outputId: z.string().min(1).max(100).openapi({ example: '2026-03-06' }),
});

const briefingReading = named(briefingReadingSchema, 'BriefingReading');

const define = routesOf('Briefings');

const list = define('get', '/api/briefings', {
  summary: 'The briefings of the server, each with its newest output',
  responses: jsonResponses('the briefings', z.object({ briefings: z.array(listedBriefingSchema) })),
});

const setUp = define('post', '/api/briefings', {
  summary: 'Set up a briefing in the home of the server, and schedule it; 403 for tokens that name users',
  request: { body: jsonBody(setupSchema) },
  responses: jsonResponses('the briefing', briefingSchema),
});

const show = define('get', '/api/briefings/{name}', {
  summary: 'A briefing: schedules, a calendar of its slots, outputs, open issues',
  request: { params: briefingPathSchema },
  responses: jsonResponses('the briefing', briefingSchema),
});

const scheduleSchema = z
  .strictObject({
    cron: cronSchema.nullable().openapi({ description: 'null: no longer' }),
    timezone: named(timezoneSchema, 'TimeZone')
      .optional()
      .openapi({ description: 'of the briefing, which all its schedules follow; absent: as it is' }),
  })
  .openapi('ScheduleBriefing', { example: { cron: '0 6 * * 1-5' } });

const schedule = define('put', '/api/briefings/{name}/schedules/{kind}', {
  summary: 'Schedule one kind of a briefing, in its time zone, in place of what it had; 403 for tokens that name users',
  request: {
    params: briefingPathSchema.extend({ kind: z.enum(BRIEFING_KINDS).openapi({ example: 'daily' }) }),
    body: jsonBody(scheduleSchema),
  },
  responses: jsonResponses('the briefing', briefingSchema),
});

const read = define('get', '/api/briefings/{name}/outputs/{outputId}', {
  summary: 'An output: what became of each claim, with its evidence, diagnostics, and the text',
  request: { params: outputPathSchema },
  responses: jsonResponses('the output', briefingReading),
});

/** `/api/briefings`: they belong to the server, not to users. */
export function addBriefingRoutes(api: Api, context: ApiContext): void {
  api.openapi(list, async (http) => http.json({ briefings: await listBriefings(context) }, 200));
  api.openapi(setUp, async (http) => {
    requireOperator(http);
    const name = await setUpBriefing(context, http.req.valid('json'), new Date());
    return http.json(await showBriefing(context, name, new Date()), 200);
  });
  api.openapi(show, async (http) =>
    http.json(await showBriefing(context, http.req.valid('param').name, new Date()), 200),
  );
  api.openapi(schedule, async (http) => {
    requireOperator(http);
    const { name, kind } = http.req.valid('param');
    await scheduleBriefing(context, name, { kind, ...http.req.valid('json') });
    return http.json(await showBriefing(context, name, new Date()), 200);
  });
  api.openapi(read, async (http) => {
    const { name, outputId } = http.req.valid('param');
    return http.json(await readBriefing(context, name, outputId), 200);
  });
}

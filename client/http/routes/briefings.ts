import { createRoute, z } from '@hono/zod-openapi';
import { listBriefings, readBriefing, showBriefing } from '../briefings/served-briefings.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import {
  briefingPathSchema,
  briefingReading,
  briefingSchema,
  listedBriefingSchema,
  outputPathSchema,
} from '../schemas/briefings.ts';
import { jsonResponses } from './responses.ts';

const tags = ['Briefings'];

const list = createRoute({
  method: 'get',
  path: '/api/briefings',
  tags,
  summary: 'The briefings of the server, each with its newest output',
  responses: jsonResponses('the briefings', z.object({ briefings: z.array(listedBriefingSchema) })),
});

const show = createRoute({
  method: 'get',
  path: '/api/briefings/{name}',
  tags,
  summary: 'A briefing: schedules, a calendar of its slots, outputs, open issues',
  request: { params: briefingPathSchema },
  responses: jsonResponses('the briefing', briefingSchema),
});

const read = createRoute({
  method: 'get',
  path: '/api/briefings/{name}/outputs/{outputId}',
  tags,
  summary: 'An output: what became of each claim, with its evidence, diagnostics, and the text',
  request: { params: outputPathSchema },
  responses: jsonResponses('the output', briefingReading),
});

/** `/api/briefings`: they belong to the server, not to users. */
export function addBriefingRoutes(api: Api, context: ApiContext): void {
  api.openapi(list, async (http) => http.json({ briefings: await listBriefings(context) }, 200));
  api.openapi(show, async (http) =>
    http.json(await showBriefing(context, http.req.valid('param').name, new Date()), 200),
  );
  api.openapi(read, async (http) => {
    const { name, outputId } = http.req.valid('param');
    return http.json(await readBriefing(context, name, outputId), 200);
  });
}

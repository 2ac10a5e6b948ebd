import { createRoute, z } from '@hono/zod-openapi';
import type { Api, ApiContext } from '../context/api-context.ts';
import { jsonResponses } from './responses.ts';

const sourcesSchema = z
  .object({
    documents: z.array(z.string()),
    catalogues: z.array(z.string()),
    /** Search providers; empty: the web is not searched. */
    web: z.array(z.string()),
  })
  .openapi('Sources');

const sources = createRoute({
  method: 'get',
  path: '/api/sources',
  tags: ['Sources'],
  summary: 'What requests may look into',
  responses: jsonResponses('the names to choose by', sourcesSchema),
});

/** `/api/sources`: names, never paths. */
export function addSourceRoutes(api: Api, { settings }: ApiContext): void {
  const { documents, catalogues, web } = settings.sources;
  api.openapi(sources, (http) =>
    http.json(
      { documents: [...documents.keys()], catalogues: [...catalogues.keys()], web: [...(web?.providers ?? [])] },
      200,
    ),
  );
}

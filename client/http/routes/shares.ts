import { z } from '@hono/zod-openapi';
import { findReport } from '../../runs/find-report.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { reportContext } from '../../service/stored-report.ts';
import { jsonBody, jsonResponses, routesOf, runPathSchema } from './responses.ts';

const shareSchema = z
  .object({
    shareId: z.string().openapi({ example: '3f9a21c0' }),
    researchId: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .openapi('Share');

const madeShareSchema = shareSchema
  .extend({
    token: z.string().openapi({ description: 'told this once: only its hash is kept' }),
    path: z.string().openapi({ description: 'of the page that shows the report' }),
  })
  .openapi('MadeShare');

const shareRequestSchema = z
  .strictObject({ days: z.int().min(1).max(365).default(7) })
  .openapi('ShareRun', { example: { days: 7 } });

const path = '/api/runs/{researchId}/shares';

const define = routesOf('Reports');

const make = define('post', path, {
  summary: 'A link that opens this report with its sources to everybody who has it, and nothing else',
  request: { params: runPathSchema, body: jsonBody(shareRequestSchema) },
  responses: jsonResponses('the link', madeShareSchema),
});

const list = define('get', path, {
  summary: 'The links to a report that still work',
  request: { params: runPathSchema },
  responses: jsonResponses('oldest first', z.object({ shares: z.array(shareSchema) })),
});

const revoke = define('delete', `${path}/{shareId}`, {
  summary: 'Revoke a link, at once',
  request: { params: runPathSchema.extend({ shareId: z.string().min(1).max(20).openapi({ example: '3f9a21c0' }) }) },
  responses: jsonResponses('it does not work any more', z.object({ shareId: z.string() })),
});

const itself = define('get', '/api/shared', {
  summary: 'Which report the token of a link is for',
  responses: jsonResponses('null: it is no token of a link', z.object({ share: shareSchema.nullable() })),
});

/** Address of the page that shows a shared report. */
export function pathOfShare({ token }: { readonly token: string }): string {
  return `/shared/${token}`;
}

/** `/api/runs/{researchId}/shares`, and what a shared link asks. */
export function addShareRoutes(api: Api, { access, tools }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  api.openapi(make, async (http) => {
    const { researchId } = http.req.valid('param');
    // There has to be something to read.
    await findReport(context, researchId);
    const share = await tools.shares.create(researchId, http.req.valid('json').days);
    return http.json({ ...share, path: pathOfShare(share) }, 200);
  });
  api.openapi(list, async (http) =>
    http.json({ shares: [...(await tools.shares.list(http.req.valid('param').researchId))] }, 200),
  );
  api.openapi(revoke, async (http) => {
    const { researchId, shareId } = http.req.valid('param');
    if (!(await tools.shares.revoke(researchId, shareId))) throw new RequestProblem(404, 'there is no such link');
    return http.json({ shareId }, 200);
  });
  api.openapi(itself, (http) => http.json({ share: http.get('share') ?? null }, 200));
}

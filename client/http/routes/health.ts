import { createRoute, z } from '@hono/zod-openapi';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { jsonResponses } from './responses.ts';

const health = createRoute({
  method: 'get',
  path: '/health',
  tags: ['Server'],
  summary: 'Whether the server and Temporal answer; needs no token',
  responses: jsonResponses('both answer', z.object({ status: z.literal('ok') })),
});

/** `/health`: for load balancers and supervisors. */
export function addHealthRoute(api: Api, { ping }: ApiContext): void {
  api.openapi(health, async (http) => {
    await ping().catch(() => {
      throw new RequestProblem(503, 'Temporal does not answer', { remedy: "Check the server's log." });
    });
    return http.json({ status: 'ok' } as const, 200);
  });
}

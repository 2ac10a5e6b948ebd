import { createRoute } from '@hono/zod-openapi';
import { EnvironmentError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { reportContext } from '../runs/stored-report.ts';
import { comparisonPathSchema, comparisonSchema } from '../schemas/comparison.ts';
import { jsonResponses } from './responses.ts';

const route = createRoute({
  method: 'get',
  path: '/api/runs/{a}/comparison/{b}',
  tags: ['Reports'],
  summary: 'What two finished reports have in common, and where they differ: claims, sources, costs, scores, settings',
  request: { params: comparisonPathSchema },
  responses: jsonResponses('the comparison', comparisonSchema),
});

/** `/api/runs/{a}/comparison/{b}`. */
export function addComparisonRoute(api: Api, { access, tools }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  api.openapi(route, async (http) => {
    const { a, b } = http.req.valid('param');
    const [own, other] = [await findReport(context, a), await findReport(context, b)];
    return http.json(await tools.compareReports(own.recordPath, other.recordPath).catch(refuse), 200);
  });
}

/** @throws {EnvironmentError} without the path, which is no matter of the client */
function refuse(error: unknown): never {
  throw new EnvironmentError('a report cannot be read', 'Look at the store of the server.', { cause: error });
}

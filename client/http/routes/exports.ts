import { createRoute, z } from '@hono/zod-openapi';
import { RecordUnreadableError } from '../../../workers/local-tools.ts';
import { EXPORT_FORMATS, exportFormatNames } from '../../../workflows/contracts/export-format.ts';
import { EnvironmentError } from '../../errors/failures.ts';
import { exportRun } from '../../runs/export-run.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { reportContext } from '../runs/stored-report.ts';
import { runPathSchema } from '../schemas/runs.ts';
import { failed } from './responses.ts';

/** `complete`, or `partial` of a run under way. */
const REPORT_STATE = 'plumbline-report';

const route = createRoute({
  method: 'get',
  path: '/api/runs/{researchId}/exports/{format}',
  tags: ['Reports'],
  summary: 'The report of a run as a file; of a run under way what it has found so far, marked as partial',
  request: { params: runPathSchema.extend({ format: z.enum(exportFormatNames()).openapi({ example: 'pdf' }) }) },
  responses: {
    200: {
      description: 'the file',
      headers: z.object({
        'content-disposition': z.string(),
        [REPORT_STATE]: z.enum(['complete', 'partial']),
      }),
      // The type of the file follows from the format.
      content: { '*/*': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    default: failed,
  },
});

/** `/api/runs/{researchId}/exports/{format}`. */
export function addExportRoute(api: Api, { access, tools }: ApiContext): void {
  api.openapi(route, async (http) => {
    const { researchId, format } = http.req.valid('param');
    const context = {
      ...reportContext(tools, async () => access),
      partialReport: (id: string) => access.research.partialReport(id),
    };
    const { bytes, fileName, partialAt } = await exportRun(context, researchId, format).catch(withoutPath);
    return http.body(Uint8Array.from(bytes), 200, {
      'content-type': EXPORT_FORMATS[format].mediaType,
      // A file, never a page of this server: nothing of it may run here.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      [REPORT_STATE]: partialAt === null ? 'complete' : 'partial',
    });
  });
}

/** @throws {EnvironmentError} without the path, which is no matter of the client */
function withoutPath(error: unknown): never {
  if (!(error instanceof RecordUnreadableError)) throw error;
  throw new EnvironmentError('the report cannot be read', 'Look at the store of the server.', { cause: error });
}

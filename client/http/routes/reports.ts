import { z } from '@hono/zod-openapi';
import { SHOWN_SOURCES } from '@plumbline/contracts/evidence/source-registry';
import { reportComparisonSchema } from '@plumbline/contracts/report/report-comparison';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { EnvironmentError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { named } from '../../service/described.ts';
import { readReport, reportContext } from '../../service/stored-report.ts';
import { jsonResponses, routesOf, runPathSchema, textResponses } from './responses.ts';

const researchId = z.string().min(1).max(300);

const comparisonPathSchema = z.object({
  a: researchId.openapi({ example: 'research-limits-3f9a21' }),
  b: researchId.openapi({ example: 'research-limits-8c04de' }),
});

const comparisonSchema = named(reportComparisonSchema, 'ReportComparison');

const define = routesOf('Reports');

const route = define('get', '/api/runs/{a}/comparison/{b}', {
  summary: 'What two finished reports have in common, and where they differ: claims, sources, costs, trust, settings',
  request: { params: comparisonPathSchema },
  responses: jsonResponses('the comparison', comparisonSchema),
});

const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

const format = z
  .enum(['markdown', 'json'])
  .optional()
  .openapi({ description: 'default: as the Accept header asks, else Markdown' });
const sources = z
  .enum(SHOWN_SOURCES)
  .optional()
  .openapi({ description: 'all: the Markdown also lists the sources that nothing cites' });

const report = define('get', '/api/runs/{researchId}/report', {
  summary: 'The report of a run as Markdown, or its whole record as JSON',
  request: { params: runPathSchema, query: z.strictObject({ format, sources }) },
  responses: textResponses('the report', MARKDOWN),
});

const partial = define('get', '/api/runs/{researchId}/partial-report', {
  summary: 'What a running run has found so far, its quotations checked',
  request: { params: runPathSchema, query: z.strictObject({ format }) },
  responses: textResponses('the findings so far', MARKDOWN),
});

/** `/api/runs/{researchId}/report` and `…/partial-report`. */
export function addReportRoutes(api: Api, { access, tools }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  api.openapi(report, async (http) => {
    const { format: wanted, sources: shown = 'cited' } = http.req.valid('query');
    const wantsJson = wantsJsonOf(http, wanted);
    const text = await readReport(context, http.req.valid('param').researchId, wantsJson ? 'json' : shown);
    return http.body(text, 200, { 'content-type': typeOf(wantsJson) });
  });
  api.openapi(partial, async (http) => {
    const found = await access.research.partialReport(http.req.valid('param').researchId);
    const checked = await tools.checkPartialReport(found);
    const wantsJson = wantsJsonOf(http, http.req.valid('query').format);
    const text = wantsJson ? JSON.stringify(checked) : checked.markdown;
    return http.body(text, 200, { 'content-type': typeOf(wantsJson) });
  });
}

function wantsJsonOf(context: Context, format: 'markdown' | 'json' | undefined): boolean {
  if (format !== undefined) return format === 'json';
  return accepts(context, { header: 'Accept', supports: [MARKDOWN, JSON_TYPE], default: MARKDOWN }) === JSON_TYPE;
}

function typeOf(isJson: boolean): string {
  return `${isJson ? JSON_TYPE : MARKDOWN}; charset=utf-8`;
}

/** `/api/runs/{a}/comparison/{b}`. */
export function addComparisonRoute(api: Api, { access, tools }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  api.openapi(route, async (http) => {
    const { a, b } = http.req.valid('param');
    const [own, other] = [await findReport(context, a), await findReport(context, b)];
    return http.json(await tools.compareReports(own, other).catch(refuse), 200);
  });
}

/** @throws {EnvironmentError} without the path, which is no matter of the client */
function refuse(error: unknown): never {
  throw new EnvironmentError('a report cannot be read', "Check the server's store.", { cause: error });
}

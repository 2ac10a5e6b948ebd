import { Readable } from 'node:stream';
import { z } from '@hono/zod-openapi';
import { SHOWN_SOURCES } from '@plumbline/contracts/evidence/source-registry';
import { EXPORT_FORMATS, exportFormatNames } from '@plumbline/contracts/report/export-format';
import { reportComparisonSchema } from '@plumbline/contracts/report/report-comparison';
import { BundleNotPossibleError } from '@plumbline/exports/bundles';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { exportRun } from '../../runs/export-run.ts';
import { findReport } from '../../runs/find-report.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { named } from '../../service/described.ts';
import { RequestProblem } from '../../service/problem.ts';
import { readReport, refuseUnreadable, reportContext } from '../../service/stored-report.ts';
import { failed, jsonResponses, routesOf, runPathSchema, textResponses } from './responses.ts';

/** `complete`, or `partial` of a run under way. */
const REPORT_STATE = 'plumbline-report';

const define = routesOf('Reports');

const exported = define('get', '/api/runs/{researchId}/exports/{format}', {
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

const MEDIA_TYPE = 'application/zip';
/** How many documents the bundle lacks the bytes of. */
const ORIGINALS_MISSING = 'plumbline-originals-missing';

const bundle = define('get', '/api/runs/{researchId}/bundle', {
  summary: 'The audit bundle of a finished run: its report with all its evidence',
  description: 'HEAD tells its size, without sending it.',
  request: {
    params: runPathSchema,
    query: z.strictObject({
      originals: z
        .enum(['true', 'false'])
        .default('true')
        .openapi({ description: 'false: without the bytes of the documents, only with their texts' }),
    }),
  },
  responses: {
    200: {
      description: 'the archive',
      headers: z.object({
        'content-length': z.string(),
        'content-disposition': z.string(),
        [ORIGINALS_MISSING]: z.string(),
      }),
      content: { [MEDIA_TYPE]: { schema: z.string().openapi({ format: 'binary' }) } },
    },
    default: failed,
  },
});

const researchId = z.string().min(1).max(300);

const comparisonPathSchema = z.object({
  a: researchId.openapi({ example: 'research-limits-3f9a21' }),
  b: researchId.openapi({ example: 'research-limits-8c04de' }),
});

const comparisonSchema = named(reportComparisonSchema, 'ReportComparison');

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
    return http.json(await tools.compareReports(own, other).catch(refuseUnreadable), 200);
  });
}

/** `/api/runs/{researchId}/bundle`. */
export function addBundleRoute(api: Api, { access, tools, readHistory }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  api.openapi(bundle, async (http) => {
    const { researchId } = http.req.valid('param');
    const report = await findReport(context, researchId);
    const bundles = await tools.openBundles();
    const withOriginals = http.req.valid('query').originals === 'true';
    const plan = await bundles
      .plan(report, { withOriginals, history: await readHistory(researchId) })
      .catch(refuseBundle);
    const told = {
      'content-type': MEDIA_TYPE,
      'content-length': String(plan.bytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${researchId}-audit.zip`)}`,
      [ORIGINALS_MISSING]: String(plan.originalsMissing.length),
    };
    // The router sends HEAD here as well. A stream without a reader would keep its first file open.
    if (http.req.method === 'HEAD') return http.body(null, 200, told);
    return http.body(Readable.toWeb(plan.open()) as ReadableStream, 200, told);
  });
}

/** Without paths, which are no matter of the client. */
function refuseBundle(error: unknown): never {
  if (error instanceof BundleNotPossibleError) {
    const remedy = "Check the server's store; the report itself can still be read.";
    throw new RequestProblem(422, 'a text that the report cites is gone', { remedy });
  }
  return refuseUnreadable(error);
}

/** `/api/runs/{researchId}/exports/{format}`. */
export function addExportRoute(api: Api, { access, tools }: ApiContext): void {
  api.openapi(exported, async (http) => {
    const { researchId, format } = http.req.valid('param');
    const context = {
      ...reportContext(tools, async () => access),
      partialReport: (id: string) => access.research.partialReport(id),
    };
    const { bytes, fileName, partialAt } = await exportRun(context, researchId, format);
    return http.body(Uint8Array.from(bytes), 200, {
      'content-type': EXPORT_FORMATS[format].mediaType,
      // A file, never a page of this server: nothing of it may run here.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      [REPORT_STATE]: partialAt === null ? 'complete' : 'partial',
    });
  });
}

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { SHOWN_SOURCES } from '../../../workflows/contracts/source-registry.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { readReport, reportContext } from '../runs/stored-report.ts';
import { runPathSchema } from '../schemas/runs.ts';
import { textResponses } from './responses.ts';

const tags = ['Reports'];
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

const format = z
  .enum(['markdown', 'json'])
  .optional()
  .openapi({ description: 'left out: what the header Accept asks for, else Markdown' });
const sources = z
  .enum(SHOWN_SOURCES)
  .optional()
  .openapi({ description: 'all: the Markdown also lists the sources that nothing cites' });

const report = createRoute({
  method: 'get',
  path: '/api/runs/{researchId}/report',
  tags,
  summary: 'The report of a run as Markdown, or its whole record as JSON',
  request: { params: runPathSchema, query: z.strictObject({ format, sources }) },
  responses: textResponses('the report', MARKDOWN),
});

const partial = createRoute({
  method: 'get',
  path: '/api/runs/{researchId}/partial-report',
  tags,
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

import { z } from '@hono/zod-openapi';
import { reportReadingSchema, sourceTextSchema } from '@plumbline/contracts/report/report-reading';
import type { TracedClaim } from '@plumbline/quotes/attribution';
import { findReport } from '../../runs/find-report.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { named } from '../../service/described.ts';
import { RequestProblem } from '../../service/problem.ts';
import { findQuote, originalOf, readQuotedText, sendOriginal } from '../../service/quoted-sources.ts';
import { refuseUnreadable, reportContext } from '../../service/stored-report.ts';
import { figurePlace, jsonResponses, originalResponses, routesOf, runPathSchema, textWindow } from './responses.ts';

const readingSchema = named(reportReadingSchema, 'ReportReading');
const textSchema = named(sourceTextSchema, 'SourceText');

const claimPathSchema = runPathSchema.extend({
  claim: z.coerce.number().int().min(1).openapi({ example: '1', description: 'its number in the report' }),
});

const sourcePathSchema = runPathSchema.extend({ sourceId: z.string().min(1).max(300).openapi({ example: 's1' }) });

const textQuerySchema = z.strictObject({
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .openapi({ description: 'of an earlier text that a quotation is from; default: the last one' }),
  ...textWindow,
});

const tracedClaimSchema = z.custom<TracedClaim>().openapi('TracedClaim', {
  type: 'object',
  description:
    'number, part, claim, isTraceable, and its attributions: citation, quote, finding, task, source, and the stored words as they were compared just now',
});

const define = routesOf('Reports');

const reading = define('get', '/api/runs/{researchId}/reading', {
  summary: 'The report as plain texts, with its citations and sources, and what was left out',
  request: { params: runPathSchema },
  responses: jsonResponses('the report', readingSchema),
});

const trace = define('get', '/api/runs/{researchId}/claims/{claim}/trace', {
  summary: 'Why a claim is in the report: citation, finding, task, source, compared again with the stored text',
  request: { params: claimPathSchema },
  responses: jsonResponses('the trace', tracedClaimSchema),
});

const text = define('get', '/api/runs/{researchId}/sources/{sourceId}/text', {
  summary: 'A part of the stored text of a source; of a run without a report, one that its findings so far quote',
  request: { params: sourcePathSchema, query: textQuerySchema },
  responses: jsonResponses('the text', textSchema),
});

const original = define('get', '/api/runs/{researchId}/sources/{sourceId}/original', {
  summary:
    'The bytes of a cited document, or of one that findings of a run without a report quote, if they are still those that were read',
  request: { params: sourcePathSchema, query: textQuerySchema.pick({ hash: true }).extend(figurePlace) },
  responses: originalResponses,
});

/** What a reader of a finished report asks for. */
export function addReadingRoutes(api: Api, { access, tools }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  const reportOf = (researchId: string) => findReport(context, researchId);

  api.openapi(reading, async (http) => {
    const report = await reportOf(http.req.valid('param').researchId);
    return http.json(await tools.readReport(report).catch(refuseUnreadable), 200);
  });
  api.openapi(trace, async (http) => {
    const { researchId, claim } = http.req.valid('param');
    const claims = await tools.traceRecord(await reportOf(researchId)).catch(refuseUnreadable);
    const traced = claims.find(({ number }) => number === claim);
    if (traced === undefined) throw new RequestProblem(404, `the report has ${claims.length} claims`);
    return http.json(traced, 200);
  });
  addDocumentRoutes(api, { access, tools }, reportOf);
}

/** Of a report, or of a run that has none: then what it has quoted. */
function addDocumentRoutes(
  api: Api,
  { access, tools }: Pick<ApiContext, 'access' | 'tools'>,
  reportOf: (researchId: string) => ReturnType<typeof findReport>,
): void {
  api.openapi(text, async (http) => {
    const { researchId, sourceId } = http.req.valid('param');
    const { hash = null, start, end } = http.req.valid('query');
    const window = { sourceId, textHash: hash, start, end };
    const report = await reportOf(researchId).catch((refusal: unknown) => ({ refusal }));
    if ('refusal' in report) {
      const quote = await findQuote(access, researchId, { sourceId, hash }, report.refusal);
      return http.json(await readQuotedText(tools, quote, window), 200);
    }
    const found = await tools.readSourceText(report, window).catch(refuseUnreadable);
    if (found === null) throw new RequestProblem(404, 'the report does not use this text, or the store has lost it');
    return http.json(found, 200);
  });
  api.openapi(original, async (http) => {
    const { researchId, sourceId } = http.req.valid('param');
    const { hash = null, figure } = http.req.valid('query');
    const report = await reportOf(researchId).catch((refusal: unknown) => ({ refusal }));
    if (!('refusal' in report)) {
      return http.body(...sendOriginal(await tools.readOriginal(report, sourceId, figure).catch(refuseUnreadable)));
    }
    const quote = await findQuote(access, researchId, { sourceId, hash }, report.refusal);
    const corpus = (await tools.runs.readSettled(researchId))?.request;
    return http.body(...sendOriginal(await originalOf(tools, { corpus, readBy: researchId }, quote, figure)));
  });
}

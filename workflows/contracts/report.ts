import { z } from 'zod';
import { degradationSchema, engineSchema, gapSchema, retrievalTelemetrySchema, usageSchema } from './accounting.ts';
import { clarificationSummarySchema, exchangeSchema } from './clarification.ts';
import { skippedFileSchema } from './corpus.ts';
import { findingSchema, quoteSchema, sourceSchema } from './evidence.ts';
import { queryAnchorSchema } from './query-anchor.ts';
import { researchPlanSchema } from './research-plan.ts';
import { researchRequestSchema } from './research-request.ts';
import { statementSchema } from './statement.ts';
import { taskSummarySchema } from './task-summary.ts';

const percentage = z.int().min(0).max(100);

export const reportSectionSchema = z.object({ heading: z.string(), statements: z.array(statementSchema) });

/** The report's content before rendering: no numbers, no layout, only keys. */
export const reportDraftSchema = z.object({
  /** The answer. Empty when the documents hold none. */
  summary: z.array(statementSchema),
  keyFindings: z.array(statementSchema),
  sections: z.array(reportSectionSchema),
  queryCoverage: percentage,
  remainingGaps: z.array(z.string()),
});
export type ReportDraft = z.infer<typeof reportDraftSchema>;

/** The reader's `[number]` for one quote, in order of first use. */
export const citationSchema = z.object({
  number: z.int().positive(),
  title: z.string(),
  locator: z.string(),
  page: z.int().nullable(),
  headingPath: z.array(z.string()),
  quote: quoteSchema,
});
export type Citation = z.infer<typeof citationSchema>;

export const reportQualitySchema = z.object({
  quotesChecked: z.int(),
  quotesRejected: z.int(),
  statements: z.int(),
  /** Statements taken out because a citation key, quotation or figure was not in the evidence. */
  statementsRemoved: z.int(),
  /** Whole percent of the prose that is in the anchor's language; quotations do not count. */
  languageAdherence: percentage,
  notes: z.array(z.string()),
});
export type ReportQuality = z.infer<typeof reportQualitySchema>;

export const reportSchema = z.object({
  summary: z.array(statementSchema),
  keyFindings: z.array(statementSchema),
  sections: z.array(reportSectionSchema),
  queryCoverage: percentage,
  remainingGaps: z.array(z.string()),
  /** What `report.md` holds, character by character. */
  markdown: z.string(),
  citations: z.array(citationSchema),
  quality: reportQualitySchema,
  telemetry: retrievalTelemetrySchema,
  diagnostics: z.array(z.string()),
  degradations: z.array(degradationSchema),
  stats: z.object({
    engine: engineSchema,
    usage: usageSchema,
    tasks: z.int(),
    findings: z.int(),
    filesIndexed: z.int(),
    filesSkipped: z.int(),
    /** Without the time spent waiting for people. */
    workedSeconds: z.int(),
  }),
});

/** `report.json`: the report with everything it rests on. */
export const researchRecordSchema = z.object({
  schemaVersion: z.literal(1),
  researchId: z.string(),
  outcome: z.enum(['published', 'stopped']),
  createdAt: z.string(),
  publishedAt: z.string(),
  request: researchRequestSchema,
  anchor: queryAnchorSchema,
  conversation: z.array(exchangeSchema),
  clarificationSummary: clarificationSummarySchema.nullable(),
  plan: researchPlanSchema.nullable(),
  sources: z.array(sourceSchema),
  findings: z.array(findingSchema),
  taskSummaries: z.array(taskSummarySchema),
  gaps: z.array(gapSchema),
  skippedFiles: z.array(skippedFileSchema),
  report: reportSchema,
});
export type ResearchRecord = z.infer<typeof researchRecordSchema>;

import { z } from 'zod';
import { ledgerSchema } from '../common/metering.ts';
import { alignmentReviewSchema } from '../evidence/alignment.ts';
import { claimSchema } from '../evidence/claim.ts';
import { leftOutSchema, skippedFileSchema } from '../evidence/corpus.ts';
import { driftSchema, leftOutFindingSchema } from '../evidence/drift.ts';
import { findingSchema, quoteSchema } from '../evidence/finding.ts';
import { queryAnchorSchema } from '../evidence/query-anchor.ts';
import { researchPlanSchema } from '../evidence/research-plan.ts';
import { registeredSourceSchema } from '../evidence/source-registry.ts';
import { sourceSchema } from '../evidence/source.ts';
import { taskSummarySchema } from '../evidence/task-summary.ts';
import {
  degradationSchema,
  engineSchema,
  gapSchema,
  retrievalTelemetrySchema,
  usageSchema,
} from '../research/accounting.ts';
import { clarificationSummarySchema, claritySchema, exchangeSchema } from '../research/clarification.ts';
import { diagnosticSchema } from '../research/diagnostic.ts';
import { researchRequestSchema, researchSettingsSchema } from '../research/research-request.ts';
import { steeringStepSchema } from '../research/steering.ts';
import { fixedWordsSchema } from './fixed-words.ts';

export const reportSectionSchema = z.object({
  heading: z.string(),
  claims: z.array(claimSchema),
  /** It belongs to the section before it, below a smaller heading. */
  isSubsection: z.literal(true).optional(),
});
export type ReportSection = z.infer<typeof reportSectionSchema>;

/** Words that decide what is asked, and that no cited quote contains. */
export const missingSubjectSchema = z.object({
  words: z.array(z.string()),
  /** Words that appear nowhere in the documents. */
  unknown: z.array(z.string()),
  /** Works that the question names, if no document is one of them. */
  works: z.array(z.string()).optional(),
});
export type MissingSubject = z.infer<typeof missingSubjectSchema>;

/** The report's content before rendering: no numbers, no layout, only keys. */
export const reportDraftSchema = z.object({
  /** A short one of its own, which a model gives; absent: the question is the title. */
  title: z.string().optional(),
  /** The direct answer, or the most relevant passages where no statement is certain to be one. Empty when the documents hold none. */
  summary: z.array(claimSchema),
  overview: z.array(claimSchema),
  keyFindings: z.array(claimSchema),
  /** The details. */
  sections: z.array(reportSectionSchema),
  /** Each conflict contains the claims of two or more sources that disagree: both are shown, nothing is averaged. */
  conflicts: z.array(z.array(claimSchema)),
  /** What the evidence cannot say; the only claims allowed without a citation. */
  limitations: z.array(claimSchema),
  queryCoverage: z.int().nullish(), // of earlier rules
  remainingGaps: z.array(z.string()),
  /** By task; absent where a model wrote the draft. */
  certainties: z.array(z.unknown()).optional(),
  /** Of an answer that a model wrote: what a person may ask next. */
  followUps: z.array(z.string()).optional(),
  /** Those that a model gave for a language that the project has no words of. */
  fixedWords: fixedWordsSchema.optional(),
  /** Why there is no answer, if missing words explain it; `keyFindings` then hold only what comes near. */
  missingSubject: missingSubjectSchema.nullable(),
});
export type ReportDraft = z.infer<typeof reportDraftSchema>;

/**
 * The reader's `[number]` for one quote, in order of first use. It quotes the unit around the finding's quote, unless
 * an earlier citation already shows that unit.
 */
export const citationSchema = z.object({
  number: z.int().positive(),
  title: z.string(),
  locator: z.string(),
  publishedAt: z.string().optional(),
  page: z.int().nullable(),
  headingPath: z.array(z.string()),
  quote: quoteSchema,
  /** Where the quotation contains the finding's quote; absent if they are the same. Offsets into the stored text. */
  deciding: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).optional(),
});
export type Citation = z.infer<typeof citationSchema>;

/** A statement that verification did not accept as it was written, and what became of it. */
export const refusedStatementSchema = z.object({
  text: z.string(),
  reason: z.string(),
  /** `mended`: its author wrote it anew, and that was accepted. `left-out`: it is not in the report. */
  outcome: z.enum(['mended', 'left-out']),
  /** Of a mended one: the new words. */
  replacement: z.string().optional(),
  /** Of one left out: the statement that it stood behind, or else the one that it stood before. */
  after: z.string().optional(),
  before: z.string().optional(),
});
export type RefusedStatement = z.infer<typeof refusedStatementSchema>;

/** What the comparison with the stored sources found. */
export const verificationSchema = z.object({
  quotesChecked: z.int(),
  quotesRejected: z.int(),
  claims: z.int(),
  /** Claims removed because their quotes do not support them. */
  statementsRemoved: z.int(),
  /** Claims that now cite the quote that supports them, or were replaced by their quote. */
  claimsRepaired: z.int(),
  /** Of a model's text; absent: none was refused. */
  refused: z.array(refusedStatementSchema).optional(),
  notes: z.array(z.string()),
  scores: z.record(z.string(), z.int()).nullish(), // of earlier rules
});
export type Verification = z.infer<typeof verificationSchema>;

export const reportSchema = z.object({
  ...reportDraftSchema.shape,
  /** The exact content of `report.md`. */
  markdown: z.string(),
  citations: z.array(citationSchema),
  quality: verificationSchema,
  /** Of what a model wrote; null: the rules wrote it, or nothing cites a source. */
  alignment: alignmentReviewSchema.nullable(),
  telemetry: retrievalTelemetrySchema,
  diagnostics: z.array(diagnosticSchema),
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

/** Raised when newer code can no longer read an older `report.json`. */
export const SCHEMA_VERSION = 1;

/** `report.json`: the report with everything it rests on. */
export const researchRecordSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Rules that rendered and judged it: only the same can check what depends on them. */
  rulesVersion: z.int().positive(),
  researchId: z.string(),
  outcome: z.enum(['published', 'stopped']),
  createdAt: z.string(),
  publishedAt: z.string(),
  /** Settings that are gone since it was written are left out. */
  request: researchRequestSchema.safeExtend({ settings: z.object(researchSettingsSchema.shape).prefault({}) }),
  anchor: queryAnchorSchema,
  conversation: z.array(exchangeSchema),
  clarificationSummary: clarificationSummarySchema.nullable(),
  /** Null: the question was not assessed. */
  clarity: claritySchema.nullable(),
  plan: researchPlanSchema.nullable(),
  sources: z.array(sourceSchema),
  findings: z.array(findingSchema),
  /** Every quote that the report could draw on, with the reader's number of those that it cites. */
  registry: z.array(registeredSourceSchema),
  taskSummaries: z.array(taskSummarySchema),
  gaps: z.array(gapSchema),
  drift: driftSchema.nullable(),
  /** Findings that validation kept and the report is not written from. */
  leftOut: z.array(leftOutFindingSchema),
  skippedFiles: z.array(skippedFileSchema),
  /** Of the folders, what was no part of the corpus; absent: nothing. */
  leftOutFiles: z.array(leftOutSchema).optional(),
  /** What a person changed while the run was under way. */
  steering: z.array(steeringStepSchema),
  /** What the run spent, and which answers came from the store; null where nothing was spent. */
  ledger: ledgerSchema.nullable(),
  report: reportSchema,
});
export type ResearchRecord = z.infer<typeof researchRecordSchema>;

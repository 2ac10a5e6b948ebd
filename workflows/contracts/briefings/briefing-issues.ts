import { z } from 'zod';
import { slugSchema } from './briefing-settings.ts';

export const DIAGNOSTIC_CODES = [
  'STATE_MISSING',
  'CONTEXT_OVER_CAP',
  'THIN_COVERAGE',
  'STALENESS',
  'SOURCE_CONCENTRATION',
  'BUDGET_EXCEEDED',
  'HIGH_REJECTION',
  'UNCONFIRMED_TWICE',
  'NOTHING_READ',
  'SLOTS_MISSED',
  'SLOT_WITHOUT_OUTPUT',
] as const;
export const diagnosticCodeSchema = z.enum(DIAGNOSTIC_CODES);
export type DiagnosticCode = z.infer<typeof diagnosticCodeSchema>;

/** A condition that a reader must know. */
export const briefingDiagnosticSchema = z.object({
  code: diagnosticCodeSchema,
  /** Null: of the whole run. */
  themeId: slugSchema.nullable(),
  /** For people, with the figures. */
  detail: z.string(),
});
export type BriefingDiagnostic = z.infer<typeof briefingDiagnosticSchema>;

export const issueTypeSchema = z.enum(['task', 'source', 'workflow']);
export const issueSeveritySchema = z.enum(['critical', 'high', 'medium']);

/** An issue as a run wants it; its key is unique among open issues. */
export const wantedIssueSchema = z.object({
  /** `<briefing>/<diagnostic>` or `<briefing>/<diagnostic>/<theme>`. */
  key: z.string(),
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  type: issueTypeSchema,
  severity: issueSeveritySchema,
  code: diagnosticCodeSchema,
  themeId: slugSchema.nullable(),
});
export type WantedIssue = z.infer<typeof wantedIssueSchema>;

export const openIssueSchema = wantedIssueSchema
  .pick({
    key: true,
    title: true,
    type: true,
    severity: true,
    code: true,
    themeId: true,
  })
  .extend({
    /** The tracker's own name: a path, `ENG-12`, `#7`. */
    reference: z.string(),
  });
export type OpenIssue = z.infer<typeof openIssueSchema>;

/** What became of an issue. */
export const filedIssueSchema = z.object({
  key: z.string(),
  reference: z.string(),
  action: z.enum(['opened', 'updated', 'closed']),
});
export type FiledIssue = z.infer<typeof filedIssueSchema>;

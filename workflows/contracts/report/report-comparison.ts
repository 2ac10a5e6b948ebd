import { z } from 'zod';
import { engineSchema, usageSchema } from '../research/accounting.ts';
import { differentSettingSchema } from '../settings/setting.ts';
import { trustSchema } from './trust.ts';

/** A claim of one report. */
export const comparedClaimSchema = z.object({
  /** Its numbers in the report, counted from 1, the same as in a trace; several where the report says it more than once. */
  numbers: z.array(z.int().positive()).min(1),
  text: z.string(),
  /** Numbers of its citations in its report. */
  citations: z.array(z.int().positive()),
});
export type ComparedClaim = z.infer<typeof comparedClaimSchema>;

const claimPairSchema = z.object({ a: comparedClaimSchema, b: comparedClaimSchema });

/** Each claim is in exactly one of the lists, once. Whether claims in other words agree is not judged. */
export const claimComparisonSchema = z.object({
  /** In the same words, apart from typography. */
  both: z.array(claimPairSchema),
  /** In other words, on the same quoted words. */
  sameEvidence: z.array(claimPairSchema),
  onlyA: z.array(comparedClaimSchema),
  onlyB: z.array(comparedClaimSchema),
});
export type ClaimComparison = z.infer<typeof claimComparisonSchema>;

const comparedSourceSchema = z.object({ locator: z.string(), title: z.string() });
export type ComparedSource = z.infer<typeof comparedSourceSchema>;

export const sourceComparisonSchema = z.object({
  /** At the same place, or the same text at two. `isSameText`: both runs read the same text. */
  both: z.array(z.object({ a: comparedSourceSchema, b: comparedSourceSchema, isSameText: z.boolean() })),
  onlyA: z.array(comparedSourceSchema),
  onlyB: z.array(comparedSourceSchema),
});
export type SourceComparison = z.infer<typeof sourceComparisonSchema>;

const comparedRunSchema = z.object({
  researchId: z.string(),
  question: z.string(),
  /** ISO 639-1 code of the report. */
  language: z.string(),
  outcome: z.enum(['published', 'stopped']),
  publishedAt: z.string(),
  engine: engineSchema,
  /** `workedSeconds` without the time spent waiting for people. */
  costs: usageSchema.extend({ workedSeconds: z.int() }),
  trust: trustSchema,
});
export type ComparedRun = z.infer<typeof comparedRunSchema>;

/** What two finished reports have in common, and where they differ. Exchanging them exchanges the sides, and nothing else. */
export const reportComparisonSchema = z.object({
  a: comparedRunSchema,
  b: comparedRunSchema,
  claims: claimComparisonSchema,
  /** Of the sources in each record. */
  sources: sourceComparisonSchema,
  /** Only those that differ. */
  settings: z.array(differentSettingSchema),
  /** Nothing differs but ids and times: neither claims, sources and settings, nor engine, costs and trust. */
  isEqual: z.boolean(),
});
export type ReportComparison = z.infer<typeof reportComparisonSchema>;

import { z } from 'zod';
import { sourceTierSchema } from '../evidence/source.ts';
import { slugSchema } from './briefing-settings.ts';

/** `confirmed`: said by a source of tier 1 or 2. `reported`: by one that is not listed, or of tier 3. */
export const itemStatusSchema = z.enum(['confirmed', 'reported']);
export type ItemStatus = z.infer<typeof itemStatusSchema>;

/** Why a query is asked, in the order of priority. */
export const QUERY_ORIGINS = ['coverage', 'correction', 'focus', 'source-gap', 'watchpoint', 'horizon'] as const;
export const queryOriginSchema = z.enum(QUERY_ORIGINS);

/** A question to the web. */
export const liveQuerySchema = z.object({
  /** `q1`, `q2`: in the order in which they were wanted. */
  queryId: z.string(),
  text: z.string(),
  origin: queryOriginSchema,
  /** Null: a horizon scan. */
  themeId: slugSchema.nullable(),
  /** Set for horizon scans. */
  taxonomyId: slugSchema.nullable(),
  /** ISO dates, both inclusive; null: no time scope. */
  since: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  targetTiers: z.array(sourceTierSchema),
  /** Of a correction: the reported item that it should confirm. */
  itemId: z.string().nullable(),
});
export type LiveQuery = z.infer<typeof liveQuerySchema>;

/** What became of one result of a live search. */
export const liveResultSchema = z.object({
  queryId: z.string(),
  locator: z.string(),
  title: z.string(),
  verdict: z.enum(['accepted', 'flagged', 'rejected']),
  /** For people. */
  reason: z.string(),
});
export type LiveResult = z.infer<typeof liveResultSchema>;

/** A factual claim of one live result. */
export const briefingItemSchema = z.object({
  itemId: z.string(),
  queryId: z.string(),
  /** Null: found by a horizon scan. */
  themeId: slugSchema.nullable(),
  taxonomyId: slugSchema.nullable(),
  /** In the source's own words. */
  text: z.string(),
  status: itemStatusSchema,
  locator: z.string(),
  /** Registrable domain, or else the host. */
  outlet: z.string(),
  /** Null: not listed. */
  tier: sourceTierSchema.nullable(),
  /** ISO 8601. */
  publishedAt: z.string(),
  /** Citation keys of its quotes. */
  citations: z.array(z.string()),
  touchesMechanism: z.boolean(),
  /** The source takes back what it said before. */
  isRetraction: z.boolean(),
  /** The item of another outlet that it repeats word for word, so that both are one voice; null: it has words of its own. */
  copyOf: z.string().nullable(),
});
export type BriefingItem = z.infer<typeof briefingItemSchema>;

/** `new` in this output; `kept`: nothing was said about it; `strengthened`: another outlet says it, too. */
export const claimMarkSchema = z.enum(['new', 'kept', 'strengthened', 'contradicted', 'withdrawn']);
export type ClaimMark = z.infer<typeof claimMarkSchema>;

/** A claim of an output; the next output says what became of it. */
export const briefingClaimSchema = z.object({
  claimId: z.string(),
  themeId: slugSchema,
  text: z.string(),
  status: itemStatusSchema,
  mark: claimMarkSchema,
  /** Why it is marked so, for people; empty where the mark says it. */
  note: z.string(),
  /** Day of the output that first had it. */
  firstSeen: z.iso.date(),
  /** Publication of its newest evidence, ISO 8601. */
  evidencedAt: z.string(),
  outlets: z.array(z.string()),
  citations: z.array(z.string()),
  /** Claims of other facts on the same matter: both are shown, labelled. */
  conflictsWith: z.array(z.string()),
});
export type BriefingClaim = z.infer<typeof briefingClaimSchema>;

/** How two texts on the same matter relate. */
export const relationSchema = z.enum(['same', 'contradicts']);
export type Relation = z.infer<typeof relationSchema>;

/** Items and claims that speak of the same matter; all other pairs are unrelated. */
export interface ItemRelation {
  readonly itemId: string;
  /** A `claimId` or another `itemId`. */
  readonly otherId: string;
  readonly relation: Relation;
  /** For people: "another figure"; empty for `same`. */
  readonly difference: string;
}

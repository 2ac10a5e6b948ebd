import { z } from 'zod';

/** What a run may have used in all when a call is over, this call included; null: no ceiling. */
export interface SpendingCeiling {
  readonly modelCalls: number;
  readonly modelTokens: number;
  /** In US dollars, by the price table of the worker. */
  readonly money: number | null;
}

/** A quota of a user or tenant that keeps something from being done. */
export interface ReachedQuota {
  /** Whose quota it is, and when it renews. */
  readonly reason: string;
  /** ISO 8601. */
  readonly renewsAt: string;
}

/** Whose quotas a call counts towards. */
export interface Spender {
  readonly userId: string;
  /** Share of the quotas that the call may use up; the rest is kept for writing. */
  readonly share: number;
}

/** On what terms an activity may spend. */
export interface MeteringTerms {
  /** `own-run`: only answers that this run stored itself are used again. */
  readonly reuse: 'any-run' | 'own-run';
  /** Null: none. */
  readonly ceiling: SpendingCeiling | null;
  /** The runs that this run was forked from: their answers are used like its own, before answers of other runs. */
  readonly forebears?: readonly string[];
  /** Asked instead of the worker's main model. */
  readonly model?: string;
  /** Left out: no quota is touched. */
  readonly spender?: Spender;
}

/** Terms of calls that belong to no run. */
export const UNLIMITED: MeteringTerms = { reuse: 'any-run', ceiling: null };

/** Calls that cost money, or that another party's server answers. */
export const paidCallKindSchema = z.enum(['model', 'search', 'page']);
export type PaidCallKind = z.infer<typeof paidCallKindSchema>;

/** What a run spent on one kind of call. */
export const ledgerEntrySchema = z.object({
  kind: paidCallKindSchema,
  /** The reasoning step, the search provider, or the host of the pages. */
  name: z.string(),
  /** Empty where no model is asked. */
  model: z.string(),
  /** Requests that were sent, also those that failed. */
  requests: z.int(),
  /** Requests whose answer never arrived: the process was killed, or the connection broke. */
  lost: z.int(),
  /** Answers that were taken from the store instead of being asked for again. */
  reused: z.int(),
  /** As the server reports them; of lost requests, and where it reports none, estimated. */
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** US dollars; null where the price table has no price. */
  money: z.number().nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** What a run has spent; one entry for each kind, name and model, in alphabetical order. */
export const ledgerSchema = z.object({
  entries: z.array(ledgerEntrySchema),
  /** Answers of other runs that were used: how many of each run. */
  reusedFrom: z.array(z.object({ researchId: z.string(), answers: z.int() })),
});
export type Ledger = z.infer<typeof ledgerSchema>;

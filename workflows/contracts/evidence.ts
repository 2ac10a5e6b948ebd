import { z } from 'zod';

/** Shortest quotation that counts as evidence, in characters. */
export const MIN_QUOTE_LENGTH = 20;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Content-addressed text or bytes in the blob store; full documents never travel through history. */
export const blobRefSchema = z.object({
  sha256: sha256Schema,
  byteLength: z.int().nonnegative(),
  mediaType: z.string(),
});
export type BlobRef = z.infer<typeof blobRefSchema>;

/** A document of the corpus as it was when it was read. */
export const sourceSchema = z.object({
  /** Derived from the locator, so it survives changes of the content. */
  sourceId: z.string(),
  /** Path relative to the corpus folder, with forward slashes. */
  locator: z.string(),
  title: z.string(),
  /** SHA-256 (hex) of the file's bytes; empty in the record of a report whose document left the index during the run. */
  contentHash: z.string(),
  mediaType: z.string(),
  /** ISO 639-1 code, or `und`. */
  language: z.string(),
  publishedAt: z.string().nullable(),
  /** Empty where `contentHash` is. */
  retrievedAt: z.string(),
  pageCount: z.int().nullable(),
  /** Standing of the source: 1 primary, 2 secondary, 3 unknown. */
  sourceTier: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** The stored text: the offsets of its passages point into it. */
  text: blobRefSchema,
});
export type Source = z.infer<typeof sourceSchema>;

/** Contiguous text of a source. Offsets are UTF-16 code units into the stored text, `end` exclusive. */
export const passageSchema = z.object({
  passageId: z.string(),
  sourceId: z.string(),
  /** Physical page, counted from 1. */
  page: z.int().nullable(),
  headingPath: z.array(z.string()),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});
export type Passage = z.infer<typeof passageSchema>;

export interface SearchHit {
  readonly provider: string;
  readonly query: string;
  /** 1-based position in the provider's ranking. */
  readonly rank: number;
  /** The provider's own score (BM25 for the corpus), comparable within one ranking only. */
  readonly providerScore: number;
  readonly title: string;
  readonly locator: string;
  /** At most 300 characters. */
  readonly snippet: string;
  readonly passage: Passage;
  readonly publishedAt: string | null;
}

/** Words of a source that were located in its stored text; `text` is always the source's own spelling. */
export const quoteSchema = z.object({
  /** Citation key, issued by code; a model only ever sees keys. */
  key: z.string(),
  text: z.string().min(MIN_QUOTE_LENGTH),
  sourceId: z.string(),
  /** SHA-256 of the stored text that the offsets point into, so a quote stays checkable after its document changed. */
  textHash: sha256Schema,
  page: z.int().nullable(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  reason: z.string(),
});
export type Quote = z.infer<typeof quoteSchema>;

const score = z.number().min(0).max(1);

/** Context tier: 1 primary, 2 secondary, 3 tertiary. */
export const contextTierSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type ContextTier = z.infer<typeof contextTierSchema>;

/** What a passage contributes to a task, with the quotes that prove it. */
export const findingSchema = z.object({
  findingId: z.string(),
  taskId: z.string(),
  passageId: z.string(),
  sourceId: z.string(),
  /** For citations: where in the source the passage stands. */
  locator: z.string(),
  title: z.string(),
  page: z.int().nullable(),
  headingPath: z.array(z.string()),
  extractedInfo: z.string(),
  quotes: z.array(quoteSchema),
  /** Where the whole passage stands in a stored text; null in findings of runs that began before this was kept. */
  passageSpan: z
    .object({ textHash: sha256Schema, start: z.int().nonnegative(), end: z.int().nonnegative() })
    .nullable()
    .default(null),
  /** Of the search stage: decided that the passage was read. Null where the passage was exempt or nobody could say. */
  hitScore: score.nullable().default(null),
  /** Of the extracted words against the anchor: decides tier and weight. Null: nobody could say. Never 0 for "unknown". */
  relevance: score.nullable(),
  relevanceReason: z.string(),
  contextTier: contextTierSchema,
  weight: score,
  /** 0 found by search, 1 and 2 by following references. */
  depth: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  origin: z.enum(['search', 'reference', 'clarification']),
  /** Given by validation, just before the report is written. */
  finalRelevance: score.nullable(),
  finalReason: z.string().default(''),
});
export type Finding = z.infer<typeof findingSchema>;

/** Relevance of one passage or finding, on the rubric 1 / 0.75 / 0.5 / 0.25 / 0; null when nobody could say. */
export interface RelevanceScore {
  /** `passageId` of a hit, `findingId` of a finding. */
  readonly id: string;
  readonly score: number | null;
  readonly reason: string;
}

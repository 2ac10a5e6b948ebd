import { z } from 'zod';
import { sourceTypeSchema } from './source-registry.ts';
import { injectionSignalSchema, sha256Schema } from './source.ts';

/** Shortest quotation of a model that counts as evidence, in characters; a place that a search found may be shorter. */
export const MIN_QUOTE_LENGTH = 20;
export const MIN_UNIT_LENGTH = 3; // of a row, an entry or a line of code, which says something by itself

/** Words of a source that were located in its stored text; `text` is always the source's own spelling. */
export const quoteSchema = z.object({
  /** Citation key, issued by code; a model only ever sees keys. */
  key: z.string(),
  text: z.string().min(1),
  sourceId: z.string(),
  /** SHA-256 of the stored text that the offsets point into, so a quote stays checkable after its document changed. */
  textHash: sha256Schema,
  page: z.int().nullable(),
  /** See `Passage`. */
  recognised: z.int().optional(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** The paragraph, list entry or table row around the words, which a report quotes as a whole; absent where the words are all of it. */
  unit: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).optional(),
  reason: z.string(),
  /** Its reader would repeat it word for word: a limit, a duty, a date, a definition. */
  isDecisive: z.literal(true).optional(),
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
  /** Other tasks that the passage serves; their quotes are here, too. */
  alsoServes: z.array(z.string()).optional(),
  passageId: z.string(),
  sourceId: z.string(),
  /** For citations: where the passage is in its source. */
  locator: z.string(),
  title: z.string(),
  /** Of its document; absent: unknown. */
  publishedAt: z.string().optional(),
  page: z.int().nullable(),
  headingPath: z.array(z.string()),
  /** What the passage says about the question: a model's note, or the words that a rule chose. */
  extractedInfo: z.string(),
  /** A model read the whole passage: the note and the relevance are its own. */
  noted: z.literal(true).optional(),
  quotes: z.array(quoteSchema),
  /** Where the whole passage is in a stored text. */
  passageSpan: z.object({ textHash: sha256Schema, start: z.int().nonnegative(), end: z.int().nonnegative() }),
  /** Of the search hit: decided that the passage was read. Null where the passage was exempt, or when unknown. */
  hitScore: score.nullable(),
  /** Of the extracted words against the anchor: decides tier and weight. Null when unknown, never 0. */
  relevance: score.nullable(),
  relevanceReason: z.string(),
  /** The hit did not reach the threshold and was read because there were no better ones. */
  belowThreshold: z.boolean(),
  /** Among the first hits of the search, its rank from 1: no threshold takes it out. */
  searchRank: z.int().positive().optional(),
  /** Key entities of the anchor that the finding mentions; all of them if its language does not show it. */
  mentionedEntities: z.array(z.string()),
  contextTier: contextTierSchema,
  weight: score,
  /** 0 found by search, 1 and 2 by following references. */
  depth: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  origin: z.enum(['search', 'reference', 'clarification']),
  /** Absent: a document or a page, as its locator shows. */
  sourceType: sourceTypeSchema.optional(),
  /** Given by validation, just before the report is written. */
  finalRelevance: score.nullable(),
  finalReason: z.string(),
  /** Signs in the passage or near it: its words are evidence only if there is no other. */
  untrusted: z.array(injectionSignalSchema),
});

export type Finding = z.infer<typeof findingSchema>;

/** How relevant a finding is to what was asked, by its latest judgement, 0..1; null when unknown. */
export function similarityOf({ finalRelevance, relevance, hitScore }: Finding): number | null {
  return finalRelevance ?? relevance ?? hitScore;
}

/** The ids of the tasks that a finding serves, starting with the one it was found for. */
export function servedTasks({
  taskId,
  alsoServes = [],
}: {
  readonly taskId: string;
  readonly alsoServes?: readonly string[] | undefined;
}): string[] {
  return [taskId, ...alsoServes];
}

import { z } from 'zod';
import { secretIn } from './secret-phrases.ts';

export const MEMORY_TYPES = ['note', 'entity', 'relation'] as const;

/** The only grounds on which anything is remembered: the user asks for it, a later conversation will need it, or knowledge is corrected. */
export const MEMORY_REASONS = ['asked', 'critical', 'correction'] as const;
export type MemoryReason = (typeof MEMORY_REASONS)[number];

/** `core` is always in the context, `active` where it is relevant, `archive` is old or corrected; what was corrected is found by `query` alone. */
const MEMORY_STANDINGS = ['core', 'active', 'archive'] as const;
export type MemoryStanding = (typeof MEMORY_STANDINGS)[number];

export const MAX_MEMORY_LENGTH = 2_000;

export const memoryTextSchema = z
  .string()
  .trim()
  .min(1, 'the text is empty')
  .max(MAX_MEMORY_LENGTH)
  .transform((text) => text.toWellFormed());

const PLAIN = /^\P{Cc}*$/u;
/** Whose memory it is: any name that a program gives its users. */
export const memoryUserSchema = z.string().trim().min(1, 'the user is empty').max(200).regex(PLAIN);

/** What happened to an entry. An event of an id happens once, however often it is asked for. */
export const memoryEventSchema = z.object({
  eventId: z.string(),
  what: z.enum(['added', 'made-core', 'reinforced', 'corrected']),
  /** ISO 8601. */
  at: z.string(),
  /** What speaks for it; of `corrected`, the id of the entry that says otherwise. */
  evidence: z.string(),
});
export type MemoryEvent = z.infer<typeof memoryEventSchema>;

export const memoryEntrySchema = z.object({
  /** Derived from user and text: the same text of the same user is the same entry. */
  entryId: z.string(),
  userId: z.string(),
  text: z.string(),
  type: z.enum(MEMORY_TYPES),
  standing: z.enum(MEMORY_STANDINGS),
  provenance: z.object({
    by: z.enum(['user', 'model']),
    /** Id of the answer in which a model stored it, else `cli`, `http` or `mcp`. */
    where: z.string(),
    reason: z.enum(MEMORY_REASONS),
  }),
  /** ISO 8601. */
  createdAt: z.string(),
  confirmedAt: z.string(),
  /** 1, and 1 more for every piece of evidence. */
  strength: z.int().positive(),
  /** Oldest first. */
  history: z.array(memoryEventSchema),
});
export type MemoryEntry = z.infer<typeof memoryEntrySchema>;

/** What is to be remembered. */
export const memoryAdditionSchema = z.strictObject({
  userId: memoryUserSchema,
  text: memoryTextSchema.refine((text) => secretIn(text) === null, {
    error: 'it holds a password, a key or a card number, which are never remembered; keep it in a password manager',
  }),
  type: z.enum(MEMORY_TYPES).default('note'),
  /** Always in the context. */
  core: z.boolean().default(false),
  reason: z.enum(MEMORY_REASONS).default('asked'),
});
export type MemoryAddition = z.infer<typeof memoryAdditionSchema>;

/** An entry that a search found. */
export interface FoundEntry {
  readonly entry: MemoryEntry;
  /** Similarity, 0..1. */
  readonly score: number;
}

export interface MemoryQuery {
  /** Best first. */
  readonly found: readonly FoundEntry[];
  /** What could not be done, for people. */
  readonly notes: readonly string[];
}

export const MEMORY_VERDICTS = ['known', 'new', 'conflicts', 'not-judged'] as const;

/** How a statement relates to what is remembered. */
export interface MemoryVerdict {
  /** `known` without a model: in the same words. `not-judged`: no model compared what both mean. */
  readonly verdict: (typeof MEMORY_VERDICTS)[number];
  /** Those that say it, or say otherwise; where nothing is judged, those that share words with it. */
  readonly concerned: readonly {
    readonly entry: MemoryEntry;
    /** What differs, by a model; else empty. */
    readonly difference: string;
  }[];
  /** What could not be done, for people. */
  readonly notes: readonly string[];
}

/** With what it says of the other entries; a correction archives those that conflict. */
export interface AddedMemory extends MemoryVerdict {
  readonly entry: MemoryEntry;
  /** False: it was there before. */
  readonly isNew: boolean;
}

const LOCATOR = 'memory:';

/** How citations and records refer to an entry. */
export function memoryLocator(entryId: string): string {
  return `${LOCATOR}${entryId}`;
}

export function isMemoryLocator(locator: string): boolean {
  return locator.startsWith(LOCATOR);
}

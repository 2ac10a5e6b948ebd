import { z } from 'zod';

/** Offsets into a text, `end` exclusive. */
export const excerptSchema = z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() });

/** A place that a search found, as a reader sees it: plain text in lines, without a judgement of what it means. */
export const foundPlaceSchema = z.object({
  /** Of its citation, which says where it is. */
  number: z.int().positive(),
  /** Of the citations of the same text in other documents. */
  others: z.array(z.int().positive()).default([]),
  /** The task that found it; empty where there is only one. */
  task: z.string(),
  /** The whole unit: a paragraph, a list, a table, a block of code. */
  text: z.string(),
  /** The same in pieces; words that were searched for are bold. */
  pieces: z.array(z.object({ text: z.string(), isBold: z.boolean() })),
  /** The part to show at first; null: all of it. */
  excerpt: excerptSchema.nullable(),
});
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

/** Other passages that have all words of the question. */
export const furtherPlacesSchema = z.object({
  count: z.int().positive(),
  /** There may be more. */
  isAtLeast: z.boolean(),
  /** Where each of the first twenty is, and what it says, on one line. */
  lines: z.array(z.string()),
});
export type FurtherPlaces = z.infer<typeof furtherPlacesSchema>;

/** What a search without a model found for a question. */
export const foundPlacesSchema = z.object({
  /** Whether all words were found, and which were not. */
  remarks: z.array(z.string()),
  places: z.array(foundPlaceSchema),
  /** Null: no other passage has them all. */
  further: furtherPlacesSchema.nullable(),
});
export type FoundPlaces = z.infer<typeof foundPlacesSchema>;

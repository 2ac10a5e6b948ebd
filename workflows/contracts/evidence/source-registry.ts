import { z } from 'zod';

/**
 * What a source is: an entry of the memory (`note`, `entity`, the always present `core`, the old `archive`), lines of a text
 * file, a page of the web, a passage of another document, or an item of a catalogue.
 */
export const sourceTypeSchema = z.enum(['note', 'entity', 'core', 'archive', 'file', 'page', 'passage', 'catalogue']);
export type SourceType = z.infer<typeof sourceTypeSchema>;

/** Something that an answer or a report could draw on. */
export const registeredSourceSchema = z.object({
  /** Citation key: the only name of it that a model sees. */
  key: z.string(),
  type: sourceTypeSchema,
  label: z.string(),
  /** Where it is: `config.md:1-100`, an address, the path of a document, the id of a note. */
  detail: z.string(),
  /** Relevance to what was asked, 0..1; null when unknown. */
  similarity: z.number().min(0).max(1).nullable(),
  /** The reader's number, in order of first use and without gaps; null: it is not cited. */
  number: z.int().positive().nullable(),
});
export type RegisteredSource = z.infer<typeof registeredSourceSchema>;

/** Which sources are listed below an answer or a report: those that it cites, or also those that it does not. */
export const SHOWN_SOURCES = ['cited', 'all'] as const;
export type ShownSources = (typeof SHOWN_SOURCES)[number];

import { z } from 'zod';

/** The vertical of an answer that is about no catalogue. */
export const OTHER = 'other';

/** Dates are ISO 8601 (YYYY-MM-DD), money a number in the catalogue's own currency, lists mean "one of"; `<120` and `>4` are limits that do not count themselves. */
export const filterValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type FilterValue = z.infer<typeof filterValueSchema>;

/** By the filter's name, as its vertical defines it. */
export const filtersSchema = z.record(z.string(), filterValueSchema);
export type Filters = z.infer<typeof filtersSchema>;

/** What an item states, formatted for people. */
export const shownFieldSchema = z.object({ name: z.string(), label: z.string(), value: z.string() });
export type ShownField = z.infer<typeof shownFieldSchema>;

/** A card shows one item. */
export const cardSchema = z.object({
  itemId: z.string(),
  vertical: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** In the order of the vertical's card layout, formatted for people. */
  fields: z.array(shownFieldSchema),
  /** Address of the item, if it names one. */
  url: z.string().nullable(),
  /** In degrees; absent: it names none. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  /** Number of the citation that the card rests on. */
  citation: z.int().positive().nullable(),
});
export type Card = z.infer<typeof cardSchema>;

/** An item as the table of an answer compares it. */
export interface ComparedItem extends Pick<Card, 'itemId' | 'title'> {
  readonly attributes: readonly ShownField[];
  /** What it states, in sentences. */
  readonly description: string;
}

/** A filter that the message did not set, and the default that was used in its place. */
export const assumedFilterSchema = z.object({ name: z.string(), label: z.string(), value: filterValueSchema });
export type AssumedFilter = z.infer<typeof assumedFilterSchema>;

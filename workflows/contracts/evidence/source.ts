import { z } from 'zod';

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Content-addressed text or bytes in the blob store; full documents never travel through history. */
export const blobRefSchema = z.object({
  sha256: sha256Schema,
  byteLength: z.int().nonnegative(),
  mediaType: z.string(),
});

export type BlobRef = z.infer<typeof blobRefSchema>;

/** Standing of a source: 1 primary, official, reviewed; 2 established secondary; 3 user-generated or unknown. */
export const sourceTierSchema = z.union([z.literal(1), z.literal(2), z.literal(3)]);

export type SourceTier = z.infer<typeof sourceTierSchema>;

/** Signs that a document addresses or deceives the program that reads it. */
export const injectionSignalSchema = z.enum(['instructions', 'hidden-characters', 'imitated-markup']);

export type InjectionSignal = z.infer<typeof injectionSignalSchema>;

/** Whether a file was still as it was read when the report was written. */
export const sourceStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unchanged') }),
  z.object({ state: z.literal('changed') }),
  /** It cannot be read any more. */
  z.object({ state: z.literal('missing'), reason: z.string() }),
  /** The worker that wrote the report does not see the folder at all. */
  z.object({ state: z.literal('unseen'), folder: z.string(), reason: z.string() }),
]);

export type SourceState = z.infer<typeof sourceStateSchema>;

/** A document of a folder, or a page of the web, as it was when it was read. */
export const sourceSchema = z.object({
  /** Derived from the locator, so it survives changes of the content. */
  sourceId: z.string(),
  /** Path relative to the corpus folder, with forward slashes; or the canonical address of a page. */
  locator: z.string(),
  title: z.string(),
  /** SHA-256 (hex) of the file's bytes; empty in the record of a report whose document left the index during the run. */
  contentHash: z.string(),
  mediaType: z.string(),
  /** ISO 639-1 code, or `und`. */
  language: z.string(),
  publishedAt: z.string().nullable(),
  /** Where its date is from, if the document itself has none. */
  datedBy: z.literal('path').optional(),
  /** As the document names them in its front matter. */
  authors: z.array(z.string()).optional(),
  /** Where the document says that it is published: a whole address. */
  address: z.string().optional(),
  /** Empty where `contentHash` is. */
  retrievedAt: z.string(),
  pageCount: z.int().nullable(),
  /** As printed on the pages ("iv", "12"), by physical page; null where the document says nothing. */
  pageLabels: z.array(z.string()).nullable().default(null),
  /** Pages whose words were recognised in a picture (OCR), counted from 1, and how surely; absent where there are none. */
  recognisedPages: z.array(z.object({ page: z.int(), confidence: z.int() })).optional(),
  /** Null: an ungraded local file; it counts as neutral. */
  sourceTier: sourceTierSchema.nullable(),
  /** The stored text: the offsets of its passages point into it. */
  text: blobRefSchema,
  /** The text layer of a PDF as it is in the file, with a map from the stored text to it; null where the text is the file's own. */
  textLayer: blobRefSchema.nullable().default(null),
  /** The pictures of its figures, by where these stand in the text; absent: none is kept. */
  figures: z.array(blobRefSchema.extend({ start: z.int(), end: z.int(), label: z.string() })).optional(),
  /** Of a page: which part could not be read, and why; absent: none. The report on a folder says it of its files. */
  unread: z.string().optional(),
  /** Signs of text that must not be trusted; it is content all the same. */
  untrusted: z.array(injectionSignalSchema),
  /** In records of reports; undefined for pages. */
  atPublication: sourceStateSchema.optional(),
  /** Signs in its name, its properties, or hidden parts: they belong to no passage. */
  untrustedBeside: z.array(injectionSignalSchema),
});

export type Source = z.infer<typeof sourceSchema>;

/** Contiguous text of a source. Offsets are UTF-16 code units into the stored text, `end` exclusive. */
export const passageSchema = z.object({
  passageId: z.string(),
  sourceId: z.string(),
  /** Physical page, counted from 1. */
  page: z.int().nullable(),
  /** How surely the page's words were recognised in a picture, in percent; absent: they are the file's own. */
  recognised: z.int().optional(),
  headingPath: z.array(z.string()),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});

export type Passage = z.infer<typeof passageSchema>;

type Placed = Readonly<{ title: string; headingPath: readonly string[] }>;

/** Title of its document and the headings above its passage, one per line: they say what its words are about. */
export function placeOf({ title, headingPath }: Placed): string {
  return [title, ...headingPath].join('\n');
}

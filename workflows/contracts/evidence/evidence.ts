import { z } from 'zod';
import { sourceTypeSchema } from './source-registry.ts';

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

/** Which passage it is, and where in its document; its text is in the index. */
export type PassagePlace = Pick<Passage, 'passageId' | 'page' | 'recognised' | 'headingPath'> & Partial<PassageExtent>;

/** Where a passage is in its document: passages of one document are read in order. */
type PassageExtent = Pick<Passage, 'start' | 'end'>;

/** What a search found: a passage of an indexed document, or the address of a page that was not read yet. */
export interface SearchHit {
  /** `corpus`, or the name of a web provider. */
  readonly provider: string;
  /** Of hits of the web only. */
  readonly query?: string;
  /** 1-based position in the provider's ranking. */
  readonly rank: number;
  /** The provider's own score (BM25 for the corpus), comparable within one ranking only. */
  readonly providerScore: number;
  readonly title: string;
  readonly locator: string;
  /** At most 300 characters; of a web page up to 600. */
  readonly snippet: string;
  /** Null: a page of the web, known by its title and snippet only. */
  readonly passage: PassagePlace | null;
  readonly publishedAt: string | null;
  /** Its vector is among those nearest to the query's; words may have led to it as well. */
  readonly byMeaning?: true;
}

/** A hit whose text is stored: it can be read. */
export interface PassageHit extends SearchHit {
  readonly passage: PassagePlace;
}

export function isPassageHit<Hit extends { readonly passage: object | null }>(
  hit: Hit,
): hit is Hit & { readonly passage: NonNullable<Hit['passage']> } {
  return hit.passage !== null;
}

/** A hit as activities get it that read its passage themselves: all of it would fill the history. */
export interface HitReference extends Pick<SearchHit, 'locator' | 'query' | 'byMeaning'> {
  readonly passage: Pick<Passage, 'passageId' | 'page'> | null;
  /** Of a page of the web only, like its snippet. */
  readonly title?: string;
  readonly snippet?: string;
}

export interface PassageReference extends HitReference {
  readonly passage: Pick<Passage, 'passageId' | 'page'> & Partial<PassageExtent>;
}

export function referenceTo(hit: PassageReference): PassageReference;
export function referenceTo(hit: HitReference): HitReference;
export function referenceTo(hit: HitReference): HitReference {
  const { locator, query, byMeaning, passage, title = '', snippet = '' } = hit;
  return {
    locator,
    ...(query !== undefined && { query }),
    ...(byMeaning !== undefined && { byMeaning }),
    ...(passage === null
      ? { passage, title, snippet }
      : { passage: { passageId: passage.passageId, page: passage.page } }),
  };
}

/** How a passage was referred to. */
export interface PassageMention {
  /** The reference as written: "§ 5 Abs. 2". */
  readonly text: string;
  /** The sentence that refers, at most 500 characters. */
  readonly sentence: string;
  /** The finding whose passage contains it. */
  readonly findingId: string;
}

/** The passage that a reference leads to. */
export interface ReferredHit extends PassageReference {
  readonly reference: PassageMention;
}

/** Identity of a hit, in scores and fusion. */
export function hitIdOf({ passage, locator }: HitReference): string {
  return passage?.passageId ?? locator;
}

/** What reranking says of a hit. */
export interface HitRanking {
  /** Against task and anchor; its score is null when unknown. */
  readonly relevance: RelevanceScore;
  readonly sourceTier: SourceTier | null;
  /** From 1, for the first hits of the search in its own order, before any score. */
  readonly searchRank?: number;
  /**
   * `named`: the question names the passage, so no threshold applies. `unjudged`: found by meaning in another language than
   * the question's, where words cannot judge. `leading`: below the threshold, but among the first of the search, which
   * sees more of a passage than its score. `below`: kept only because there are no better ones.
   */
  readonly selection: 'passed' | 'named' | 'leading' | 'unjudged' | 'below';
}

export interface RankedReference extends HitReference, HitRanking {}

/** A hit after reranking. */
export interface RankedHit extends SearchHit, HitRanking {}

/** Completes references with the hits that they were made of, in the order of the ranking. */
export function joinRanking(hits: readonly SearchHit[], ranked: readonly RankedReference[]): RankedHit[] {
  const byId = new Map(hits.map((hit) => [hitIdOf(hit), hit]));
  return ranked.flatMap(({ relevance, sourceTier, searchRank, selection, ...reference }) => {
    const hit = byId.get(hitIdOf(reference));
    const ranked = searchRank === undefined ? {} : { searchRank };
    return hit === undefined ? [] : [{ ...hit, relevance, sourceTier, ...ranked, selection }];
  });
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
  /** See `Passage`. */
  recognised: z.int().optional(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** The paragraph, list entry or table row around the words, which a report quotes as a whole; absent where the words are all of it. */
  unit: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).optional(),
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
  /** Other tasks that the passage serves; their quotes are here, too. */
  alsoServes: z.array(z.string()).optional(),
  passageId: z.string(),
  sourceId: z.string(),
  /** For citations: where the passage is in its source. */
  locator: z.string(),
  title: z.string(),
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
  /** In another language than the question and found by meaning alone: its words were not judged. */
  unjudged: z.literal(true).optional(),
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

type Placed = Readonly<{ title: string; headingPath: readonly string[] }>;

/** Title of its document and the headings above its passage, one per line: they say what its words are about. */
export function placeOf({ title, headingPath }: Placed): string {
  return [title, ...headingPath].join('\n');
}

/** Relevance of one hit or finding, 0..1; null when unknown. */
export interface RelevanceScore {
  /** `hitIdOf` a hit, `findingId` of a finding. */
  readonly id: string;
  readonly score: number | null;
  readonly reason: string;
}

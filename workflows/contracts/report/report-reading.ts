import { z } from 'zod';
import { leftOutSchema, skippedFileSchema } from '../evidence/corpus.ts';
import { driftSchema } from '../evidence/drift.ts';
import { injectionSignalSchema, sourceStateSchema, sourceTierSchema } from '../evidence/source.ts';
import { retrievalTelemetrySchema } from '../research/accounting.ts';
import { clarificationSummarySchema } from '../research/clarification.ts';
import { excerptSchema } from './found-place.ts';
import { citationSchema, refusedStatementSchema, verificationSchema } from './report.ts';
import { trustSchema } from './trust.ts';

const citations = z.array(z.int().positive());

/** A claim as a reader sees it. Every text is plain: no markup, no citation marks. */
export const readClaimSchema = z.object({
  /** Counted from 1 in the order of the report; the same as in a trace. */
  number: z.int().positive(),
  text: z.string(),
  /** Numbers of its citations. */
  citations,
  /** The text in pieces, each with the numbers of the citations right behind it. */
  pieces: z.array(z.object({ text: z.string(), isBold: z.boolean(), citations })),
  /** ISO 639-1 code, only where the claim is a source's own words in another language than the report's. */
  quotedLanguage: z.string().nullable(),
  /** The rules could not compare its words with its quotes. */
  isUnverified: z.boolean(),
  /** It says in other words what its quotations say; a model judged that. */
  isEntailed: z.boolean(),
  /** Whether its quotations say it was not judged. */
  notJudged: z.boolean(),
  /** It repeats a whole passage that a search found: the words that were searched for are bold. */
  isPassage: z.boolean(),
  /** The part of a long passage to show at first; offsets into the text. */
  excerpt: excerptSchema.nullable(),
  /** It rests on words of a passage that addresses a program. */
  isUntrusted: z.boolean(),
  /** That the claim is an inference, in the language of the report; null: it is cited. */
  kind: z.string().nullable(),
  /** How a derived figure was computed, with the letter that refers to it; null: its figures are cited. */
  computation: z.object({ mark: z.string(), words: z.string() }).nullable(),
});
export type ReadClaim = z.infer<typeof readClaimSchema>;

export const READ_SECTIONS = [
  'answer',
  'passages',
  'warnings',
  'overview',
  'details',
  'conflicts',
  'limitations',
  'key-findings',
  'further',
  'unanswered',
  'assumptions',
] as const;

const claims = z.array(readClaimSchema);

/** Sentences that read on. The number is null where the list is not ordered. */
const entrySchema = z.object({ number: z.int().nullable(), claims });
const itemSchema = entrySchema.extend({ below: z.array(entrySchema) });
export type ReadEntry = z.infer<typeof entrySchema>;

/** Entries of a list are independent; claims of a paragraph read on. A cell is null where the evidence says nothing. */
export const readBlockSchema = z.discriminatedUnion('form', [
  z.object({ form: z.literal('paragraph'), claims }),
  z.object({ form: z.literal('list'), items: z.array(itemSchema) }),
  /** Lines to be copied, in order. */
  z.object({ form: z.literal('code'), claims }),
  z.object({
    form: z.literal('table'),
    /** The first heads the names of the rows. */
    head: z.array(z.string()),
    rows: z.array(z.object({ heading: z.string(), cells: z.array(readClaimSchema.nullable()) })),
  }),
]);
export type ReadBlock = z.infer<typeof readBlockSchema>;

export const readSectionSchema = z.object({
  name: z.enum(READ_SECTIONS),
  /** In the language of the report; empty for the answer. Sections of a model have a heading each, and all one name. */
  heading: z.string(),
  /** Sentences of the report itself, before the claims. */
  remarks: z.array(z.string()),
  groups: z.array(z.object({ heading: z.string(), blocks: z.array(readBlockSchema) })),
});
export type ReadSection = z.infer<typeof readSectionSchema>;

export const readCitationSchema = citationSchema.extend({
  /** The page number printed on the page, if it differs from the page's position in the file. */
  pageLabel: z.string().nullable(),
  /** `12`, or `12–14`; null: the document has no lines that a reader could count. */
  lines: z.string().nullable(),
  /** The last heading above it, with the number of its section; empty where the title says as much. */
  heading: z.string(),
  /** The first of the cited words, on one line. */
  excerpt: z.string(),
});
export type ReadCitation = z.infer<typeof readCitationSchema>;

export const readSourceSchema = z.object({
  sourceId: z.string(),
  locator: z.string(),
  title: z.string(),
  mediaType: z.string(),
  /** ISO 639-1 code, or `und`. */
  language: z.string(),
  publishedAt: z.string().nullable(),
  /** Empty where the document left the index during the run. */
  retrievedAt: z.string(),
  pageCount: z.int().nullable(),
  sourceTier: sourceTierSchema.nullable(),
  /** Null: a page of the web. */
  atPublication: sourceStateSchema.nullable(),
  untrusted: z.array(injectionSignalSchema),
});
export type ReadSource = z.infer<typeof readSourceSchema>;

/** A finished report with everything that a reader can ask of it, without what only machines need. */
export const reportReadingSchema = z.object({
  researchId: z.string(),
  question: z.string(),
  /** A short one of its own, or the question. */
  title: z.string(),
  /** ISO 639-1 code of the report. */
  language: z.string(),
  outcome: z.enum(['published', 'stopped']),
  publishedAt: z.string(),
  sections: z.array(readSectionSchema),
  citations: z.array(readCitationSchema),
  sources: z.array(readSourceSchema),
  /** What a reader has to know, in the language of the report. */
  notes: z.array(z.string()),
  /** Why to read it with care, in the language of the report: its check did not take place, or what came of it. */
  cautions: z.array(z.string()),
  /** All queries of the run, in order; a record does not say which task asked which. */
  queries: z.array(z.string()),
  drift: driftSchema.nullable(),
  references: retrievalTelemetrySchema.shape.references,
  skippedFiles: z.array(skippedFileSchema),
  /** Of the folders, what was no part of the corpus; absent: nothing. */
  leftOutFiles: z.array(leftOutSchema).optional(),
  /** The total; `skippedFiles` may contain only the first. */
  skippedCount: z.int(),
  checks: z.object({ ...verificationSchema.shape, trust: trustSchema }),
  /** Of the parts that the question was taken apart into, how many per cent have a statement that a judge confirmed; null: no model judged. */
  coverage: z.int().nullable(),
  engine: z.enum(['model', 'offline']),
  /** What the text does not tell, in the language of the report. */
  behind: z.object({
    /** How the report came about, a sentence each. */
    account: z.array(z.string()),
    /** Of a model's text: what verification refused. */
    refused: z.array(refusedStatementSchema),
    /** Of a model's text: what the cited words neither confirm nor deny. */
    doubted: z.array(z.string()),
    /** What came of asking back; null, absent: nothing was asked. */
    clarified: clarificationSummarySchema.omit({ relevantPassages: true }).nullable().optional(),
  }),
});
export type ReportReading = z.infer<typeof reportReadingSchema>;

/** Longest part of a stored text that is handed out at once, in UTF-16 code units. */
export const MAX_TEXT_WINDOW = 20_000;

/** A part of a stored text of a source. */
export const sourceTextSchema = z.object({
  sourceId: z.string(),
  textHash: z.string(),
  /** Of the whole text. */
  length: z.int(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
});
export type SourceText = z.infer<typeof sourceTextSchema>;

/** The part of a text from one offset to another, cut to the longest window. */
export function textWindow(
  text: string,
  { start, end, ...place }: Pick<SourceText, 'sourceId' | 'textHash' | 'start' | 'end'>,
): SourceText {
  const from = Math.min(start, text.length);
  const to = Math.max(from, Math.min(end, text.length, from + MAX_TEXT_WINDOW));
  return { ...place, length: text.length, start: from, end: to, text: text.slice(from, to) };
}

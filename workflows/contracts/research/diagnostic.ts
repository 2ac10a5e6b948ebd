import { z } from 'zod';
import { skippedFileSchema } from '../evidence/corpus.ts';
import { contextTierSchema } from '../evidence/finding.ts';
import { injectionSignalSchema } from '../evidence/source.ts';
import { gapSchema } from './accounting.ts';

/** Something about a finished run that its reader has to know; said in the report's language by `describeDiagnostic`. */
export const diagnosticSchema = z.discriminatedUnion('code', [
  /** Validation left less than the warned share of a tier. */
  z.object({ code: z.literal('DRIFT'), tier: contextTierSchema, kept: z.int(), total: z.int() }),
  /** Sentences of the report that are still in another language than the question. */
  z.object({ code: z.literal('LANGUAGE_MIXED'), sentences: z.array(z.string()) }),
  /** The documents are not in the question's language, and there is no model to translate. ISO 639-1 codes. */
  z.object({
    code: z.literal('EVIDENCE_LANGUAGE'),
    languages: z.array(z.string()),
    /** The best hits of a search by meaning are shown unjudged. */
    shown: z.boolean().optional(),
  }),
  /** There is no model, and the rules cannot read the question's language. ISO 639-1 code. */
  z.object({ code: z.literal('QUESTION_LANGUAGE'), language: z.string() }),
  /**
   * There is no answer: nothing cited contains these words of the question, the documents contain none of the `unknown`
   * words at all, and no document is one of the `works` that the question names.
   */
  z.object({
    code: z.literal('SUBJECT_NOT_COVERED'),
    words: z.array(z.string()),
    unknown: z.array(z.string()),
    works: z.array(z.string()).optional(),
    /** Not everything was read, so `unknown` and `works` hold for what was. */
    inPart: z.boolean().optional(),
  }),
  /** There is no answer, and not everything that was to be searched was read completely. */
  z.object({
    code: z.literal('READ_IN_PART'),
    /** In the folders, whether they were read or not. */
    files: z.int(),
    skippedCount: z.int(),
    /** `skippedCount` is the total. */
    skippedFiles: z.array(skippedFileSchema),
    /** Searches and pages that failed, limits that were reached; `gapCount` is the total. */
    gaps: z.array(gapSchema),
    gapCount: z.int(),
    usesWeb: z.boolean(),
    /** There are no files, and no page could be read. */
    readNothing: z.literal(true).optional(),
  }),
  /** Query adherence or citation support is still low after the repair. Whole percent. */
  z.object({ code: z.literal('QUALITY_LOW'), queryAdherence: z.int(), citationSupport: z.int() }),
  /** Searches for these parts of the question brought fewer than three relevant hits, also when corrected. */
  z.object({ code: z.literal('FEW_RELEVANT'), tasks: z.array(z.string()) }),
  z.object({ code: z.literal('MESSAGE_REJECTED'), message: z.string(), reason: z.string() }),
  z.object({ code: z.literal('DOCUMENT_CHANGED'), locator: z.string() }),
  /** With a reason it cannot be read any more; without one it left the index. */
  z.object({ code: z.literal('DOCUMENT_MISSING'), locator: z.string(), reason: z.string().optional() }),
  /** The worker that wrote the report cannot see the folder of some quoted documents. */
  z.object({ code: z.literal('FOLDER_MISSING'), folder: z.string(), reason: z.string() }),
  /** A document contains words that seem to address a program, or deceive one. They are treated as content. */
  z.object({ code: z.literal('UNTRUSTED_TEXT'), locator: z.string(), signals: z.array(injectionSignalSchema) }),
]);
export type Diagnostic = z.infer<typeof diagnosticSchema>;

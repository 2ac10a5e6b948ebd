import { z } from 'zod';
import { corpusDirectorySchema, fileSelectionSchema, selectsOfCorpus } from '../common/file-selection.ts';
import { webSettingsSchema } from '../common/web-search.ts';
import { researchSettingsSchema } from '../settings/research-settings.ts';
import { forkOriginSchema } from './fork.ts';
import { memoryUserSchema } from './memory.ts';

export { type ResearchLimits, researchLimitsSchema } from '../settings/research-limits.ts';
export {
  type ClarifyMode,
  type ResearchSettings,
  researchSettingsSchema,
  type SourceWeighting,
  type TierCaps,
} from '../settings/research-settings.ts';

/** Name of the workflow type of a run. */
export const DEEP_RESEARCH = 'deepResearch';

/** Longest question or message that is accepted, in characters; it bounds the work of reading one. */
export const MAX_QUESTION_LENGTH = 4_000;

// Tabs and line breaks come with pasted text; every other control character is damage.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export const questionSchema = z
  .string({ error: 'the question must be text' })
  .trim()
  .min(1, { error: 'the question is empty', abort: true })
  .max(MAX_QUESTION_LENGTH, {
    error: ({ input }) =>
      `the question has ${typeof input === 'string' ? input.length : 'too many'} characters, at most ${MAX_QUESTION_LENGTH} are accepted`,
  })
  .refine((text) => !CONTROL_CHARACTERS.test(text), 'the question contains control characters')
  .refine((text) => /[\p{L}\p{N}]/u.test(text), 'the question contains no letter and no digit');

/** What a run is asked to do; the workflow's only argument. Unknown fields are refused, not ignored. */
export const researchRequestSchema = z
  .strictObject({
    question: questionSchema,
    /** Folders and buckets with the documents. */
    corpusDirectories: z
      .array(corpusDirectorySchema)
      .max(16)
      .refine((directories) => new Set(directories).size === directories.length, 'name each corpus folder once')
      .default([]),
    /** Of folders of which only some files are documents. */
    fileSelections: z.array(fileSelectionSchema).max(16).optional(),
    /** Whose memory the run reads; absent: it reads none. */
    userId: memoryUserSchema.optional(),
    /** Null: the web is not used. */
    web: webSettingsSchema.nullable().default(null),
    settings: researchSettingsSchema.prefault({}),
    /** Absent: the run begins with its question. */
    forkedFrom: forkOriginSchema.optional(),
  })
  .refine(({ corpusDirectories, web }) => corpusDirectories.length > 0 || web !== null, {
    path: ['corpusDirectories'],
    error: 'name at least one folder with documents, or a web provider',
  })
  .refine(selectsOfCorpus, { path: ['fileSelections'], error: 'select files of folders that are searched' });
export type ResearchRequest = z.infer<typeof researchRequestSchema>;

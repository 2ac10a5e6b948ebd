import { z } from 'zod';
import { MIN_QUOTE_LENGTH } from './evidence.ts';
import { webSettingsSchema } from './web-search.ts';

/** Longest question that is accepted, in characters. */
export const MAX_QUESTION_LENGTH = 4_000;

// Tabs and line breaks come with pasted text; every other control character is damage.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export const questionSchema = z
  .string({ error: 'the question must be text' })
  .trim()
  .min(1, 'the question is empty')
  .max(MAX_QUESTION_LENGTH, `the question is longer than ${MAX_QUESTION_LENGTH} characters`)
  .refine((text) => !CONTROL_CHARACTERS.test(text), 'the question contains control characters')
  .refine((text) => /[\p{L}\p{N}]/u.test(text), 'the question contains no letter and no digit');

export const clarifyModeSchema = z.enum(['auto', 'always', 'never']);
export type ClarifyMode = z.infer<typeof clarifyModeSchema>;

/** Ceilings of one run. At one of them the run asks a person: raise it, finish with what there is, or stop. */
export const researchLimitsSchema = z.strictObject({
  searches: z.int().min(1).max(10_000).default(80),
  /** Passages read and extracted. */
  pages: z.int().min(1).max(10_000).default(120),
  modelCalls: z.int().min(1).max(100_000).default(400),
  /** Input and output tokens together, as the endpoint reports them. */
  modelTokens: z.int().min(1).max(1_000_000_000).default(2_000_000),
  /** US dollars, by the worker's price table; null: no ceiling. */
  money: z.number().positive().max(1_000_000).nullable().default(null),
  /** Counted without the time spent waiting for people and for servers that are down. */
  wallTimeSeconds: z.int().min(1).max(2_592_000).default(14_400),
});
export type ResearchLimits = z.infer<typeof researchLimitsSchema>;

/** `[3]`, or `[Document.pdf, Page 12]`. */
export const citationStyleSchema = z.enum(['numbered', 'document-page']);
export type CitationStyle = z.infer<typeof citationStyleSchema>;

const tierCapsSchema = z.strictObject({
  tier1: z.int().min(1).max(50).default(15),
  tier2: z.int().min(0).max(50).default(10),
  tier3: z.int().min(0).max(50).default(5),
});
export type TierCaps = z.infer<typeof tierCapsSchema>;

const relevanceShare = z.number().min(0).max(1);

/** How much the standing of a source counts in reranking; `auto` decides by the kind of question. */
export const sourceWeightingSchema = z.enum(['auto', 'low', 'medium', 'high']);
export type SourceWeighting = z.infer<typeof sourceWeightingSchema>;

export const researchSettingsSchema = z.strictObject({
  clarify: clarifyModeSchema.default('never'),
  clarificationRounds: z.int().min(0).max(2).default(2),
  /** After this time without an answer the run goes on with its stated assumptions. */
  clarificationTimeoutSeconds: z.int().min(1).max(2_592_000).default(86_400),
  approvePlan: z.boolean().default(false),
  maxTasks: z.int().min(1).max(24).default(6),
  /** Tasks researched at the same time. */
  concurrency: z.int().min(1).max(8).default(4),
  /** Queries for each task, the task's own words among them. */
  queryVariants: z.int().min(1).max(8).default(3),
  /** Hits that score lower are neither read nor extracted, unless the question names them or there are no better ones. */
  relevanceThreshold: relevanceShare.default(0.7),
  /** Best hits of each task that are read. */
  rerankTopK: z.int().min(1).max(20).default(10),
  sourceWeighting: sourceWeightingSchema.default('auto'),
  /** Follow-up rounds for what has no good evidence yet. */
  maxRounds: z.int().min(0).max(5).default(2),
  /** Larger files are listed as skipped. */
  maxFileBytes: z.int().min(1_024).max(1_073_741_824).default(52_428_800),
  /** Most findings of each context tier that reach synthesis; tier 3 only for what is still open. */
  tierCaps: tierCapsSchema.prefault({}),
  /** Quotes that synthesis gets. */
  maxQuotes: z.int().min(1).max(50).default(10),
  /** In characters. */
  minQuoteLength: z.int().min(MIN_QUOTE_LENGTH).max(500).default(MIN_QUOTE_LENGTH),
  /** Findings whose final relevance is lower are dropped. */
  driftThreshold: relevanceShare.default(0.5),
  /** The report warns when less than this share of a tier remains. */
  driftWarning: relevanceShare.default(0.7),
  /** 0: references are not followed. */
  referenceDepth: z.int().min(0).max(2).default(2),
  /** Relevance from which on the target of a reference is read. */
  referenceGate: relevanceShare.default(0.6),
  referencesPerTask: z.int().min(0).max(20).default(6),
  /** Findings that name a key entity, or one that the clarification introduced, are graded higher. */
  entityBonus: z.boolean().default(true),
  validateLanguage: z.boolean().default(true),
  /** Ask once more when the report mixes languages. */
  retryLanguage: z.boolean().default(true),
  citationStyle: citationStyleSchema.default('numbered'),
  /** Use stored answers of models, searches and pages only if this run stored them itself. */
  fresh: z.boolean().default(false),
  /** How long the run waits for a person at a limit; then it finishes with what it has. */
  budgetTimeoutSeconds: z.int().min(0).max(2_592_000).default(86_400),
  /** How long the run waits for a model endpoint that is down or refuses; then the rules without a model take over. */
  modelOutageSeconds: z.int().min(0).max(2_592_000).default(604_800),
  /** How long it waits for a search provider; then it goes on without it and says so. */
  providerOutageSeconds: z.int().min(0).max(2_592_000).default(120),
  limits: researchLimitsSchema.prefault({}),
});
export type ResearchSettings = z.infer<typeof researchSettingsSchema>;

/** What a run is asked to do; the workflow's only argument. Unknown fields are refused, not ignored. */
export const researchRequestSchema = z
  .strictObject({
    question: questionSchema,
    /** Absolute paths of the folders with the documents, as the worker sees them. */
    corpusDirectories: z
      .array(z.string().min(1).max(4_096).startsWith('/', 'a corpus directory must be an absolute path'))
      .max(16)
      .refine((directories) => new Set(directories).size === directories.length, 'name each corpus folder once')
      .default([]),
    /** Null: the web is not used. */
    web: webSettingsSchema.nullable().default(null),
    settings: researchSettingsSchema.prefault({}),
  })
  .refine(({ corpusDirectories, web }) => corpusDirectories.length > 0 || web !== null, {
    path: ['corpusDirectories'],
    error: 'name at least one folder with documents, or a web provider',
  });
export type ResearchRequest = z.infer<typeof researchRequestSchema>;

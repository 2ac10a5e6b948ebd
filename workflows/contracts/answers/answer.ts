import { z } from 'zod';
import { alignmentReviewSchema } from '../evidence/alignment.ts';
import { skippedFileSchema } from '../evidence/corpus.ts';
import { registeredSourceSchema } from '../evidence/source-registry.ts';
import { foundPlacesSchema } from '../report/found-place.ts';
import { citationSchema, verificationSchema } from '../report/report.ts';
import { trustSchema } from '../report/trust.ts';
import { degradationSchema, engineSchema, usageSchema } from '../research/accounting.ts';
import { assumedFilterSchema, cardSchema, filtersSchema } from './catalogue.ts';

/** How a message is answered; `deep` looks once more where the first answer is not sufficient. */
export const ANSWER_MODES = ['quick', 'deep'] as const;

/** What an answer rests on: nothing but the model, one overview of what was found, or a planned retrieval. */
export const groundingSchema = z.enum(['none', 'hybrid', 'full']);
export type Grounding = z.infer<typeof groundingSchema>;

export const intentSchema = z.enum(['browse', 'answer', 'find', 'compare']);
export type Intent = z.infer<typeof intentSchema>;

export const retrievalQualitySchema = z.enum(['good', 'weak', 'fallback_other']);
export type RetrievalQuality = z.infer<typeof retrievalQualitySchema>;

export const confidenceSchema = z.enum(['strong', 'medium', 'weak']);
export type Confidence = z.infer<typeof confidenceSchema>;

/** What a session remembers of its last retrieval; `ok` where it had none. */
export const strengthSchema = z.enum(['strong', 'ok', 'weak']);
export type Strength = z.infer<typeof strengthSchema>;

export const layoutSchema = z.enum(['prose', 'list', 'table', 'cards']);
export type Layout = z.infer<typeof layoutSchema>;

export const uiDecisionSchema = z.object({
  preferredLayout: layoutSchema,
  showCards: z.boolean(),
  /** Null: no model judged. */
  answerConfidence: confidenceSchema.nullable(),
});
export type UiDecision = z.infer<typeof uiDecisionSchema>;

export const retrievalStatsSchema = z.object({
  vertical: z.string(),
  itemCount: z.int().nonnegative(),
  quality: retrievalQualitySchema,
  /** Of all items and of the first four; 0..1, null where none was scored. */
  avgScore: z.number().nullable(),
  topKAvg: z.number().nullable(),
});
export type RetrievalStats = z.infer<typeof retrievalStatsSchema>;

/** What a message was taken to mean. */
export const interpretationSchema = z.object({
  /** The message as a question that needs no conversation to be understood. */
  rewrittenPrompt: z.string(),
  /** ISO 639-1. */
  language: z.string(),
  /** 0..1, as the engine judges it. */
  confidence: z.number().min(0).max(1),
  alternatives: z.array(z.string()),
  /** What the message leaves open, each as a question. */
  conflicts: z.array(z.string()),
  needsClarification: z.boolean(),
  /** Names and named references of the rewritten prompt, as code reads them. */
  keyEntities: z.array(z.string()),
  namedReferences: z.array(z.string()),
});
export type Interpretation = z.infer<typeof interpretationSchema>;

export const groundingDecisionSchema = z.object({
  grounding: groundingSchema,
  reason: z.string(),
  /** The message greets, thanks or agrees: its answer needs no source. */
  isCourtesy: z.literal(true).optional(),
});
export type GroundingDecision = z.infer<typeof groundingDecisionSchema>;

/** Filters of the vertical that the message is about; vertical `other` has none. */
export const filterExtractionSchema = z.object({
  vertical: z.string(),
  /** What this message says. */
  extracted: filtersSchema,
  /** Defaults (no dates), overridden by the session, overridden by the extracted filters. */
  merged: filtersSchema,
  /** Wishes that order the results and never leave one out; empty: none. */
  preference: z.string(),
  /** Titles of the items that the message names: only they are meant, wherever they are. Absent: it names none. */
  named: z.array(z.string()).min(1).optional(),
});
export type FilterExtraction = z.infer<typeof filterExtractionSchema>;

/** A search of the plan; filters apply to catalogues alone. */
export const answerStepSchema = z.discriminatedUnion('tool', [
  z.object({
    tool: z.literal('catalogue'),
    vertical: z.string(),
    query: z.string(),
    filters: filtersSchema,
    preference: z.string(),
    /** Titles of the only items that are meant. */
    named: z.array(z.string()).optional(),
  }),
  z.object({ tool: z.enum(['documents', 'web']), vertical: z.literal('other'), query: z.string() }),
]);
export type AnswerStep = z.infer<typeof answerStepSchema>;

/** How an answer uses the memory of its user. */
export const memoryUseSchema = z.object({
  use: z.enum(['add', 'query', 'verify', 'reinforce']),
  text: z.string(),
  /** Of an addition: why it is worth keeping. */
  reason: z.string(),
});
export type MemoryUse = z.infer<typeof memoryUseSchema>;

/** What is done for a message; the plan cache keeps it. */
export const answerPlanSchema = z.object({
  interpretation: interpretationSchema,
  filters: filterExtractionSchema,
  decision: groundingDecisionSchema,
  /** The first one names the planned vertical. */
  steps: z.array(answerStepSchema),
  memory: z.array(memoryUseSchema),
});
export type AnswerPlan = z.infer<typeof answerPlanSchema>;

export const SPAN_NAMES = [
  'rewrite',
  'plan_cache_hit',
  'filter_extraction',
  'grounding_decision',
  'plan',
  'execute',
  'merge',
  'synthesize',
  'hybrid_retrieval',
  'deep_refinement',
] as const;
export type SpanName = (typeof SPAN_NAMES)[number];

export const spanSchema = z.object({
  name: z.enum(SPAN_NAMES),
  /** ISO 8601. */
  startedAt: z.string(),
  /** Milliseconds by the workflow's clock. */
  durationMs: z.number().nonnegative(),
});
export type Span = z.infer<typeof spanSchema>;

export const answerDebugSchema = z.object({
  trace: z.object({ traceId: z.string(), spans: z.array(spanSchema) }),
  grounding: groundingDecisionSchema.nullable(),
  extractedFilters: filtersSchema,
  retrieval: z
    .object({
      vertical: z.string(),
      items: z.int(),
      snippets: z.int(),
      quality: retrievalQualitySchema,
      maxItems: z.int(),
    })
    .nullable(),
  answerConfidence: confidenceSchema.nullable(),
  clarificationTriggered: z.boolean(),
  deepRefined: z.boolean(),
  plannedVertical: z.string(),
  observedVertical: z.string(),
  /** How certain rules were of what they stated; they state nothing any more, so it is null. */
  certainties: z.array(z.unknown()).nullable().default(null),
  /** Of what a model wrote; null: the rules wrote it, or nothing cites a source. */
  alignment: alignmentReviewSchema.nullable(),
  /** Absent: the session has no user. */
  memory: z
    .object({
      recalled: z.array(z.object({ entryId: z.string(), score: z.number() })),
      operations: z.array(
        z.object({ operation: z.string(), entryId: z.string().nullable(), refusal: z.string().nullable() }),
      ),
    })
    .optional(),
});
export type AnswerDebug = z.infer<typeof answerDebugSchema>;

/** What a message gets back. */
export const answerResultSchema = z.object({
  /** `<sessionId>:<turn>`. */
  answerId: z.string(),
  sessionId: z.string(),
  message: z.string(),
  /** The turn that it replaces, with all that followed. */
  instead: z.int().positive().optional(),
  mode: z.enum(ANSWER_MODES),
  interpretation: interpretationSchema,
  /** Markdown with citation marks `[1]`; of a clarification, what is asked. */
  summary: z.string(),
  citations: z.array(citationSchema),
  /** What the summary shows where no model wrote it; null: a model did, or nothing was found. */
  found: foundPlacesSchema.nullable().default(null),
  /** Everything that the answer could draw on, with the numbers of what it cites. */
  sources: z.array(registeredSourceSchema).default([]),
  vertical: z.string(),
  intent: intentSchema,
  cards: z.array(cardSchema),
  ui: uiDecisionSchema,
  /** Null where nothing was retrieved. */
  retrievalStats: retrievalStatsSchema.nullable(),
  followUpSuggestions: z.array(z.string()),
  needsClarification: z.boolean(),
  /** Never an answer: clients show them as questions. */
  clarificationQuestions: z.array(z.string()),
  /** It rests on no source, only on the model's own knowledge. */
  isUngrounded: z.boolean(),
  /** The same answer was given before, to the same person, and is still valid. */
  isCached: z.boolean(),
  /** Defaults used for what the message did not say. */
  assumed: z.array(assumedFilterSchema),
  /** Id of the research run that the message was handed over to; null: none. */
  researchId: z.string().nullable(),
  /** What could not be done or had to be done otherwise, for people. */
  notes: z.array(z.string()),
  /** Of the folders, what was not read or only in part: the first 100; `skippedCount` counts all. */
  skippedFiles: z.array(skippedFileSchema).default([]),
  skippedCount: z.int().default(0),
  engine: engineSchema,
  usage: usageSchema,
  degradations: z.array(degradationSchema),
  /** Null where no source was cited. */
  verification: verificationSchema.nullable(),
  /** Null where nothing was retrieved, and in answers of earlier versions. */
  trust: trustSchema.nullable().default(null),
  /** ISO 8601. */
  answeredAt: z.string(),
  debug: answerDebugSchema,
});
export type AnswerResult = z.infer<typeof answerResultSchema>;

/** What a reader of a stream gets, in the order of `sequence`. */
export const answerEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stage'), stage: z.string() }),
  /** More of the text as the model writes it; not verified yet. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** The activity began again: what was streamed so far is void. */
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('citations'), citations: z.array(citationSchema) }),
  /** The last event: the verified answer. */
  z.object({ kind: z.literal('end'), answer: answerResultSchema }),
  /** The last event of an answer that failed. */
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
export type AnswerEvent = z.infer<typeof answerEventSchema>;

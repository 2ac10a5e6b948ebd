import type { Finding } from '../evidence/finding.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { RegisteredSource } from '../evidence/source-registry.ts';
import type { FoundPlaces } from '../report/found-place.ts';
import type { ReportAsWritten } from '../report/report-activities.ts';
import type { Citation, ReportDraft } from '../report/report.ts';
import type { Engine, Reasoned, ReasoningInput } from '../research/accounting.ts';
import type { Diagnostic } from '../research/diagnostic.ts';
import type { AnswerPlan, AnswerResult, AnswerStep, FilterExtraction, Layout } from './answer.ts';
import type { FoundItems, SearchCatalogueInput } from './catalogue-activities.ts';
import type { ComparedItem } from './catalogue.ts';
import type { ConversationScope, Feedback, HistoryEntry, SessionContext } from './conversation.ts';
import type { ManagedMemory, ManageMemoryInput, RecalledMemory, RecallMemoryInput } from './memory-activities.ts';

/** Keys of the two caches; null: the cache is not asked. */
export interface RecallAnswerInput {
  readonly answerKey: string | null;
  readonly planKey: string | null;
  /** Catalogues of the session. */
  readonly catalogues?: readonly string[];
  /** Entries of other users are never found, even by key. */
  readonly userId: string | null;
  /** ISO 8601, by the workflow's clock. */
  readonly now: string;
}

/** What was found; null if there is no entry, or it has expired. The keys now say, too, which model answers and what the catalogues hold. */
export interface RecalledAnswer extends Partial<Pick<RecallAnswerInput, 'answerKey' | 'planKey'>> {
  readonly answer: AnswerResult | null;
  readonly plan: AnswerPlan | null;
}

export interface RememberPlanInput {
  readonly sessionId: string;
  readonly userId: string | null;
  readonly planKey: string;
  readonly plan: AnswerPlan;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** What there is to look into. */
export interface SearchableSources {
  /** Names of catalogues. */
  readonly catalogues: readonly string[];
  readonly hasDocuments: boolean;
  readonly hasWeb: boolean;
}

export interface UnderstandMessageInput extends ReasoningInput {
  readonly message: string;
  /** What was said elsewhere, oldest first; the session's own thread follows it. */
  readonly history: readonly HistoryEntry[];
  readonly context: SessionContext;
  /** `none`: the message is used unchanged. */
  readonly variant: 'standard' | 'none';
  readonly sources: SearchableSources;
  /** Of the documents. */
  readonly languages?: readonly string[];
  /** Whether the session has a user, whose memory may be asked and changed. */
  readonly hasMemory: boolean;
}

/** How an answer should read. */
export interface FormattingGuidance {
  readonly layout: Exclude<Layout, 'cards'>;
  /** Attributes of a table; empty without one. */
  readonly attributes: readonly string[];
}

export interface AnswerGenerallyInput extends ReasoningInput {
  readonly answerId: string;
  readonly rewrittenPrompt: string;
  readonly language: string;
  readonly context: SessionContext;
  readonly streams: boolean;
}

export interface ComposeAnswerInput extends ReasoningInput {
  readonly answerId: string;
  /** The rewritten prompt is its question. */
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  /** Best first. */
  readonly findings: readonly Finding[];
  readonly guidance: FormattingGuidance;
  /** The last turns, for a tone that fits, never as evidence. */
  readonly context: SessionContext;
  readonly streams: boolean;
}

export interface CritiqueAnswerInput extends ReasoningInput {
  readonly rewrittenPrompt: string;
  readonly language: string;
  readonly draft: ReportDraft;
  readonly filters: FilterExtraction;
  readonly sources: SearchableSources;
}

export interface Critique {
  readonly isSufficient: boolean;
  /** What is missing, as a request for more; empty where it is sufficient. */
  readonly missing: string;
  /** Searches for it; empty where it is sufficient. */
  readonly steps: readonly AnswerStep[];
}

/** Numbers the citations and writes the text; the workflow adds what its rules decide. */
export interface RenderAnswerInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  /** After verification. */
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  /** That composed the draft. */
  readonly engine: Engine;
  readonly guidance: FormattingGuidance;
  /** In their order. */
  readonly items: readonly ComparedItem[];
  /** Null: everything was read completely. */
  readonly unread: Extract<Diagnostic, { readonly code: 'READ_IN_PART' }> | null;
}

export interface RenderedAnswer {
  /** Markdown with citation marks. */
  readonly summary: string;
  readonly citations: readonly Citation[];
  /** Null: a model wrote the answer, or nothing was found. */
  readonly found: FoundPlaces | null;
  /** Everything that could be cited. */
  readonly sources: readonly RegisteredSource[];
  /** Citation of each card, by item id. */
  readonly citationOfItem: Readonly<Record<string, number>>;
  /** Questions of a model that the sources may answer; empty where the rules wrote. */
  readonly followUps: readonly string[];
  /** Null: no model wrote it. */
}

export interface RecordAnswerInput {
  readonly result: AnswerResult;
  /** Of the session, with its user. */
  readonly scope: ConversationScope;
  readonly findings: readonly Finding[];
  /** Null: the answer is not kept for others to ask the same. */
  readonly cache: { readonly answerKey: string; readonly expiresAt: string } | null;
  readonly streams: boolean;
}

export interface NoteStageInput {
  readonly answerId: string;
  readonly stage: string;
}

export interface RecordFeedbackInput {
  readonly sessionId: string;
  readonly feedback: Feedback;
  /** ISO 8601. */
  readonly at: string;
}

/** Side effects specific to answers; they share the others with research. */
export interface AnswerActivities {
  recallAnswer(input: RecallAnswerInput): Promise<RecalledAnswer>;
  rememberPlan(input: RememberPlanInput): Promise<void>;
  /** What the user had remembered that concerns the message. */
  recallMemory(input: RecallMemoryInput): Promise<RecalledMemory>;
  /** Remembers, checks or confirms what the message asks for, and nothing else. */
  manageMemory(input: ManageMemoryInput): Promise<ManagedMemory>;
  /** In one call: what the message means, the filters that it sets, what the answer rests on, and what is searched. */
  understandMessage(input: UnderstandMessageInput): Promise<Reasoned<AnswerPlan>>;
  searchCatalogue(input: SearchCatalogueInput): Promise<FoundItems>;
  /** Plain text; says that it has no source. */
  answerGenerally(input: AnswerGenerallyInput): Promise<Reasoned<{ readonly text: string }>>;
  composeAnswer(input: ComposeAnswerInput): Promise<Reasoned<ReportAsWritten>>;
  critiqueAnswer(input: CritiqueAnswerInput): Promise<Reasoned<Critique>>;
  renderAnswer(input: RenderAnswerInput): Promise<RenderedAnswer>;
  /** Stores the answer, ends its stream, and keeps it for the same message. */
  recordAnswer(input: RecordAnswerInput): Promise<void>;
  /** Appends to the stream of an answer. */
  noteStage(input: NoteStageInput): Promise<void>;
  recordFeedback(input: RecordFeedbackInput): Promise<void>;
}

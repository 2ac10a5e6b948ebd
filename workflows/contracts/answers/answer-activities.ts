import type { Finding } from '../evidence/evidence.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { RegisteredSource } from '../evidence/source-registry.ts';
import type { Citation, ReportDraft, Verification } from '../report/report.ts';
import type { Engine, Reasoned, ReasoningInput } from '../research/accounting.ts';
import type { Diagnostic } from '../research/diagnostic.ts';
import type {
  AnswerPlan,
  AnswerResult,
  AutomatedScores,
  FilterExtraction,
  GroundingDecision,
  Interpretation,
  Layout,
} from './answer.ts';
import type { FoundItems, SearchCatalogueInput } from './catalogue-activities.ts';
import type { ComparedItem, Filters } from './catalogue.ts';
import type { ConversationScope, Feedback, HistoryEntry, SessionContext } from './conversation.ts';
import type { ManagedMemory, ManageMemoryInput, RecalledMemory, RecallMemoryInput } from './memory-activities.ts';

/** Keys of the two caches; null: the cache is not asked. */
export interface RecallAnswerInput {
  readonly answerKey: string | null;
  readonly planKey: string | null;
  /** Entries of other users are never found, even by key. */
  readonly userId: string | null;
  /** ISO 8601, by the workflow's clock. */
  readonly now: string;
}

/** What was found; null if there is no entry, or it has expired. */
export interface RecalledAnswer {
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

/** What a message is understood from. */
interface MessageInput extends ReasoningInput {
  readonly message: string;
  /** What was said elsewhere, oldest first; the session's own thread follows it. */
  readonly history: readonly HistoryEntry[];
  readonly context: SessionContext;
}

export interface RewriteMessageInput extends MessageInput {
  /** `none`: the message is used unchanged; only its language and names are read. */
  readonly variant: 'standard' | 'none';
}

export interface ExtractFiltersInput extends ReasoningInput {
  readonly rewrittenPrompt: string;
  readonly language: string;
  readonly catalogues: readonly string[];
  /** Last used in the session, by vertical. */
  readonly sessionFilters: Readonly<Record<string, Filters>>;
  readonly lastVertical: string | null;
}

export interface DecideGroundingInput extends ReasoningInput {
  readonly rewrittenPrompt: string;
  readonly language: string;
  readonly hasCatalogues: boolean;
  readonly hasDocuments: boolean;
  readonly hasWeb: boolean;
  /** What the user had remembered that concerns the message. */
  readonly memory?: readonly string[];
}

/** A tool of the plan and what it is called with. */
export type AnswerStep =
  | {
      readonly tool: 'catalogue';
      readonly vertical: string;
      readonly query: string;
      readonly filters: Filters;
      readonly preference: string;
      /** Titles of the only items that are meant. */
      readonly named?: readonly string[] | undefined;
    }
  | { readonly tool: 'documents' | 'web'; readonly vertical: 'other'; readonly query: string };

export interface PlanAnswerInput extends ReasoningInput {
  readonly rewrittenPrompt: string;
  readonly language: string;
  readonly filters: FilterExtraction;
  readonly hasCatalogues: boolean;
  readonly hasDocuments: boolean;
  readonly hasWeb: boolean;
  /** What the answer before lacked; null: the first pass. */
  readonly refinement: string | null;
}

/** The first step names the planned vertical. */
export interface PlannedAnswer {
  readonly steps: readonly AnswerStep[];
}

/** How an answer should read. */
export interface FormattingGuidance {
  readonly layout: Layout;
  /** The evidence is thin: the answer says so. */
  readonly isHedged: boolean;
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
}

export interface Critique {
  readonly isSufficient: boolean;
  /** What is missing, as a request for more; empty where it is sufficient. */
  readonly missing: string;
}

/** Numbers the citations and writes the text; the workflow adds what its rules decide. */
export interface RenderAnswerInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  /** After verification. */
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly verification: Verification;
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
  /** Everything that could be cited. */
  readonly sources: readonly RegisteredSource[];
  /** Citation of each card, by item id. */
  readonly citationOfItem: Readonly<Record<string, number>>;
  readonly scores: AutomatedScores;
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
  manageMemory(input: ManageMemoryInput): Promise<Reasoned<ManagedMemory>>;
  rewriteMessage(input: RewriteMessageInput): Promise<Reasoned<Interpretation>>;
  extractFilters(input: ExtractFiltersInput): Promise<Reasoned<FilterExtraction>>;
  decideGrounding(input: DecideGroundingInput): Promise<Reasoned<GroundingDecision>>;
  planAnswer(input: PlanAnswerInput): Promise<Reasoned<PlannedAnswer>>;
  searchCatalogue(input: SearchCatalogueInput): Promise<FoundItems>;
  /** Plain text; says that it has no source. */
  answerGenerally(input: AnswerGenerallyInput): Promise<Reasoned<{ readonly text: string }>>;
  composeAnswer(input: ComposeAnswerInput): Promise<Reasoned<ReportDraft>>;
  critiqueAnswer(input: CritiqueAnswerInput): Promise<Reasoned<Critique>>;
  renderAnswer(input: RenderAnswerInput): Promise<RenderedAnswer>;
  /** Stores the answer, ends its stream, and keeps it for the same message. */
  recordAnswer(input: RecordAnswerInput): Promise<void>;
  /** Appends to the stream of an answer. */
  noteStage(input: NoteStageInput): Promise<void>;
  recordFeedback(input: RecordFeedbackInput): Promise<void>;
}

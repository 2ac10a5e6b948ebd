import type { Degradation, Engine, Gap, Reasoned, RetrievalTelemetry, Usage } from './accounting.ts';
import type { ClarificationSummary, ClarityAssessment, Exchange } from './clarification.ts';
import type { CorpusReport } from './corpus.ts';
import type { Finding, SearchHit } from './evidence.ts';
import type { ResearchProgress } from './progress.ts';
import type { QueryAnchor } from './query-anchor.ts';
import type { ReportDraft, ReportQuality } from './report.ts';
import type { ResearchPlan, ResearchTask } from './research-plan.ts';
import type { ClarifyMode, ResearchRequest } from './research-request.ts';
import type { TaskSummary } from './task-summary.ts';

/** Which engine a reasoning activity may use: the configured one, or the offline rule after the model failed for good. */
export interface ReasoningInput {
  readonly engine: 'configured' | 'offline';
  /** ISO date (YYYY-MM-DD) from the workflow clock. */
  readonly today: string;
}

export interface IndexCorpusInput {
  readonly corpusDirectory: string;
  readonly maxFileBytes: number;
}

export interface AssessClarityInput extends ReasoningInput {
  readonly question: string;
  readonly conversation: readonly Exchange[];
  readonly hits: readonly SearchHit[];
  readonly corpusId: string;
  readonly mode: ClarifyMode;
  /** 0: nothing may be asked any more. */
  readonly maxQuestions: number;
}

export interface SummarizeClarificationInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly conversation: readonly Exchange[];
  readonly assessment: ClarityAssessment;
  readonly hits: readonly SearchHit[];
}

export interface PlanResearchInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly clarificationSummary: ClarificationSummary | null;
  readonly maxTasks: number;
}

export interface RewriteQueryInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusLanguages: readonly string[];
}

export interface SearchInput {
  readonly corpusId: string;
  readonly query: string;
  /** Language of the query, ISO 639-1: decides stemming. */
  readonly language: string;
  readonly topK: number;
}

export interface ScoreRelevanceInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  readonly hits: readonly SearchHit[];
}

/** Relevance of one passage or finding, on the rubric 1 / 0.75 / 0.5 / 0.25 / 0; null when nobody could say. */
export interface RelevanceScore {
  /** `passageId` of a hit, `findingId` of a finding. */
  readonly id: string;
  readonly score: number | null;
  readonly reason: string;
}

export interface RerankInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  readonly hits: readonly SearchHit[];
  readonly scores: readonly RelevanceScore[];
  readonly topK: number;
}

export interface ExtractQuotesInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  readonly hit: SearchHit;
  /** Prefix of the citation keys to issue: unique in the run. */
  readonly findingId: string;
  readonly relevance: RelevanceScore;
  readonly depth: 0 | 1 | 2;
  readonly origin: Finding['origin'];
}

export interface ClassifyTiersInput {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
}

export interface FollowReferencesInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  /** Passages whose references are followed. */
  readonly findings: readonly Finding[];
  readonly maxReferences: number;
}

export interface FollowedReferences {
  readonly hits: readonly SearchHit[];
  /** References that lead nowhere in the corpus; listed, never guessed. */
  readonly unresolved: readonly string[];
}

export interface SummarizeTaskInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly findings: readonly Finding[];
}

export interface ValidateRelevanceInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly findings: readonly Finding[];
}

export interface SynthesizeReportInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly clarificationSummary: ClarificationSummary | null;
  readonly findings: readonly Finding[];
  readonly taskSummaries: readonly TaskSummary[];
  readonly gaps: readonly Gap[];
}

export interface VerifyReportInput {
  readonly anchor: QueryAnchor;
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly engine: Engine;
}

export interface VerifiedReport {
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly quality: ReportQuality;
}

export interface PublishReportInput {
  readonly researchId: string;
  readonly outcome: 'published' | 'stopped';
  readonly publishedAt: string;
  readonly request: ResearchRequest;
  readonly anchor: QueryAnchor;
  readonly conversation: readonly Exchange[];
  readonly clarificationSummary: ClarificationSummary | null;
  readonly plan: ResearchPlan | null;
  readonly corpus: CorpusReport;
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly taskSummaries: readonly TaskSummary[];
  readonly gaps: readonly Gap[];
  readonly quality: ReportQuality;
  readonly telemetry: RetrievalTelemetry;
  readonly degradations: readonly Degradation[];
  readonly diagnostics: readonly string[];
  readonly engine: Engine;
  readonly usage: Usage;
  readonly workedSeconds: number;
}

/** Where the report was written. */
export interface PublishedReport {
  readonly reportPath: string;
  readonly recordPath: string;
  readonly citations: number;
}

/** Every side effect a run can have. The workflows own this interface; `activities/` implements it. */
export interface Activities {
  indexCorpus(input: IndexCorpusInput): Promise<CorpusReport>;
  assessClarity(input: AssessClarityInput): Promise<Reasoned<ClarityAssessment>>;
  summarizeClarification(input: SummarizeClarificationInput): Promise<Reasoned<ClarificationSummary>>;
  planResearch(input: PlanResearchInput): Promise<Reasoned<ResearchPlan>>;
  rewriteQuery(input: RewriteQueryInput): Promise<Reasoned<{ readonly queries: readonly string[] }>>;
  search(input: SearchInput): Promise<{ readonly hits: readonly SearchHit[] }>;
  scoreRelevance(input: ScoreRelevanceInput): Promise<Reasoned<readonly RelevanceScore[]>>;
  rerank(input: RerankInput): Promise<{ readonly hits: readonly SearchHit[] }>;
  /** Null when the passage holds nothing that serves the task. */
  extractQuotes(input: ExtractQuotesInput): Promise<Reasoned<Finding | null>>;
  classifyTiers(input: ClassifyTiersInput): Promise<{ readonly findings: readonly Finding[] }>;
  followReferences(input: FollowReferencesInput): Promise<FollowedReferences>;
  summarizeTask(input: SummarizeTaskInput): Promise<Reasoned<TaskSummary>>;
  validateRelevance(input: ValidateRelevanceInput): Promise<Reasoned<readonly RelevanceScore[]>>;
  synthesizeReport(input: SynthesizeReportInput): Promise<Reasoned<ReportDraft>>;
  verifyReport(input: VerifyReportInput): Promise<VerifiedReport>;
  publishReport(input: PublishReportInput): Promise<PublishedReport>;
  /** Keeps the last known progress in the project's own store, so that `status` can answer without a server. */
  recordProgress(input: { readonly progress: ResearchProgress }): Promise<void>;
}

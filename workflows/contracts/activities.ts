import type { Reasoned, ReasoningInput } from './accounting.ts';
import type { ReviewAlignmentInput, ReviewedDraft } from './alignment-activities.ts';
import type { AnswerActivities } from './answer-activities.ts';
import type { BriefingActivities } from './briefing-activities.ts';
import type { ClarificationSummary, ClarityAssessment, Exchange } from './clarification.ts';
import type { CorpusReport } from './corpus.ts';
import type { BlobRef, Finding, PassageHit, RankedHit, RelevanceScore, SearchHit } from './evidence.ts';
import type { StoreEvidenceInput } from './evidence-reference.ts';
import type { MeteringTerms } from './metering.ts';
import type { RecordedProgress, ResearchProgress } from './progress.ts';
import type { QueryAnchor } from './query-anchor.ts';
import type { FollowedReferences, FollowReferencesInput, ScoreReferencesInput } from './reference-activities.ts';
import type { Reflection, ReflectOnFindingsInput } from './reflection.ts';
import type { ReportDraft, ReportSection } from './report.ts';
import type {
  CheckedQuality,
  CheckLanguageInput,
  CheckQualityInput,
  OutlinedSection,
  OutlineReportInput,
  PublishedReport,
  PublishReportInput,
  SynthesizeReportInput,
  ValidateRelevanceInput,
  VerifiedDraft,
  VerifyReportInput,
  WriteSectionInput,
} from './report-activities.ts';
import type { ApprovedTask, ResearchPlan, ResearchTask } from './research-plan.ts';
import type { ClarifyMode, SourceWeighting } from './research-request.ts';
import type { KeepStagesInput, SettledStages } from './settled-stages.ts';
import type { TaskSummary } from './task-summary.ts';
import type { WebProvider, WebSettings } from './web-search.ts';

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
  /** 0: no question may be asked any more. */
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
  /** What the user had remembered that concerns the question. */
  readonly memory?: readonly string[];
  /** Titles and headings of what the first search found. */
  readonly places?: readonly string[];
}

export interface RewriteQueryInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  /** All that may be searched; see `corpusMembers`. */
  readonly corpusId: string;
  readonly corpusLanguages: readonly string[];
  /** Most queries to return; the task's own words come first. */
  readonly queryVariants: number;
  /** Null for the first queries; else one more specific query is made from their results. */
  readonly correction: {
    readonly triedQueries: readonly string[];
    /** The best so far, best first. */
    readonly hits: readonly SearchHit[];
  } | null;
}

export interface SearchInput {
  /** One folder or several; see `corpusMembers`. */
  readonly corpusId: string;
  readonly query: string;
  /** Language of the query, ISO 639-1: decides stemming. */
  readonly language: string;
  readonly topK: number;
  /** False keeps the history small: whoever needs the text of a hit reads its passage. True where older code asked. */
  readonly snippets?: boolean;
}

export interface SearchWebInput extends Pick<WebSettings, 'domainAllow' | 'domainBlock' | 'since'> {
  readonly provider: WebProvider;
  readonly query: string;
  /** Of the query, ISO 639-1. */
  readonly language: string;
  readonly topK: number;
  /** ISO date; pages known to be newer are left out. Absent: none are. */
  readonly until?: string;
  /** Only sources of tier 1. */
  readonly primaryOnly: boolean;
  readonly metering: MeteringTerms;
}

export interface SearchResult {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** Problems that cost quality but no result, for people. */
  readonly notes: readonly string[];
}

export interface ReadPageInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  /** Where the run keeps the pages it read; see `webCorpusIdOf`. */
  readonly webCorpusId: string;
  /** A hit of a web provider; its locator is the address. */
  readonly hit: SearchHit;
  /** Domains that the person excluded, also after a redirect. */
  readonly domainBlock: readonly string[];
  readonly metering: MeteringTerms;
}

export interface ReadPage {
  /** The page's best passages for the task, best first. */
  readonly hits: readonly PassageHit[];
  /** Why the page cannot be read, for people; null where it was read. */
  readonly problem: string | null;
}

export interface ScoreRelevanceInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  readonly hits: readonly SearchHit[];
  /** Place of the first of them in the whole ranking, counted from 1. */
  readonly firstRank: number;
}

export interface RerankInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  readonly hits: readonly SearchHit[];
  /** A hit without one is scored by the offline rule. */
  readonly scores: readonly RelevanceScore[];
  /** Most hits that are worth reading. */
  readonly topK: number;
  readonly relevanceThreshold: number;
  readonly sourceWeighting: SourceWeighting;
  readonly approvedTasks: readonly ApprovedTask[];
}

export interface RerankedHits {
  /** Those worth reading, best first; behind them leading ones, and up to three others that stayed below the threshold. */
  readonly hits: readonly RankedHit[];
  readonly belowThreshold: number;
  readonly duplicates: number;
  /** For people, like those of a search. */
  readonly notes: readonly string[];
}

/** A passage to read, and how it was reached. */
export interface Reading {
  readonly hit: PassageHit;
  /** Score that the passage got from search or gate; null where it was exempt. */
  readonly hitScore: RelevanceScore | null;
  /** The hit is read because there are no better ones. */
  readonly belowThreshold: boolean;
  /** The hit is among the first of the search. */
  readonly leading?: true;
  /** Prefix of the citation keys to issue: unique in the run. */
  readonly findingId: string;
  readonly depth: 0 | 1 | 2;
  readonly origin: Finding['origin'];
}

export interface ExtractQuotesInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  /** Shortest quotation that counts, in characters. */
  readonly minQuoteLength: number;
  /** Best first; a model reads several of them in one call. */
  readonly readings: readonly Reading[];
}

export interface ClassifyTiersInput {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  /** False: naming a key entity or a clarified one changes nothing. */
  readonly entityBonus: boolean;
  readonly approvedTasks: readonly ApprovedTask[];
}

/** What grading says of a finding; its rest would only fill the history once more. */
export type GradedFinding = Pick<Finding, 'findingId' | 'contextTier' | 'weight' | 'mentionedEntities'>;

export interface SummarizeTaskInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly task: ResearchTask;
  readonly findings: readonly Finding[];
}

/** Every side effect of workflows. They own this interface; `activities/` implements it. */
export interface Activities extends AnswerActivities, BriefingActivities {
  /** Loads what another run settled, copies the pages that it rests on, and notes the answers behind it as reused. */
  keepStages(input: KeepStagesInput): Promise<SettledStages>;
  indexCorpus(input: IndexCorpusInput): Promise<CorpusReport>;
  assessClarity(input: AssessClarityInput): Promise<Reasoned<ClarityAssessment>>;
  summarizeClarification(input: SummarizeClarificationInput): Promise<Reasoned<ClarificationSummary>>;
  planResearch(input: PlanResearchInput): Promise<Reasoned<ResearchPlan>>;
  rewriteQuery(input: RewriteQueryInput): Promise<Reasoned<{ readonly queries: readonly string[] }>>;
  search(input: SearchInput): Promise<SearchResult>;
  searchWeb(input: SearchWebInput): Promise<SearchResult>;
  /** Fetches a page, or takes it from the run's own store, and finds its best passages. */
  readPage(input: ReadPageInput): Promise<ReadPage>;
  scoreRelevance(input: ScoreRelevanceInput): Promise<Reasoned<readonly RelevanceScore[]>>;
  rerank(input: RerankInput): Promise<RerankedHits>;
  /** One entry for each reading, in their order; null where the passage is missing or does not serve the task. */
  extractQuotes(input: ExtractQuotesInput): Promise<Reasoned<readonly (Finding | null)[]>>;
  classifyTiers(input: ClassifyTiersInput): Promise<{ readonly findings: readonly GradedFinding[] }>;
  followReferences(input: FollowReferencesInput): Promise<FollowedReferences>;
  scoreReferences(input: ScoreReferencesInput): Promise<Reasoned<readonly RelevanceScore[]>>;
  summarizeTask(input: SummarizeTaskInput): Promise<Reasoned<TaskSummary>>;
  /** Says what the findings so far leave open, and what to look for next. */
  reflectOnFindings(input: ReflectOnFindingsInput): Promise<Reasoned<Reflection>>;
  validateRelevance(input: ValidateRelevanceInput): Promise<Reasoned<readonly RelevanceScore[]>>;
  /** Stores findings that later inputs refer to. */
  storeEvidence(input: StoreEvidenceInput): Promise<BlobRef>;
  /** Divides the details into sections, each with the findings that serve it; none where one page is enough. */
  outlineReport(input: OutlineReportInput): Promise<Reasoned<readonly OutlinedSection[]>>;
  /** Writes one section. */
  writeSection(input: WriteSectionInput): Promise<Reasoned<ReportSection>>;
  /** Writes the whole, or what stands before sections that are written. */
  synthesizeReport(input: SynthesizeReportInput): Promise<Reasoned<ReportDraft>>;
  /** Sentences of the draft that are in another language than the report's; quotations and titles do not count. */
  checkLanguage(input: CheckLanguageInput): Promise<{ readonly foreignSentences: readonly string[] }>;
  verifyReport(input: VerifyReportInput): Promise<VerifiedDraft>;
  /** Compares a verified draft with its sources once more, by rules and a model, and corrects it once. */
  reviewAlignment(input: ReviewAlignmentInput): Promise<Reasoned<ReviewedDraft>>;
  checkQuality(input: CheckQualityInput): Promise<CheckedQuality>;
  publishReport(input: PublishReportInput): Promise<PublishedReport>;
  /** Keeps the last known progress in the project's own store, so that `status` can answer without a server. */
  recordProgress(input: { readonly progress: ResearchProgress }): Promise<RecordedProgress>;
}

import type { AnswerActivities } from './answers/answer-activities.ts';
import type { BriefingActivities } from './briefings/briefing-activities.ts';
import type { SelectedFiles } from './common/file-selection.ts';
import type { MeteringTerms } from './common/metering.ts';
import type { Claim } from './evidence/claim.ts';
import type { CorpusReport } from './evidence/corpus.ts';
import type { GivenEvidence } from './evidence/evidence-reference.ts';
import type { Finding } from './evidence/finding.ts';
import type { QueryAnchor } from './evidence/query-anchor.ts';
import type { ApprovedTask, ResearchPlan, ResearchTask } from './evidence/research-plan.ts';
import type { HitReference, PassageReference, RelevanceScore, SearchHit } from './evidence/search-hit.ts';
import type { BlobRef } from './evidence/source.ts';
import type { TaskSummary } from './evidence/task-summary.ts';
import type { SendNoticeInput } from './report/notice.ts';
import type {
  CheckedDraft,
  CheckReportInput,
  CompleteSectionsInput,
  PublishedReport,
  PublishReportInput,
  ReportAsWritten,
  SynthesizeReportInput,
  ValidatedRelevance,
  ValidateRelevanceInput,
  VerifiedPart,
  VerifyPartsInput,
  WholeSections,
} from './report/report-activities.ts';
import type { KeepStagesInput, KeptStages, RecordedProgress, RecordProgressInput } from './report/settled-stages.ts';
import type { Reasoned, ReasoningInput } from './research/accounting.ts';
import type { ClarificationSummary, ClarityAssessment, Exchange } from './research/clarification.ts';
import type { Reflection, ReflectOnFindingsInput } from './research/reflection.ts';
import type { ClarifyMode } from './research/research-request.ts';
import type {
  FollowedReferences,
  FollowReferencesInput,
  Lead,
  ReadPage,
  ReadPageInput,
  RerankedHits,
  RerankInput,
  RewriteQueryInput,
  RewrittenQueries,
  ScoreReferencesInput,
  ScoreRelevanceInput,
  SearchedFolder,
  SearchFolderInput,
  SearchResult,
  SearchWebInput,
} from './research/retrieval-activities.ts';

export interface IndexCorpusInput {
  readonly corpusDirectory: string;
  /** Absent: all files. */
  readonly selection?: SelectedFiles;
  /** Of what describes pictures. Absent in runs of earlier versions: without limit. */
  readonly metering?: MeteringTerms;
}

export interface AssessClarityInput extends ReasoningInput {
  readonly question: string;
  readonly conversation: readonly Exchange[];
  readonly hits: readonly (HitReference & Pick<SearchHit, 'providerScore'>)[];
  readonly corpusId: string;
  readonly mode: ClarifyMode;
  /** 0: no question may be asked any more, and assumptions replace the questions. */
  readonly maxQuestions: number;
  /** Most tasks of the plan. */
  readonly maxTasks: number;
}

export interface SummarizeClarificationInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly conversation: readonly Exchange[];
  readonly assessment: ClarityAssessment;
  readonly corpusId: string;
  readonly hits: readonly HitReference[];
}

export interface PlanResearchInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly clarificationSummary: ClarificationSummary | null;
  readonly maxTasks: number;
  /** What the user had remembered that concerns the question. */
  readonly memory: readonly string[];
  /** Titles and headings of what the first search found, best first. */
  readonly places: readonly string[];
}

/** A passage to read, and how it was reached. */
export interface Reading {
  readonly hit: PassageReference;
  /** Score that the passage got from search or gate; null where it was exempt. */
  readonly hitScore: RelevanceScore | null;
  /** The hit is read because there are no better ones. */
  readonly belowThreshold: boolean;
  /** The hit is among the first of the search. */
  readonly searchRank?: number;
  /** Ids of the tasks that found it; absent: all tasks of the call. */
  readonly taskIds?: readonly string[];
  /** Prefix of the citation keys to issue: unique in the run. */
  readonly findingId: string;
  readonly depth: 0 | 1 | 2;
  readonly origin: Finding['origin'];
}

export interface ExtractQuotesInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  /** What the passages are read for, all at once. */
  readonly tasks: readonly ResearchTask[];
  readonly corpusId: string;
  /** Shortest quotation that a rule takes, in characters. */
  readonly minQuoteLength: number;
  /** A model reads them in one call. */
  readonly readings: readonly Reading[];
  /** Ids of passages that a model of the run has seen: nothing of them is shown again. Absent: none. */
  readonly shownBefore?: readonly string[];
  /** The run that keeps what is found; null: nothing refers to it later. */
  readonly storeFor: string | null;
}

export interface ExtractedQuotes {
  /** One for each reading, in their order; null where the passage is missing or contributes nothing. */
  readonly findings: readonly (Finding | null)[];
  /** Where a model would read on, the most needed first. */
  readonly leads: readonly Lead[];
  /** What of the passages cannot all be right, with the keys of the words. */
  readonly contradictions: readonly Claim[];
  /** The findings as a list that later inputs refer to; null: they are not stored. */
  readonly stored: BlobRef | null;
}

export interface ClassifyTiersInput extends GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly approvedTasks: readonly ApprovedTask[];
  /** The run that keeps the graded findings; null: nothing refers to them later. */
  readonly storeFor: string | null;
}

/** What grading says of a finding; its rest would only fill the history once more. */
export type GradedFinding = Pick<Finding, 'findingId' | 'contextTier' | 'weight' | 'mentionedEntities'>;

export interface ClassifiedTiers {
  readonly findings: readonly GradedFinding[];
  /** The findings with their grades, as a list that later inputs refer to; null where they are not stored. */
  readonly stored: BlobRef | null;
}

export interface SummarizeTaskInput extends GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly approvedTasks: readonly ApprovedTask[];
  readonly corpusId: string;
  readonly task: ResearchTask;
}

/** Every side effect of workflows. They own this interface; `activities/` implements it. */
export interface Activities extends AnswerActivities, BriefingActivities {
  /**
   * Loads what another run settled, copies the pages that it rests on, and notes the answers behind it as reused; or what the run
   * itself had settled before it failed.
   */
  keepStages(input: KeepStagesInput): Promise<KeptStages>;
  indexCorpus(input: IndexCorpusInput): Promise<CorpusReport>;
  assessClarity(input: AssessClarityInput): Promise<Reasoned<ClarityAssessment>>;
  summarizeClarification(input: SummarizeClarificationInput): Promise<Reasoned<ClarificationSummary>>;
  planResearch(input: PlanResearchInput): Promise<Reasoned<ResearchPlan>>;
  rewriteQuery(input: RewriteQueryInput): Promise<Reasoned<RewrittenQueries>>;
  /** What more than one of the queries finds is in the answer once. */
  searchFolder(input: SearchFolderInput): Promise<SearchedFolder>;
  searchWeb(input: SearchWebInput): Promise<SearchResult>;
  /** Fetches a page, or takes it from the run's own store, and finds its best passages. */
  readPage(input: ReadPageInput): Promise<ReadPage>;
  scoreRelevance(input: ScoreRelevanceInput): Promise<readonly RelevanceScore[]>;
  rerank(input: RerankInput): Promise<RerankedHits>;
  /** Reads passages for the whole question: notes what they say, quotes what carries it, and stores it. */
  extractQuotes(input: ExtractQuotesInput): Promise<Reasoned<ExtractedQuotes>>;
  /** Grades findings, and stores them with their grades. */
  classifyTiers(input: ClassifyTiersInput): Promise<ClassifiedTiers>;
  followReferences(input: FollowReferencesInput): Promise<FollowedReferences>;
  scoreReferences(input: ScoreReferencesInput): Promise<readonly RelevanceScore[]>;
  summarizeTask(input: SummarizeTaskInput): Promise<TaskSummary>;
  /** Says what the findings so far leave open, and what to look for next. */
  reflectOnFindings(input: ReflectOnFindingsInput): Promise<Reasoned<Reflection>>;
  /** Scores findings against the anchor, and stores them with their scores. */
  validateRelevance(input: ValidateRelevanceInput): Promise<ValidatedRelevance>;
  /** Writes the whole report. */
  synthesizeReport(input: SynthesizeReportInput): Promise<Reasoned<ReportAsWritten>>;
  /** Writes sections again with what was found since. By rule nothing is written. */
  completeSections(input: CompleteSectionsInput): Promise<Reasoned<WholeSections>>;
  /** Verifies one part of a model's draft, and has its author mend once what is refused. */
  verifyParts(input: VerifyPartsInput): Promise<Reasoned<readonly VerifiedPart[]>>;
  /**
   * Compares a draft with the stored sources, finds its sentences in another language than the report's, and scores what is left of a
   * draft of the rules.
   */
  checkReport(input: CheckReportInput): Promise<CheckedDraft>;
  publishReport(input: PublishReportInput): Promise<PublishedReport>;
  /** Keeps the last known progress in the project's own store, so that `status` can answer without a server. */
  recordProgress(input: RecordProgressInput): Promise<RecordedProgress>;
  /** Tells one recipient; one that is no longer configured is not told. */
  sendNotice(input: SendNoticeInput): Promise<void>;
}

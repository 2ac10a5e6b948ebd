import type { Activities } from '../workflows/contracts/activities.ts';
import type { AnswerActivities } from '../workflows/contracts/answer-activities.ts';
import type { BriefingActivities } from '../workflows/contracts/briefing-activities.ts';
import { createAnswerGenerally } from './answer-generally.ts';
import { createAssessClarity } from './assess-clarity.ts';
import { createCheckQuality } from './check-quality.ts';
import { createClassifyTiers } from './classify-tiers.ts';
import { createComposeAnswer } from './compose-answer.ts';
import { createComposeBriefing } from './compose-briefing.ts';
import { createCritiqueAnswer } from './critique-answer.ts';
import { createDecideGrounding } from './decide-grounding.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createExtractFilters } from './extract-filters.ts';
import { createExtractQuotes } from './extract-quotes.ts';
import { withFailures } from './failures.ts';
import { createFileIssues } from './file-issues.ts';
import { createFollowReferences } from './follow-references.ts';
import { createGradeResults } from './grade-results.ts';
import { createIndexCorpus } from './index-corpus.ts';
import { createJudgeFindings } from './judge-findings.ts';
import { createKeepStages } from './keep-stages.ts';
import { createListIssues } from './list-issues.ts';
import { createManageMemory } from './manage-memory.ts';
import { createNoteStage } from './note-stage.ts';
import { createOpenBriefing } from './open-briefing.ts';
import { createOutlineReport } from './outline-report.ts';
import { createPlanAnswer } from './plan-answer.ts';
import { createPlanResearch } from './plan-research.ts';
import { createPublishBriefing } from './publish-briefing.ts';
import { createPublishReport } from './publish-report.ts';
import { createReadCanon } from './read-canon.ts';
import { createReadPage } from './read-page.ts';
import { createRecallAnswer } from './recall-answer.ts';
import { createRecallMemory } from './recall-memory.ts';
import { createRecordAnswer } from './record-answer.ts';
import { createRecordFeedback } from './record-feedback.ts';
import { createRecordProgress } from './record-progress.ts';
import { createReflectOnFindings } from './reflect-on-findings.ts';
import { createRememberPlan } from './remember-plan.ts';
import { createRenderAnswer } from './render-answer.ts';
import { createRerank } from './rerank.ts';
import { createReviewAlignment } from './review-alignment.ts';
import { createRewriteMessage } from './rewrite-message.ts';
import { createRewriteQuery } from './rewrite-query.ts';
import { withHeartbeat } from './runtime/heartbeat.ts';
import { createScoreReferences } from './score-references.ts';
import { createScoreRelevance } from './score-relevance.ts';
import { createSearchCatalogue } from './search-catalogue.ts';
import { createSearchFolder } from './search-folder.ts';
import { createSearchWeb } from './search-web.ts';
import { withEvidence } from './storage/stored-evidence.ts';
import { createStoreEvidence } from './store-evidence.ts';
import { createSummarizeClarification } from './summarize-clarification.ts';
import { createSummarizeTask } from './summarize-task.ts';
import { createSynthesizeReport } from './synthesize-report.ts';
import { createValidateRelevance } from './validate-relevance.ts';
import { createVerifyReport } from './verify-report.ts';
import { createWriteSection } from './write-section.ts';

/**
 * All activities, ready to register: each sends heartbeats while it runs, ends when it is cancelled, and throws typed
 * failures.
 */
export function createActivities(dependencies: ActivityDependencies): Activities {
  return {
    ...researchActivities(dependencies),
    ...answerActivities(dependencies),
    ...briefingActivities(dependencies),
  };
}

function researchActivities(
  dependencies: ActivityDependencies,
): Omit<Activities, keyof AnswerActivities | keyof BriefingActivities> {
  const { blobs } = dependencies;
  return {
    keepStages: activity(createKeepStages(dependencies)),
    indexCorpus: activity(createIndexCorpus(dependencies)),
    assessClarity: activity(createAssessClarity(dependencies)),
    summarizeClarification: activity(createSummarizeClarification(dependencies)),
    planResearch: activity(createPlanResearch(dependencies)),
    rewriteQuery: activity(createRewriteQuery(dependencies)),
    searchFolder: activity(createSearchFolder(dependencies)),
    searchWeb: activity(createSearchWeb(dependencies)),
    readPage: activity(createReadPage(dependencies)),
    scoreRelevance: activity(createScoreRelevance(dependencies)),
    rerank: activity(createRerank(dependencies)),
    extractQuotes: activity(createExtractQuotes(dependencies)),
    classifyTiers: activity(createClassifyTiers(dependencies)),
    followReferences: activity(createFollowReferences(dependencies)),
    scoreReferences: activity(createScoreReferences(dependencies)),
    summarizeTask: activity(withEvidence(blobs, createSummarizeTask(dependencies))),
    validateRelevance: activity(createValidateRelevance(dependencies)),
    storeEvidence: activity(createStoreEvidence(dependencies)),
    reflectOnFindings: activity(createReflectOnFindings(dependencies)),
    outlineReport: activity(withEvidence(blobs, createOutlineReport(dependencies))),
    writeSection: activity(withEvidence(blobs, createWriteSection(dependencies))),
    synthesizeReport: activity(withEvidence(blobs, createSynthesizeReport(dependencies))),
    verifyReport: activity(withEvidence(blobs, createVerifyReport(dependencies))),
    reviewAlignment: activity(withEvidence(blobs, createReviewAlignment(dependencies))),
    checkQuality: activity(withEvidence(blobs, createCheckQuality(dependencies))),
    publishReport: activity(withEvidence(blobs, createPublishReport(dependencies))),
    recordProgress: activity(createRecordProgress(dependencies)),
  };
}

function answerActivities(dependencies: ActivityDependencies): AnswerActivities {
  return {
    recallAnswer: activity(createRecallAnswer(dependencies)),
    rememberPlan: activity(createRememberPlan(dependencies)),
    recallMemory: activity(createRecallMemory(dependencies)),
    manageMemory: activity(createManageMemory(dependencies)),
    rewriteMessage: activity(createRewriteMessage(dependencies)),
    extractFilters: activity(createExtractFilters(dependencies)),
    decideGrounding: activity(createDecideGrounding(dependencies)),
    planAnswer: activity(createPlanAnswer(dependencies)),
    searchCatalogue: activity(createSearchCatalogue(dependencies)),
    answerGenerally: activity(createAnswerGenerally(dependencies)),
    composeAnswer: activity(createComposeAnswer(dependencies)),
    critiqueAnswer: activity(createCritiqueAnswer(dependencies)),
    renderAnswer: activity(createRenderAnswer(dependencies)),
    recordAnswer: activity(createRecordAnswer(dependencies)),
    noteStage: activity(createNoteStage(dependencies)),
    recordFeedback: activity(createRecordFeedback(dependencies)),
  };
}

function briefingActivities(dependencies: ActivityDependencies): BriefingActivities {
  return {
    openBriefing: activity(createOpenBriefing()),
    listIssues: activity(createListIssues(dependencies)),
    readCanon: activity(createReadCanon()),
    gradeResults: activity(createGradeResults()),
    judgeFindings: activity(createJudgeFindings(dependencies)),
    composeBriefing: activity(createComposeBriefing(dependencies)),
    fileIssues: activity(createFileIssues(dependencies)),
    publishBriefing: activity(createPublishBriefing(dependencies)),
  };
}

function activity<Input, Output>(
  body: (input: Input, signal: AbortSignal) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return withFailures((input) => withHeartbeat((signal) => body(input, signal)));
}

import { withHeartbeat } from '@plumbline/adapters/heartbeat';
import type { Activities } from '@plumbline/contracts/activities';
import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import type { BriefingActivities } from '@plumbline/contracts/briefings/briefing-activities';
import { withEvidence } from '@plumbline/storage/evidence';
import { createAnswerGenerally } from './entries/answers/answer-generally.ts';
import { createComposeAnswer } from './entries/answers/compose-answer.ts';
import { createCritiqueAnswer } from './entries/answers/critique-answer.ts';
import { createManageMemory } from './entries/answers/manage-memory.ts';
import { createRecallAnswer, createRememberPlan } from './entries/answers/recall-answer.ts';
import { createRecallMemory } from './entries/answers/recall-memory.ts';
import { createRecordAnswer, createRecordFeedback } from './entries/answers/record-answer.ts';
import { createRenderAnswer } from './entries/answers/render-answer.ts';
import { createSearchCatalogue } from './entries/answers/search-catalogue.ts';
import { createUnderstandMessage } from './entries/answers/understand-message.ts';
import { createComposeBriefing } from './entries/briefings/compose-briefing.ts';
import { createFileIssues, createListIssues } from './entries/briefings/file-issues.ts';
import { createGradeResults } from './entries/briefings/grade-results.ts';
import { createJudgeFindings } from './entries/briefings/judge-findings.ts';
import { createOpenBriefing } from './entries/briefings/open-briefing.ts';
import { createPublishBriefing } from './entries/briefings/publish-briefing.ts';
import { createReadCanon } from './entries/briefings/read-canon.ts';
import { createReadDocuments } from './entries/briefings/read-documents.ts';
import type { ActivityDependencies } from './entries/dependencies.ts';
import { withFailures } from './entries/failures.ts';
import { createAssessClarity } from './entries/research/assess-clarity.ts';
import { createCheckReport } from './entries/research/check-report.ts';
import { createClassifyTiers } from './entries/research/classify-tiers.ts';
import { createCompleteSections } from './entries/research/complete-sections.ts';
import { createExtractQuotes } from './entries/research/extract-quotes.ts';
import { createFollowReferences } from './entries/research/follow-references.ts';
import { createIndexCorpus } from './entries/research/index-corpus.ts';
import { createKeepStages } from './entries/research/keep-stages.ts';
import { createNoteStage } from './entries/research/note-stage.ts';
import { createPlanResearch } from './entries/research/plan-research.ts';
import { createPublishReport } from './entries/research/publish-report.ts';
import { createReadPage } from './entries/research/read-page.ts';
import { createRecordProgress } from './entries/research/record-progress.ts';
import { createReflectOnFindings } from './entries/research/reflect-on-findings.ts';
import { createRerank } from './entries/research/rerank.ts';
import { createRewriteQuery } from './entries/research/rewrite-query.ts';
import { createScoreReferences, createScoreRelevance } from './entries/research/score-hits.ts';
import { createSearchFolder } from './entries/research/search-folder.ts';
import { createSearchWeb } from './entries/research/search-web.ts';
import { createSummarizeClarification } from './entries/research/summarize-clarification.ts';
import { createSummarizeTask } from './entries/research/summarize-task.ts';
import { createSynthesizeReport } from './entries/research/synthesize-report.ts';
import { createValidateRelevance } from './entries/research/validate-relevance.ts';
import { createVerifyParts } from './entries/research/verify-parts.ts';

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
    classifyTiers: activity(withEvidence(blobs, createClassifyTiers(dependencies))),
    followReferences: activity(createFollowReferences(dependencies)),
    scoreReferences: activity(createScoreReferences(dependencies)),
    summarizeTask: activity(withEvidence(blobs, createSummarizeTask())),
    validateRelevance: activity(withEvidence(blobs, createValidateRelevance(dependencies))),
    reflectOnFindings: activity(withEvidence(blobs, createReflectOnFindings(dependencies))),
    synthesizeReport: activity(withEvidence(blobs, createSynthesizeReport(dependencies))),
    completeSections: activity(withEvidence(blobs, createCompleteSections(dependencies))),
    verifyParts: activity(withEvidence(blobs, createVerifyParts(dependencies))),
    checkReport: activity(withEvidence(blobs, createCheckReport(dependencies))),
    publishReport: activity(withEvidence(blobs, createPublishReport(dependencies))),
    recordProgress: activity(createRecordProgress(dependencies)),
    sendNotice: activity(async (input, signal) => dependencies.notices?.send(input, signal)),
  };
}

function answerActivities(dependencies: ActivityDependencies): AnswerActivities {
  const { blobs } = dependencies;
  return {
    recallAnswer: activity(createRecallAnswer(dependencies)),
    rememberPlan: activity(createRememberPlan(dependencies)),
    recallMemory: activity(createRecallMemory(dependencies)),
    manageMemory: activity(createManageMemory(dependencies)),
    understandMessage: activity(createUnderstandMessage(dependencies)),
    searchCatalogue: activity(createSearchCatalogue(dependencies)),
    answerGenerally: activity(createAnswerGenerally(dependencies)),
    composeAnswer: activity(createComposeAnswer(dependencies)),
    critiqueAnswer: activity(createCritiqueAnswer(dependencies)),
    renderAnswer: activity(withEvidence(blobs, createRenderAnswer(dependencies))),
    recordAnswer: activity(withEvidence(blobs, createRecordAnswer(dependencies))),
    noteStage: activity(createNoteStage(dependencies)),
    recordFeedback: activity(createRecordFeedback(dependencies)),
  };
}

function briefingActivities(dependencies: ActivityDependencies): BriefingActivities {
  return {
    openBriefing: activity(createOpenBriefing(undefined, dependencies.notices)),
    listIssues: activity(createListIssues(dependencies)),
    readCanon: activity(createReadCanon()),
    readDocuments: activity(createReadDocuments(dependencies)),
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

import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import type { Interpretation } from '../../contracts/answers/answer.ts';
import { awaitingInputAttribute, researchStageAttribute } from '../../contracts/common/search-attributes.ts';
import { deepResearch } from '../../deep-research/deep-research.ts';
import { resultPhrasesFor } from '../../domain/answers/result-phrases.ts';
import type { AnswerRun } from '../answer-run.ts';
import type { Answered } from './record-answer.ts';

/** Starts a research run that outlives the session; its report answers the message. */
export async function handOver(
  { answerId, scope }: Pick<AnswerRun, 'answerId' | 'scope'>,
  interpretation: Interpretation,
): Promise<Answered> {
  const { corpusDirectories, fileSelections, web, userId } = scope;
  const { rewrittenPrompt: question, language } = interpretation;
  const researchId = answerId.replace(':', '-research-');
  const ofUser = userId === null ? {} : { userId };
  await startChild(deepResearch, {
    workflowId: researchId,
    parentClosePolicy: ParentClosePolicy.ABANDON,
    args: [{ question, corpusDirectories, ...(fileSelections && { fileSelections }), web, ...ofUser }],
    memo: { question, ...ofUser },
    typedSearchAttributes: [
      { key: researchStageAttribute, value: 'indexing' },
      { key: awaitingInputAttribute, value: false },
    ],
    staticSummary: workflowInfo().workflowId,
  });
  return { content: { interpretation, summary: resultPhrasesFor(language).handedOver(researchId), researchId } };
}

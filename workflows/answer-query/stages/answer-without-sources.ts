import type { AnswerPlan, Interpretation } from '@plumbline/contracts/answers/answer';
import { awaitingInputAttribute, researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import { deepResearch } from '../../deep-research/deep-research.ts';
import { resultPhrasesFor } from '../../domain/answers/result-phrases.ts';
import { strengthOf } from '../../domain/answers/retrieval-quality.ts';
import type { Answered, AnswerRun, Known } from '../run/answer-run.ts';

/** What is asked back; never an answer. */
export function askBack(interpretation: Interpretation): Answered {
  const { conflicts, alternatives, language } = interpretation;
  return {
    content: {
      interpretation,
      summary: resultPhrasesFor(language).askedBack(conflicts.join(' ')),
      needsClarification: true,
      clarificationQuestions: conflicts,
      // Complete messages, so that a click answers what is asked.
      followUpSuggestions: alternatives,
      debug: { clarificationTriggered: true },
    },
  };
}

/** Starts a research run that outlives the session; its report answers the message. */
export async function handOver(
  { answerId, scope }: Pick<AnswerRun, 'answerId' | 'scope'>,
  interpretation: Interpretation,
): Promise<Answered> {
  const { corpusDirectories, fileSelections, web, userId, settings } = scope;
  const { rewrittenPrompt: question, language } = interpretation;
  const researchId = answerId.replace(':', '-research-');
  const ofUser = userId === null ? {} : { userId };
  const required = settings.requireModel ? { settings: { requireModel: true } } : {};
  await startChild(deepResearch, {
    workflowId: researchId,
    parentClosePolicy: ParentClosePolicy.ABANDON,
    // As of any run, not as of an answer that somebody waits for.
    priority: { priorityKey: 3 },
    args: [{ question, corpusDirectories, ...(fileSelections && { fileSelections }), web, ...ofUser, ...required }],
    memo: { question, ...ofUser },
    typedSearchAttributes: [
      { key: researchStageAttribute, value: 'indexing' },
      { key: awaitingInputAttribute, value: false },
    ],
    staticSummary: workflowInfo().workflowId,
  });
  return { content: { interpretation, summary: resultPhrasesFor(language).handedOver(researchId), researchId } };
}

/** An answer that rests on no source, and says so. */
export async function answerGenerally(
  { answerId, ask, accounts, reasoning, trace }: AnswerRun,
  { context }: Known,
  { interpretation, decision, filters }: AnswerPlan,
): Promise<Answered> {
  trace.enter('writing');
  const { rewrittenPrompt, language } = interpretation;
  const question = { answerId, rewrittenPrompt, language, context, streams: ask.streams };
  const { text } = await trace.span('synthesize', () =>
    reasoning.ask('answerGenerally', question, `answer "${rewrittenPrompt}" without sources`),
  );
  const isUngrounded = decision.isCourtesy !== true;
  // What the rules say of themselves needs no source, and a greeting has none.
  const notes = isUngrounded && accounts.engine === 'model' ? [resultPhrasesFor(language).ungrounded] : [];
  const debug = { grounding: decision, extractedFilters: filters.extracted };
  return { content: { interpretation, summary: text, isUngrounded, notes, debug }, strength: strengthOf(null) };
}

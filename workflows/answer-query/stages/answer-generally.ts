import type { AnswerPlan } from '../../contracts/answers/answer.ts';
import { resultPhrasesFor } from '../../domain/answers/result-phrases.ts';
import { strengthOf } from '../../domain/answers/retrieval-quality.ts';
import type { AnswerRun } from '../answer-run.ts';
import type { Answered } from './record-answer.ts';
import type { Known } from './use-memory.ts';

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
  // What the rules say of themselves needs no source.
  const notes = accounts.engine === 'model' ? [resultPhrasesFor(language).ungrounded] : [];
  const debug = { grounding: decision, extractedFilters: filters.extracted };
  return { content: { interpretation, summary: text, isUngrounded: true, notes, debug }, strength: strengthOf(null) };
}

import type { AnswerPlan } from '@plumbline/contracts/answers/answer';
import { type AnswerOutcome, type AnswerQueryInput, answerQueryShape } from '@plumbline/contracts/answers/conversation';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { describeUndecodable, isUndecodable } from '@plumbline/contracts/common/undecodable';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { ApplicationFailure, setHandler } from '@temporalio/workflow';
import { toRunFailure } from '../calls/activity-failures.ts';
import { indexFolders } from '../deep-research/stages/index-documents.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import { answerProgressQuery, raiseLimitsSignal, retryAnswerSignal } from './messages.ts';
import { type Answered, type AnswerRun, createAnswerRun, type Known } from './run/answer-run.ts';
import { answerFromSources } from './stages/answer-from-sources.ts';
import { answerGenerally, askBack, handOver } from './stages/answer-without-sources.ts';
import { recallAnswer, rememberPlan, repeatedAnswer } from './stages/recall-answer.ts';
import { countAnswer, recordAnswer, storeOutcome } from './stages/record-answer.ts';
import { groundingOf, understandMessage } from './stages/understand-message.ts';
import { changeMemory, confirmMemory, isOnlyForMemory, recallMemory } from './stages/use-memory.ts';

/** Answers one message of a session, and stores the answer. It survives the kill of any process. */
export async function answerQuery(input: AnswerQueryInput): Promise<AnswerOutcome> {
  return conduct(input, async (run) => {
    run.trace.enter('indexing');
    const corpus = await indexFolders(run);
    const recalled = await recallMemory(run);
    if (isOnlyForMemory(run.ask)) {
      const confirmed = await confirmMemory(run, recalled);
      return recordAnswer(run, confirmed.known, confirmed.answered);
    }
    const earlier = await recallAnswer(run, recalled, corpus.version);
    if (earlier.answer !== null) return storeOutcome(run, repeatedAnswer(run, earlier.answer));
    const plan = earlier.plan ?? (await understandMessage(run, recalled, corpus));
    // Runs alongside the answer, which must not wait for it.
    const remembering = rememberPlan(run, earlier, plan);
    const known = await changeMemory(run, recalled, plan.memory);
    const answered = await answer(run, corpus, known, plan);
    await remembering;
    return countAnswer(await recordAnswer(run, known, answered, earlier.answerKey));
  });
}

/** By what the message is taken to mean: a question back, a research run, or an answer with or without sources. */
async function answer(run: AnswerRun, corpus: CorpusReport, known: Known, plan: AnswerPlan): Promise<Answered> {
  const { interpretation } = plan;
  if (interpretation.needsClarification) return askBack(interpretation);
  if (run.ask.research) return handOver(run, interpretation);
  const decision = groundingOf(plan, known);
  const grounded = { ...plan, decision };
  return decision.grounding === 'none'
    ? answerGenerally(run, known, grounded)
    : answerFromSources(run, corpus, known, grounded);
}

/** Opens a run for messages and carries out its stages. */
async function conduct(
  input: AnswerQueryInput,
  carryOut: (run: AnswerRun) => Promise<AnswerOutcome>,
): Promise<AnswerOutcome> {
  requireValid(input);
  const run = createAnswerRun(input);
  handleMessages(run);
  try {
    return await carryOut(run);
  } catch (error) {
    throw toRunFailure(error);
  }
}

/** Sessions send valid messages; anybody may start a workflow by hand. */
function requireValid(input: unknown): void {
  const { error } = answerQueryShape.safeParse(input);
  if (error === undefined) return;
  const problem = isUndecodable(input) ? describeUndecodable(input) : describeIssues(error);
  throw ApplicationFailure.nonRetryable(`The message is invalid: ${problem}`, FailureType.InvalidRequest);
}

function handleMessages({ state, trace }: Pick<AnswerRun, 'state' | 'trace'>): void {
  setHandler(retryAnswerSignal, () => state.update({ retries: state.current.retries + 1 }));
  setHandler(raiseLimitsSignal, (limits) => state.update({ limits: { ...state.current.limits, ...limits } }));
  setHandler(answerProgressQuery, () => ({ stage: trace.stage, waits: state.current.waits }));
}

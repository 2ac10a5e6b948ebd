import {
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
} from '@temporalio/workflow';
import { describeCause, isFailureOf, toRunFailure } from '../calls/activity-failures.ts';
import { FailureType } from '../contracts/failure-types.ts';
import type { ResearchResult } from '../contracts/progress.ts';
import { type ResearchRequest, researchRequestSchema } from '../contracts/research-request.ts';
import { type Resumption, resumptionSchema } from '../contracts/settled-stages.ts';
import { describeUndecodable, isUndecodable } from '../contracts/undecodable.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import { handleMessages } from './message-handlers.ts';
import { createRun, type ResearchRun } from './run/research-run.ts';

/**
 * Opens a run for messages, carries out its stages, and records how it ended.
 *
 * @param input as it was sent
 * @param resumption as it was sent; undefined: the run is no continuation of one that failed
 * @throws ApplicationFailure of type InvalidRequest, not retried: the input of a run never changes
 */
export async function conduct(
  input: unknown,
  resumption: unknown,
  carryOut: (run: ResearchRun) => Promise<ResearchResult>,
): Promise<ResearchResult> {
  const run = createRun(parseRequest(input), parseResumption(resumption));
  handleMessages(run);
  try {
    const result = await carryOut(run);
    await run.progress.recorded();
    await condition(allHandlersFinished);
    return result;
  } catch (error) {
    await CancellationScope.nonCancellable(() => recordEnd(run, error));
    throw toRunFailure(error);
  }
}

function parseRequest(input: unknown): ResearchRequest {
  if (isUndecodable(input)) throw invalidRequest(describeUndecodable(input));
  const parsed = researchRequestSchema.safeParse(input);
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error));
  return parsed.data;
}

function parseResumption(resumption: unknown): Resumption | undefined {
  const parsed = resumptionSchema.optional().safeParse(resumption);
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error));
  return parsed.data;
}

function invalidRequest(problem: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`The research request is invalid: ${problem}`, FailureType.InvalidRequest);
}

/** Leaves the reason of the end where `status` finds it. */
async function recordEnd({ state, progress }: Pick<ResearchRun, 'state' | 'progress'>, error: unknown): Promise<void> {
  state.update({ round: null, planToApprove: null });
  if (isCancellation(error)) {
    progress.enter('cancelled');
  } else {
    progress.establish({ failure: describeCause(error) });
    progress.enter(isFailureOf(error, FailureType.CorpusUnavailable) ? 'halted' : 'failed');
  }
  await progress.recorded();
}

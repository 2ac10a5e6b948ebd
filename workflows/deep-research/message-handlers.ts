import { ApplicationFailure, setDefaultSignalHandler, setHandler } from '@temporalio/workflow';
import { createPartialReport } from '../domain/partial-report.ts';
import * as messages from './messages.ts';
import { type Decision, decide } from './run/message-decisions.ts';
import type { ResearchRun } from './run/research-run.ts';
import { toPendingClarification } from './run/run-state.ts';

/** Longest name of an unknown message that is kept. */
const MAX_NAME_LENGTH = 80;

const PAIRS = [
  [messages.answerClarificationSignal, messages.answerClarificationUpdate],
  [messages.skipClarificationSignal, messages.skipClarificationUpdate],
  [messages.finishEarlySignal, messages.finishEarlyUpdate],
  [messages.approvePlanSignal, messages.approvePlanUpdate],
  [messages.extendBudgetSignal, messages.extendBudgetUpdate],
  [messages.retryNowSignal, messages.retryNowUpdate],
  [messages.steerSignal, messages.steerUpdate],
] as const;

type HandledParts = Pick<ResearchRun, 'state' | 'accounts' | 'progress' | 'findingsByTask'>;

/** Opens a run for messages and queries. Handlers only change the state; the stages do the work. */
export function handleMessages(run: HandledParts): void {
  answerQueries(run);
  for (const [signal, update] of PAIRS) {
    setHandler(signal, (...[payload]: unknown[]) => receive(run, signal.name, payload));
    setHandler(update, (...[payload]: unknown[]) => receive(run, update.name, payload), {
      validator: (...[payload]: unknown[]) => refuse(run, update.name, payload),
    });
  }
  setDefaultSignalHandler((name, ...[payload]) => receive(run, name, payload));
}

function answerQueries({ state, accounts, progress, findingsByTask }: HandledParts): void {
  setHandler(messages.progressQuery, () => progress.snapshot());
  setHandler(messages.driftQuery, () => progress.drift);
  setHandler(messages.clarificationQuery, () => state.current.round && toPendingClarification(state.current.round));
  setHandler(messages.partialReportQuery, () => {
    const findings = [...findingsByTask.values()].flat();
    return createPartialReport(progress.snapshot(), findings, accounts.gaps, now());
  });
}

function receive({ state, progress }: Pick<ResearchRun, 'state' | 'progress'>, name: string, payload: unknown): void {
  const decision = judge({ state }, name, payload);
  if (decision.accepted) state.update(decision.state);
  else state.recordRejection({ message: name.slice(0, MAX_NAME_LENGTH), reason: decision.reason, at: now() });
  progress.showBoard();
}

/** @throws ApplicationFailure of type MessageRejected: the sender of an update learns why */
function refuse(run: Pick<ResearchRun, 'state'>, name: string, payload: unknown): void {
  const decision = judge(run, name, payload);
  if (!decision.accepted) throw ApplicationFailure.nonRetryable(decision.reason, 'MessageRejected');
}

function judge({ state }: Pick<ResearchRun, 'state'>, name: string, payload: unknown): Decision {
  return decide(state.current, { name, payload, at: now() });
}

function now(): string {
  return new Date(Date.now()).toISOString();
}

import { ApplicationFailure, setDefaultSignalHandler, setHandler } from '@temporalio/workflow';
import { createPartialReport } from '../domain/partial-report.ts';
import * as messages from './messages.ts';
import { decide, nameOf } from './run/message-decisions.ts';
import type { ResearchRun } from './run/research-run.ts';
import { toPendingClarification } from './run/run-state.ts';

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
    setHandler(signal, (...[payload]: unknown[]) => void receive(run, signal.name, payload));
    // Not by a validator: what that refuses leaves no trace in the run, and its report would not tell of it.
    setHandler(update, (...[payload]: unknown[]) => {
      const reason = receive(run, update.name, payload);
      if (reason !== null) throw ApplicationFailure.nonRetryable(reason, 'MessageRejected');
    });
  }
  setDefaultSignalHandler((name, ...[payload]) => void receive(run, name, payload));
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

/** @returns why the message was refused; null: it was accepted */
function receive(
  { state, progress }: Pick<ResearchRun, 'state' | 'progress'>,
  name: string,
  payload: unknown,
): string | null {
  const message = { name, payload, at: now() };
  const decision = decide(state.current, message);
  if (decision.accepted) state.update(decision.state);
  else state.recordRejection({ message: nameOf(message), reason: decision.reason, at: message.at });
  progress.showBoard();
  return decision.accepted ? null : decision.reason;
}

function now(): string {
  return new Date(Date.now()).toISOString();
}

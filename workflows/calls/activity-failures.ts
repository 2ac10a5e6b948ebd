import { FailureType } from '@plumbline/contracts/common/failure-types';
import { decodeTimeoutType } from '@temporalio/common';
import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { MODEL_LIMITS } from '../domain/research-limits.ts';
import type { WaitCause } from './server-wait.ts';

/** The message of what went wrong, without Temporal's wrapping of the activity call; at most 500 characters. */
export function describeCause(error: unknown): string {
  const cause = error instanceof ActivityFailure && error.cause !== undefined ? error.cause : error;
  const step = error instanceof ActivityFailure ? error.activityType : 'a step';
  if (cause instanceof TimeoutFailure) return describeTimeout(cause, step);
  return cause instanceof Error ? cause.message.slice(0, 500) : String(cause).slice(0, 500);
}

/** Temporal says "activity Heartbeat timeout", which tells a person neither what happened nor what to do. */
function describeTimeout({ timeoutType }: TimeoutFailure, step: string): string {
  if (timeoutType === 'HEARTBEAT') {
    return `the worker fell silent during ${step}, in every attempt: it was killed, or its machine is overloaded or out of memory. Free memory and processor time on that machine`;
  }
  if (timeoutType === 'SCHEDULE_TO_START') return `no worker picked up ${step} in time. Start one, or start more`;
  return `${step} did not end in time. Check the load on the worker's machine and on the servers it uses`;
}

/** A model that refused, or that could not be reached until the time for retries was over. */
export function isModelFailure(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return true;
  const types: readonly unknown[] = [
    FailureType.ModelRejected,
    FailureType.ModelUnavailable,
    FailureType.ModelMisconfigured,
  ];
  return cause instanceof ApplicationFailure && types.includes(cause.type);
}

/** Why to wait for the model endpoint; null where only this one request failed. */
export function modelWaitCause(error: unknown): WaitCause | null {
  const setup = activityCause(error, FailureType.ModelMisconfigured);
  if (setup === null) return outageCause(error, FailureType.ModelUnavailable);
  return { kind: 'setup', reason: describeCause(setup), retryAfterMs: null, isQuota: false };
}

/** Why to wait for a search provider; null where only this one request failed. */
export function providerWaitCause(error: unknown): WaitCause | null {
  return outageCause(error, FailureType.ProviderUnavailable);
}

/**
 * Why to wait for workers: they were killed, frozen or away during every attempt. Null where an attempt failed by itself.
 *
 * @param mayQueue whether the call may wait so long for its turn that its time is over before a worker has it
 */
export function workerWaitCause(error: unknown, mayQueue: boolean): WaitCause | null {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof TimeoutFailure)) return null;
  const { timeoutType, failure } = error.cause;
  // What the last attempt ended with, where there was no time for another. The SDK makes no error of it.
  const last = failure?.cause;
  const isSilence =
    timeoutType === 'HEARTBEAT' || decodeTimeoutType(last?.timeoutFailureInfo?.timeoutType) === 'HEARTBEAT';
  const isAbsence = timeoutType === 'SCHEDULE_TO_CLOSE' && !last && !mayQueue;
  if (!isSilence && !isAbsence) return null;
  const reason = `every attempt of the step ${error.activityType} was lost, because its worker was killed, frozen or away`;
  return { kind: 'outage', reason, retryAfterMs: null, isQuota: false };
}

/** The limit of the run, or the quota that limits the same amount, that kept a call from being made; or null. */
export function reachedLimit(error: unknown) {
  const failure = activityCause(error, FailureType.BudgetReached);
  if (failure === null) return null;
  const { limit, renewsAt } = detailsOf(failure);
  const name = MODEL_LIMITS.find((each) => each === limit);
  if (name === undefined) return null;
  return { name, quota: typeof renewsAt === 'string' ? { reason: describeCause(failure), renewsAt } : null };
}

/**
 * What a run fails with. A plain error would fail the workflow task for ever; a failed run says what happened. Cancellations
 * and failures that Temporal knows pass as they are.
 */
export function toRunFailure(error: unknown): unknown {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) return error;
  const { cause } = error;
  const type = cause instanceof ApplicationFailure ? cause.type : undefined;
  return ApplicationFailure.nonRetryable(describeCause(error), type);
}

export function isFailureOf(error: unknown, type: FailureType): boolean {
  const { cause } = error instanceof ActivityFailure ? error : { cause: error };
  return cause instanceof ApplicationFailure && cause.type === type;
}

function outageCause(error: unknown, type: FailureType): WaitCause | null {
  const failure = activityCause(error, type);
  if (failure === null) return null;
  const { retryAfterMs, isQuota, isTimeout, isUnreadable, isAbsent } = detailsOf(failure);
  // A server that does not answer one request may well answer the next.
  if (isTimeout === true) return null;
  return {
    kind: 'outage',
    reason: describeCause(failure),
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
    isQuota: isQuota === true,
    isUnreadable: isUnreadable === true,
    isAbsent: isAbsent === true,
  };
}

function activityCause(error: unknown, type: FailureType): ApplicationFailure | null {
  const { cause } = error instanceof ActivityFailure ? error : { cause: undefined };
  return cause instanceof ApplicationFailure && cause.type === type ? cause : null;
}

/** Details of a failure are untyped on the wire. */
function detailsOf({ details }: ApplicationFailure): Readonly<Record<string, unknown>> {
  const [first] = details ?? [];
  return typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : {};
}

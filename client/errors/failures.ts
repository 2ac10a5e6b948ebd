import type { ReachedQuota } from '@plumbline/contracts/common/metering';
import { commands } from './cli-commands.ts';

/** The request cannot be done as given. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** What to do instead; one or few sentences. */
  readonly remedy: string;

  constructor(what: string, remedy = '', options?: ErrorOptions) {
    super(what, options);
    this.remedy = remedy;
  }
}

/** Neither Temporal nor the store has the run. */
export class UnknownRunError extends UsageError {
  override readonly name = 'UnknownRunError';
  readonly researchId: string;

  constructor(researchId: string, options?: ErrorOptions) {
    super(`there is no run "${researchId}"`, `List the runs: ${commands.list()}`, options);
    this.researchId = researchId;
  }
}

/** Temporal has no such session, or it belongs to another user, which is not disclosed. */
export class UnknownSessionError extends UsageError {
  override readonly name = 'UnknownSessionError';

  constructor(sessionId: string) {
    super(`there is no session "${sessionId}"`, 'Begin one: leave out --session.');
  }
}

/** The run or session is in a state in which it cannot do this: over, or under way with something else. */
export class ConflictError extends UsageError {
  override readonly name = 'ConflictError';
}

/** A user or a tenant has started as many runs as a day has. */
export class QuotaReachedError extends UsageError {
  override readonly name = 'QuotaReachedError';
  /** ISO 8601. */
  readonly renewsAt: string;

  constructor({ reason, renewsAt }: ReachedQuota) {
    super(reason, 'Start the run when the quota has renewed.');
    this.renewsAt = renewsAt;
  }
}

/** Temporal knows it, and its worker has written it elsewhere. */
export class OtherStoreError extends UsageError {
  override readonly name = 'OtherStoreError';
}

/** Something that the project needs is missing or does not answer: Temporal, its CLI, a folder. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly remedy: string;

  constructor(what: string, remedy = '', options?: ErrorOptions) {
    super(what, options);
    this.remedy = remedy;
  }
}

/** The run ended without a report. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
  readonly remedy: string;

  constructor(what: string, remedy = '', options?: ErrorOptions) {
    super(what, options);
    this.remedy = remedy;
  }
}

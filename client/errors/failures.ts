import { commands } from '../wording/cli-commands.ts';

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

/** The home is in use in a way that conflicts with the operation. */
export class HomeBusyError extends Error {
  override readonly name = 'HomeBusyError';
}

/** A backup cannot be made or restored as requested. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
  /** What to do instead. */
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(problem, options);
    this.remedy = remedy;
  }
}

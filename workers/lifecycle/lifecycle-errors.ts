/** Something else uses the home in a way that does not go together with what was asked. */
export class HomeBusyError extends Error {
  override readonly name = 'HomeBusyError';
}

/** A backup cannot be made, or not be restored, as asked. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
  /** What to do instead. */
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(problem, options);
    this.remedy = remedy;
  }
}

/** A file of a briefing cannot be used. Each fault names file, line and field, and says what to do. */
export class BriefingFileError extends Error {
  override readonly name = 'BriefingFileError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

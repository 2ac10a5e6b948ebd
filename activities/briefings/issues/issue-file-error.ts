/** The file of an issue cannot be read or must not be replaced. The message names file and line, and what is wrong. */
export class IssueFileError extends Error {
  override readonly name = 'IssueFileError';
  /** Relative to the folder of the briefing. */
  readonly file: string;
  /** From 1. */
  readonly line: number;

  constructor(file: string, line: number, problem: string) {
    super(`${file}, line ${line}: ${problem}`);
    this.file = file;
    this.line = line;
  }
}

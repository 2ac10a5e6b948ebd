import type { FiledIssue } from '../../../workflows/contracts/briefing-issues.ts';

/** Some issues could not be filed, and another attempt would not help; the others were. */
export class IssuesNotFiledError extends Error {
  override readonly name = 'IssuesNotFiledError';
  readonly filed: readonly FiledIssue[];

  /** @param faults at least one */
  constructor(filed: readonly FiledIssue[], faults: readonly Error[]) {
    super(faults.map(({ message }) => message).join(' '), { cause: faults[0] });
    this.filed = filed;
  }
}

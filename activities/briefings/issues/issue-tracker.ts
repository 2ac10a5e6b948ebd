import type { OpenIssue, WantedIssue } from '../../../workflows/contracts/briefing-issues.ts';
import type { IssueTrackerSettings } from '../../../workflows/contracts/briefing-settings.ts';
import type { IssueFileError } from './issue-file-error.ts';

/** An open issue as its tracker has it. */
export interface TrackedIssue extends OpenIssue {
  /** Of the wanted issue that it was last written from, see `digestOf`. */
  readonly digest: string;
  /** How often it was written since it was opened; 1: not yet updated. */
  readonly count: number;
}

export interface IssueListing {
  /** Oldest first. */
  readonly issues: readonly TrackedIssue[];
  /** Files that a person has to mend; of other trackers none. */
  readonly unreadable: readonly IssueFileError[];
}

/**
 * Where issues are kept. Each change is complete or can be repeated without a trace; implementations do not retry, because Temporal
 * does.
 */
export interface IssueTracker {
  /** Every open issue of a briefing, also one that was opened a moment ago. @throws {IssueTrackerError} */
  listOpen(briefing: string): Promise<IssueListing>;
  /**
   * @returns the tracker's own name of the issue
   * @throws {IssueTrackerError | IssueFileError}
   */
  open(issue: WantedIssue): Promise<string>;
  /** Replaces what was written before; what people added stays. @throws {IssueTrackerError | IssueFileError} */
  update(reference: string, issue: WantedIssue): Promise<void>;
  /** @param reason one sentence for readers @throws {IssueTrackerError | IssueFileError} */
  close(reference: string, reason: string): Promise<void>;
}

/** The trackers that settings may name. */
export interface IssueTrackers {
  /**
   * @param folder absolute path of the briefing
   * @throws {IssueTrackerError} when the tracker is not set up
   */
  open(settings: IssueTrackerSettings, folder: string, signal: AbortSignal): Promise<IssueTracker>;
  /** Runs `work` while nothing else on this machine changes issues of the briefing in this folder. */
  alone<Result>(folder: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

import { RemoteServerError, type RemoteServerFacts } from '@plumbline/adapters/remote-server-error';
import type { FiledIssue, OpenIssue, WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { IssueTrackerSettings } from '@plumbline/contracts/briefings/briefing-settings';
import type { IssueFileError } from './issue-file.ts';

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

/** An issue tracker did not do what it was asked, or is not set up. */
export class IssueTrackerError extends RemoteServerError {
  override readonly name = 'IssueTrackerError';
  readonly facts: IssueTrackerFacts;

  constructor(facts: IssueTrackerFacts) {
    super(`The issue tracker ${facts.service} ${facts.outcome}. ${facts.remedy}`);
    this.facts = facts;
  }
}

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
  /** Every open issue of a briefing, even one opened a moment ago. @throws {IssueTrackerError} */
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

/** Facts about a failed request to an issue tracker. */
export interface IssueTrackerFacts extends RemoteServerFacts {
  readonly service: 'Linear';
  /** One clause that continues "The issue tracker …": `answered 401: Bad credentials`. Contains no secret. */
  readonly outcome: string;
  /** What the user can do about it: one sentence. */
  readonly remedy: string;
  /** A retry cannot succeed, even if the status suggests it. */
  readonly isPermanent: boolean;
  /** Other issues may still succeed. */
  readonly isOfOneIssue: boolean;
}

import { RemoteServerError, type RemoteServerFacts } from '../../http/remote-server-error.ts';

/** Facts about a failed request to an issue tracker. */
export interface IssueTrackerFacts extends RemoteServerFacts {
  readonly service: 'Linear' | 'GitHub';
  /** One clause that continues "The issue tracker …": `answered 401: Bad credentials`. Contains no secret. */
  readonly outcome: string;
  /** What the user can do about it: one sentence. */
  readonly remedy: string;
  /** A retry cannot succeed, even if the status suggests it. */
  readonly isPermanent: boolean;
  /** Other issues may still succeed. */
  readonly isOfOneIssue: boolean;
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

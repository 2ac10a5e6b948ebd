import {
  NO_ADVICE,
  parseRetryAdvice,
  RemoteServerError,
  type RemoteServerFacts,
} from '@plumbline/adapters/remote-server-error';
import { removeSecrets } from '@plumbline/adapters/secret-removal';
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

const WITHOUT_ANSWER = {
  service: 'Linear',
  status: undefined,
  advice: NO_ADVICE,
  isPermanent: false,
  isOfOneIssue: false,
} as const;

/** An issue tracker did not do what it was asked, or is not set up. */
export class IssueTrackerError extends RemoteServerError {
  override readonly name = 'IssueTrackerError';
  readonly facts: IssueTrackerFacts;

  /** @param facts without a status there was no answer */
  constructor(facts: Pick<IssueTrackerFacts, 'outcome' | 'remedy'> & Partial<IssueTrackerFacts>) {
    super(`The issue tracker Linear ${facts.outcome}. ${facts.remedy}`);
    this.facts = { ...WITHOUT_ANSWER, ...facts };
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

/** What is needed to ask Linear. */
export interface AskedTracker {
  readonly apiKey: string;
  readonly apiUrl: string;
  /** What `briefing.yml` names: `issues.teamId (ENG)`. */
  readonly target: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface RequestFacts {
  /** Texts of the request, which a complaint may repeat. */
  readonly sent: readonly string[];
  /** It is about an issue that was there before. */
  readonly isOfOneIssue: boolean;
}

/** An unsuccessful response, in terms of HTTP. */
interface TrackerRefusal extends RequestFacts {
  readonly status: number;
  readonly headers: Headers;
  readonly complaint: string;
}

const MAX_COMPLAINT_LENGTH = 200;
/** Of a request about one issue: it is gone. */
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);
const CONTENT_REFUSED = 422;

/** The error for an answer without success. */
export function toRefusal(asked: AskedTracker, refusal: TrackerRefusal): IssueTrackerError {
  const { status, headers } = refusal;
  const said = removeSecrets(refusal.complaint, asked.apiKey, refusal.sent)
    .replaceAll(/<[^<>]*>|\s+/gu, ' ')
    .trim();
  const complaint = said.slice(0, MAX_COMPLAINT_LENGTH).replace(/\.$/u, '');
  return new IssueTrackerError({
    outcome: `answered ${status}${complaint === '' ? '' : `: ${complaint}`}`,
    remedy: remedyFor(asked.target, status),
    status,
    advice: parseRetryAdvice({ status, headers }, new Date()),
    isOfOneIssue: status === CONTENT_REFUSED || (refusal.isOfOneIssue && GONE_STATUSES.has(status)),
  });
}

/** The error for what no retry can change. */
export function permanent(outcome: string, remedy: string): IssueTrackerError {
  return new IssueTrackerError({ outcome, remedy, isPermanent: true });
}

function remedyFor(target: string, status: number): string {
  if (status === 401) return 'Set LINEAR_API_KEY to a key that is valid, and restart the worker.';
  if (status === 403) return `Give the key in LINEAR_API_KEY the right to read and write the issues of ${target}.`;
  if (status === 404) return `Check ${target} in briefing.yml, and that the key in LINEAR_API_KEY may read it.`;
  if (status === 410) return `The issue was deleted, or issues are switched off; check ${target}.`;
  if (status === 422) return 'Its rules for issues refuse this one; check the labels and required fields there.';
  if (status === 429) return 'Its rate limit is reached.';
  if (status >= 500) return 'The service has a problem; see its status page.';
  return `Check issues.apiUrl in briefing.yml if it is set, and ${target}.`;
}

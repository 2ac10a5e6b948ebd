import { RequestError } from '@octokit/request-error';
import { Octokit } from '@octokit/rest';
import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { IssueTracker, IssueTrackerError, TrackedIssue } from './issue-tracker.ts';
import { describe, listed, markerOf, noteMarkOf, readDescription } from './tracked-issues.ts';
import {
  type AskedTracker,
  isRedirect,
  redirected,
  type RequestFacts,
  toRefusal,
  toSilence,
} from './tracker-failure.ts';
import { forService, titleForService } from './untrusted-text.ts';

/** What GitHub asks to wait after a secondary limit that names no time. */
const SECONDARY_LIMIT_S = '60';

export interface GitHubIssueTrackerOptions {
  readonly asked: AskedTracker;
  readonly owner: string;
  readonly repository: string;
  readonly userAgent: string;
  readonly now: () => Date;
}

/** By this label issues are listed; outsiders cannot set it. */
const LABEL = 'plumbline';
const OWN_LABEL = /^(?:plumbline(?::.*)?|severity:(?:critical|high|medium))$/u;
const PAGE_SIZE = 100;

type Api = Octokit['rest']['issues'];
type Ask = <Answer>(facts: RequestFacts, request: (api: Api) => Promise<Answer>) => Promise<Answer>;

interface Place {
  readonly owner: string;
  readonly repo: string;
}

const OF_REPOSITORY: RequestFacts = { sent: [], isOfOneIssue: false };
const OF_ISSUE: RequestFacts = { sent: [], isOfOneIssue: true };

/** Issues of a GitHub repository. An update is one request, so that it is done or not; the comment of a closing is looked for first. */
export function createGitHubIssueTracker(options: GitHubIssueTrackerOptions): IssueTracker {
  const { owner, repository: repo, now } = options;
  const ask = createAsk(options);
  const place = { owner, repo };

  return {
    listOpen: async (briefing) => ({ issues: await listIssues(ask, place, briefing), unreadable: [] }),

    async open(issue) {
      const content = { title: titleForService(issue.title), body: describeFor(issue, null, now()) };
      const labels = labelsOf(issue);
      const { data } = await ask(factsOf(issue, false), (api) => api.create({ ...place, ...content, labels }));
      return `#${data.number}`;
    },

    async update(reference, issue) {
      const target = { ...place, issue_number: numberOf(reference) };
      const { data } = await ask(OF_ISSUE, (api) => api.get(target));
      const body = describeFor(issue, data.body ?? '', now());
      const labels = [...labelsOf(issue), ...foreignOf(data.labels)];
      await ask(factsOf(issue, true), (api) => api.update({ ...target, body, labels }));
    },

    async close(reference, reason) {
      const target = { ...place, issue_number: numberOf(reference) };
      const { data } = await ask(OF_ISSUE, (api) => api.get(target));
      const mark = `<!-- ${noteMarkOf(data.body ?? '', reason)} -->`;
      if (!(await isNoted(ask, target, mark))) {
        const body = `${forService(reason)}\n\n${mark}`;
        await ask({ sent: [reason], isOfOneIssue: true }, (api) => api.createComment({ ...target, body }));
      }
      await ask(OF_ISSUE, (api) => api.update({ ...target, state: 'closed', state_reason: 'completed' }));
    },
  };
}

async function listIssues(ask: Ask, place: Place, briefing: string): Promise<TrackedIssue[]> {
  const order = { sort: 'created', direction: 'asc' } as const;
  const query = { ...place, ...order, state: 'open', labels: LABEL, per_page: PAGE_SIZE } as const;
  const issues: TrackedIssue[] = [];
  for (let page = 1; ; page += 1) {
    const { data, headers } = await ask(OF_REPOSITORY, (api) => api.listForRepo({ ...query, page }));
    // To this interface a pull request is an issue, too.
    const found = data.filter(({ pull_request: pullRequest }) => pullRequest === undefined);
    issues.push(...found.flatMap(({ number, title, body }) => listed(`#${number}`, title, body, briefing)));
    if (!hasNextPage(headers.link)) return issues;
  }
}

async function isNoted(ask: Ask, target: Place & { readonly issue_number: number }, mark: string): Promise<boolean> {
  for (let page = 1; ; page += 1) {
    const query = { ...target, per_page: PAGE_SIZE, page };
    const { data, headers } = await ask(OF_ISSUE, (api) => api.listComments(query));
    if (data.some(({ body }) => body?.includes(mark))) return true;
    if (!hasNextPage(headers.link)) return false;
  }
}

/** One request at a time, each with its own time limit. */
function createAsk({ asked, userAgent }: GitHubIssueTrackerOptions): Ask {
  const silent = () => {};
  return async (facts, request) => {
    asked.signal.throwIfAborted();
    const timeout = AbortSignal.timeout(asked.timeoutMs);
    const octokit = new Octokit({
      auth: asked.apiKey,
      baseUrl: asked.apiUrl,
      userAgent,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      // A redirect must not send the key to another server.
      request: { signal: AbortSignal.any([asked.signal, timeout]), redirect: 'error' },
    });
    try {
      return await whileWaitingFor('GitHub', () => request(octokit.rest.issues));
    } catch (error) {
      asked.signal.throwIfAborted();
      throw toGitHubError(asked, error, { ...facts, isTimeout: timeout.aborted });
    }
  };
}

function describeFor(issue: WantedIssue, earlier: string | null, now: Date): string {
  const before = earlier === null ? null : readDescription(earlier);
  const marker = markerOf(issue, before?.marker ?? null, now);
  return describe(forService(issue.body), marker, before?.added ?? earlier ?? '', 'comment');
}

function labelsOf({ type, severity }: WantedIssue): string[] {
  return [LABEL, `plumbline:${type}`, `severity:${severity}`];
}

/** Names of the labels that others set. */
function foreignOf(labels: readonly (string | { readonly name?: string })[]): string[] {
  const names = labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')));
  return names.filter((name) => name !== '' && !OWN_LABEL.test(name));
}

function factsOf({ title, body }: WantedIssue, isOfOneIssue: boolean): RequestFacts {
  return { sent: [title, body], isOfOneIssue };
}

function hasNextPage(link: string | undefined): boolean {
  return link?.includes('rel="next"') ?? false;
}

function numberOf(reference: string): number {
  return Number(reference.replace('#', ''));
}

/** The error for a request that Octokit gave up. */
function toGitHubError(
  asked: AskedTracker,
  error: unknown,
  { isTimeout, ...facts }: RequestFacts & { readonly isTimeout: boolean },
): IssueTrackerError {
  const answer = error instanceof RequestError ? error.response : undefined;
  if (answer === undefined) {
    return isRedirect(error) ? redirected(asked) : toSilence(asked, isTimeout);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const complaint = error instanceof Error ? error.message : '';
  const isLimit = isRateLimit(answer.status, headers, complaint);
  if (isLimit && !headers.has('retry-after') && headers.get('x-ratelimit-remaining') !== '0') {
    headers.set('retry-after', SECONDARY_LIMIT_S);
  }
  return toRefusal(asked, { status: isLimit ? 429 : answer.status, headers, complaint, ...facts });
}

/** Both limits may be answered by 403, like a missing right. */
function isRateLimit(status: number, headers: Headers, complaint: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0' || /rate limit/iu.test(complaint);
}

import { createHash } from 'node:crypto';
import { LinearClient, LinearError, LinearErrorType, RatelimitedLinearError } from '@linear/sdk';
import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import { withoutHiddenCharacters } from '@plumbline/language/normalised-text';
import {
  type AskedTracker,
  type IssueTracker,
  IssueTrackerError,
  permanent,
  type RequestFacts,
  toRefusal,
  type TrackedIssue,
} from './issue-tracker.ts';
import { describe, listed, markerOf, noteMarkOf, readDescription, withoutMarkers } from './tracked-issues.ts';

/** Linear answers most errors with 200 or 400 and tells the cause by a type; these say what a status would. */
const STATUSES: Readonly<Partial<Record<LinearErrorType, number>>> = {
  [LinearErrorType.Ratelimited]: 429,
  [LinearErrorType.AuthenticationError]: 401,
  [LinearErrorType.Forbidden]: 403,
  [LinearErrorType.FeatureNotAccessible]: 403,
  [LinearErrorType.UsageLimitExceeded]: 403,
  [LinearErrorType.InvalidInput]: 422,
  [LinearErrorType.UserError]: 422,
  [LinearErrorType.InternalError]: 500,
  [LinearErrorType.NetworkError]: 500,
  [LinearErrorType.LockTimeout]: 503,
};

export interface LinearIssueTrackerOptions {
  readonly asked: AskedTracker;
  readonly teamId: string;
  readonly now: () => Date;
}

const LABEL = 'plumbline';
const LABEL_COLOR = '#5e6ad2';
/** Linear weighs a request by its fields and the length of its page, and refuses heavy ones. */
const PAGE_SIZE = 50;
const CLOSED_STATES = ['completed', 'canceled', 'duplicate'];
const PRIORITIES: Readonly<Record<WantedIssue['severity'], number>> = { critical: 1, high: 2, medium: 3 };

type Ask = <Answer>(facts: RequestFacts, request: (linear: LinearClient) => Promise<Answer>) => Promise<Answer>;

const OF_TEAM: RequestFacts = { sent: [], isOfOneIssue: false };
const OF_ISSUE: RequestFacts = { sent: [], isOfOneIssue: true };

/** Issues of a team in Linear. An update is one request, so that it is done or not; the comment of a closing has an id of its own. */
export function createLinearIssueTracker({ asked, teamId, now }: LinearIssueTrackerOptions): IssueTracker {
  const ask = createAsk(asked);
  let team: Promise<string> | undefined;
  // Settings may name it by its key; and a list of issues would be empty for a team that does not exist.
  const teamOf = (): Promise<string> => {
    team ??= ask(OF_TEAM, (linear) => linear.team(teamId)).then(({ id }) => id);
    return team;
  };

  return {
    async listOpen(briefing) {
      return { issues: await listIssues(ask, await teamOf(), briefing), unreadable: [] };
    },

    async open(issue) {
      const labelIds = [await findOrCreateLabel(ask, await teamOf())];
      const content = { title: titleForService(issue.title), description: describeFor(issue, null, now()) };
      const input = { ...content, teamId: await teamOf(), labelIds, priority: PRIORITIES[issue.severity] };
      return ask({ sent: [issue.title, issue.body], isOfOneIssue: false }, (linear) => createIssue(linear, input));
    },

    async update(reference, issue) {
      const { description } = await ask(OF_ISSUE, (linear) => linear.issue(reference));
      const input = { description: describeFor(issue, description ?? '', now()), priority: PRIORITIES[issue.severity] };
      await ask({ sent: [issue.title, issue.body], isOfOneIssue: true }, (linear) =>
        linear.updateIssue(reference, input),
      );
    },

    async close(reference, reason) {
      const { id: issueId, description } = await ask(OF_ISSUE, (linear) => linear.issue(reference));
      const stateId = await completedStateOf(ask, asked, await teamOf());
      const id = uuidOf(`${issueId} ${noteMarkOf(description ?? '', reason)}`);
      const said = await ask(OF_ISSUE, (linear) => linear.comments({ filter: { id: { eq: id } } }));
      if (said.nodes.length === 0) {
        const comment = { id, issueId, body: forService(reason) };
        await ask({ sent: [reason], isOfOneIssue: true }, (linear) => linear.createComment(comment));
      }
      await ask(OF_ISSUE, (linear) => linear.updateIssue(issueId, { stateId }));
    },
  };
}

/** One request at a time, each with its own time limit. */
function createAsk(asked: AskedTracker): Ask {
  const { apiKey, apiUrl, signal, timeoutMs } = asked;
  return async (facts, request) => {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const linear = new LinearClient({
      apiKey,
      apiUrl,
      signal: AbortSignal.any([signal, timeout]),
      // A redirect must not send the key to another server.
      redirect: 'error',
    });
    try {
      return await whileWaitingFor('Linear', () => request(linear));
    } catch (error) {
      signal.throwIfAborted();
      throw toLinearError(asked, error, { ...facts, isTimeout: timeout.aborted });
    }
  };
}

/** The identifier of the new issue; the answer to its creation has only an id. */
async function createIssue(linear: LinearClient, input: Parameters<LinearClient['createIssue']>[0]): Promise<string> {
  const { issue } = await linear.createIssue(input);
  if (issue === undefined) throw new Error('The answer names no issue');
  return (await issue).identifier;
}

async function listIssues(ask: Ask, teamId: string, briefing: string): Promise<TrackedIssue[]> {
  const filter = {
    team: { id: { eq: teamId } },
    labels: { name: { eq: LABEL } },
    state: { type: { nin: CLOSED_STATES } },
  };
  const issues: TrackedIssue[] = [];
  let after: string | undefined;
  for (;;) {
    const query = { filter, first: PAGE_SIZE, ...(after !== undefined && { after }) };
    const { nodes, pageInfo } = await ask(OF_TEAM, (linear) => linear.issues(query));
    issues.push(
      ...[...nodes].flatMap(({ identifier, title, description }) => listed(identifier, title, description, briefing)),
    );
    after = pageInfo.endCursor ?? undefined;
    // Newest first, as Linear lists them.
    if (!pageInfo.hasNextPage || after === undefined) return issues.toReversed();
  }
}

/** The team's label, or a label shared by all teams. */
async function findOrCreateLabel(ask: Ask, teamId: string): Promise<string> {
  const filter = { name: { eq: LABEL }, or: [{ team: { id: { eq: teamId } } }, { team: { null: true } }] };
  const { nodes } = await ask(OF_TEAM, (linear) => linear.issueLabels({ filter }));
  const [label] = nodes;
  if (label !== undefined) return label.id;
  const input = { name: LABEL, color: LABEL_COLOR, teamId };
  return ask(OF_TEAM, async (linear) => {
    const { issueLabelId } = await linear.createIssueLabel(input);
    if (issueLabelId === undefined) throw new Error('The answer names no label');
    return issueLabelId;
  });
}

/** The first completed state, in the team's order. */
async function completedStateOf(ask: Ask, asked: AskedTracker, teamId: string): Promise<string> {
  const filter = { team: { id: { eq: teamId } }, type: { eq: 'completed' } };
  const { nodes } = await ask(OF_TEAM, (linear) => linear.workflowStates({ filter }));
  const [state] = nodes.toSorted((a, b) => a.position - b.position);
  if (state !== undefined) return state.id;
  throw permanent('has no completed state for the team', `Give ${asked.target} a workflow state of type completed.`);
}

function describeFor(issue: WantedIssue, earlier: string | null, now: Date): string {
  const before = earlier === null ? null : readDescription(earlier);
  const marker = markerOf(issue, before?.marker ?? null, now);
  // Linear stores no comments of HTML, but leaves code as it is.
  return describe(forService(issue.body), marker, before?.added ?? earlier ?? '');
}

/** The same id for the same name, in the form of version 4, which Linear demands. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The error for a request that the client of Linear gave up. */
function toLinearError(
  asked: AskedTracker,
  error: unknown,
  { isTimeout, ...facts }: RequestFacts & { readonly isTimeout: boolean },
): IssueTrackerError {
  if (!(error instanceof LinearError) || error.status === undefined) {
    const cause: unknown = error instanceof LinearError ? error.raw : error;
    return isRedirect(cause)
      ? permanent('redirects to another address', `Check ${asked.target} in briefing.yml: it may have moved.`)
      : toSilence(asked, isTimeout);
  }
  const complaint = error.errors?.map(({ message }) => message).join('; ') || error.raw?.response?.error || '';
  return toRefusal(asked, { ...facts, status: statusOf(error, complaint), headers: headersOf(error), complaint });
}

/** The error for a request without a usable answer. */
function toSilence({ apiUrl, timeoutMs }: AskedTracker, isTimeout: boolean): IssueTrackerError {
  return new IssueTrackerError({
    outcome: isTimeout
      ? `did not answer within ${timeoutMs / 1_000} s`
      : `could not be reached at ${new URL(apiUrl).host} or closed the connection`,
    remedy: 'Check the network and issues.apiUrl in briefing.yml if it is set.',
  });
}

/** Whether fetch refused to follow one, which it tells only in words. */
function isRedirect(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes('unexpected redirect')) return true;
  }
  return false;
}

function statusOf({ type, errors, status = 0 }: LinearError, complaint: string): number {
  // Without a type, the client guesses one from the status.
  const isTyped = (errors?.length ?? 0) > 0;
  const meant = (isTyped && type !== undefined ? STATUSES[type] : undefined) ?? status;
  return meant === 422 && /not found/iu.test(complaint) ? 404 : meant;
}

/** Linear tells by other names than most services when its limits are reset, in milliseconds since 1970. */
function headersOf(error: LinearError): Headers {
  const headers = new Headers(error.raw?.response?.headers);
  if (!(error instanceof RatelimitedLinearError)) return headers;
  const limits = [
    { remaining: error.requestsRemaining, resetAt: error.requestsResetAt },
    { remaining: error.complexityRemaining, resetAt: error.complexityResetAt },
  ].filter(({ resetAt }) => resetAt !== undefined);
  headers.set('x-ratelimit-remaining', limits.map(({ remaining }) => remaining ?? 0).join(', '));
  headers.set('x-ratelimit-reset', limits.map(({ resetAt }) => resetAt ?? 0).join(', '));
  return headers;
}

/** Services refuse longer ones; both take at least this much. */
const MAX_TITLE_LENGTH = 250;
const MAX_BODY_LENGTH = 60_000;
const CUT = '\n\n[…]\n\n';
/** Zero width: invisible, but the text is no longer a reference. */
const BREAK = '\u200B';

/**
 * Addresses stay as they are, so that they can be followed: services look for no names and numbers in them. They are matched
 * narrowly, because in what is no address after all, services do.
 */
const ADDRESS = String.raw`(?<![\p{L}\p{N}_])https?://(?:[a-z0-9]+[.-])+[a-z]{2,}(?:/[^\s<>"'()\[\]]*)?`;
/** `@name`, `#12`, and `GH-12` or `ENG-12`. */
const REFERENCE = String.raw`@(?=[\p{L}\p{N}_\[\-])|#(?=\d)|\b\p{Lu}[\p{Lu}\p{N}]{1,9}-(?=\d)`;
const ADDRESS_OR_REFERENCE = new RegExp(`${ADDRESS}|${REFERENCE}`, 'gu');

/** GitHub notifies an issue when a text links to it; GitHub's own redirect leads there without a notification. */
const GITHUB_REFERENCE = /^https?:\/\/(?:www\.)?github\.com(?=\/[^/]+\/[^/]+\/(?:issues|pull|discussions|commit)\/)/u;
/** Linear has no detour, and its addresses are no sources. */
const LINEAR_REFERENCE = /^(https?:\/\/linear\.ap)(?=p\/)/u;

/**
 * Markdown for a service. It quotes the web: it must not mention people, notify other issues, or be mistaken for a
 * marker.
 */
export function forService(body: string): string {
  return withoutReferences(withoutMarkers(withoutHiddenCharacters(cut(body))));
}

/** One line for a service. */
export function titleForService(title: string): string {
  const line = withoutHiddenCharacters(title).replaceAll(/\s+/gu, ' ').trim();
  return withoutReferences(line).slice(0, MAX_TITLE_LENGTH).toWellFormed();
}

function withoutReferences(text: string): string {
  return text.replaceAll(ADDRESS_OR_REFERENCE, (found) => {
    if (!found.startsWith('http')) return found.endsWith('-') ? `${found.slice(0, -1)}${BREAK}-` : `${found}${BREAK}`;
    return found.replace(GITHUB_REFERENCE, 'https://redirect.github.com').replace(LINEAR_REFERENCE, `$1${BREAK}`);
  });
}

/** The end stays: it names the slot. */
function cut(body: string): string {
  if (body.length <= MAX_BODY_LENGTH) return body;
  const lastLine = body.trimEnd().split('\n').at(-1)?.slice(0, 1_000) ?? '';
  return `${body.slice(0, MAX_BODY_LENGTH).toWellFormed()}${CUT}${lastLine}`;
}

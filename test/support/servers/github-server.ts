import { type IssueService, type ServiceAnswer, type ServiceRequest, startIssueService } from './issue-service.ts';

export interface GitHubIssue {
  readonly number: number;
  title: string;
  body: string;
  labels: string[];
  state: 'open' | 'closed';
  state_reason: string | null;
  readonly comments: { readonly id: number; readonly body: string }[];
  readonly isPullRequest: boolean;
}

export interface GitHubServer extends IssueService {
  readonly issues: GitHubIssue[];
  /** Adds an issue as a person would. */
  add(issue: Partial<GitHubIssue>): GitHubIssue;
}

const ISSUES = '/repos/ada/notes/issues';

/** The issues of the repository `ada/notes`, in the form of GitHub's REST interface. */
export async function startGitHubServer(): Promise<GitHubServer> {
  const issues: GitHubIssue[] = [];
  const add = (given: Partial<GitHubIssue>): GitHubIssue => {
    const issue: GitHubIssue = {
      number: issues.length + 1,
      title: 'untitled',
      body: '',
      labels: [],
      state: 'open',
      state_reason: null,
      comments: [],
      isPullRequest: false,
      ...given,
    };
    issues.push(issue);
    return issue;
  };
  const service = await startIssueService({
    operationOf: (method, path) => `${method} ${path}`,
    isChange: (operation) => !operation.startsWith('GET '),
    answer: (request) => answer(request, issues, add, service.origin),
  });
  return { ...service, issues, add };
}

function answer(
  { operation, parameters, body }: ServiceRequest,
  issues: readonly GitHubIssue[],
  add: (issue: Partial<GitHubIssue>) => GitHubIssue,
  origin: string,
): ServiceAnswer | undefined {
  if (operation === `GET ${ISSUES}`) {
    const found = issues.filter(
      ({ state, labels }) => state === parameters['state'] && labels.includes(parameters['labels'] ?? ''),
    );
    return page(found.map(toWire), ISSUES, parameters, origin);
  }
  if (operation === `POST ${ISSUES}`) return { status: 201, body: toWire(add(body)) };

  const [, method, path, number, rest = ''] = /^(\w+) (.*\/issues)\/(\d+)(\/comments)?$/.exec(operation) ?? [];
  const issue = path === ISSUES ? issues.find((one) => one.number === Number(number)) : undefined;
  if (issue === undefined) return undefined;
  const route = `${method} ${rest}`;
  if (route === 'GET ') return { status: 200, body: toWire(issue) };
  if (route === 'PATCH ') return { status: 200, body: toWire(Object.assign(issue, body)) };
  if (route === 'GET /comments') return page(issue.comments, `${ISSUES}/${number}/comments`, parameters, origin);
  if (route !== 'POST /comments') return undefined;
  const comment = { id: issue.comments.length + 1, body: String(body['body']) };
  issue.comments.push(comment);
  return { status: 201, body: comment };
}

function page(
  entries: readonly object[],
  path: string,
  parameters: Readonly<Record<string, string>>,
  origin: string,
): ServiceAnswer {
  const size = Number(parameters['per_page'] ?? 30);
  const number = Number(parameters['page'] ?? 1);
  const next = new URL(path, origin);
  for (const [name, value] of Object.entries({ ...parameters, page: String(number + 1) })) {
    next.searchParams.set(name, value);
  }
  const hasNext = number * size < entries.length;
  return {
    status: 200,
    headers: hasNext ? { link: `<${next.href}>; rel="next"` } : {},
    body: entries.slice((number - 1) * size, number * size),
  };
}

function toWire({ number, labels, isPullRequest, comments, ...issue }: GitHubIssue): object {
  return {
    id: 1_000 + number,
    node_id: `I_${number}`,
    number,
    ...issue,
    labels: labels.map((name, index) => ({ id: index, name, color: 'ededed', default: false })),
    user: { login: 'ada', id: 1 },
    comments: comments.length,
    created_at: '2026-03-06T07:00:00Z',
    updated_at: '2026-03-06T07:00:00Z',
    ...(isPullRequest && { pull_request: { url: `https://api.github.com/repos/ada/notes/pulls/${number}` } }),
  };
}

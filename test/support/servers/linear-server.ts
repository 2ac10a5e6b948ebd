import { type IssueService, type ServiceAnswer, type ServiceRequest, startIssueService } from './issue-service.ts';

export interface LinearIssue {
  readonly id: string;
  readonly identifier: string;
  title: string;
  description: string;
  teamId: string;
  labelIds: string[];
  stateId: string;
  priority: number;
}

export interface LinearServer extends IssueService {
  readonly issues: LinearIssue[];
  readonly labels: { readonly id: string; readonly name: string }[];
  readonly comments: { readonly id: string; readonly issueId: string; readonly body: string }[];
  /** Adds an issue as a person would. */
  add(issue: Partial<LinearIssue>): LinearIssue;
}

export const LINEAR_TEAM = '9cfb482a-81e3-4154-b5b9-2c805e70a02d';

const STATES = [
  { id: 'state-todo', name: 'Todo', type: 'unstarted', position: 1 },
  { id: 'state-shipped', name: 'Shipped', type: 'completed', position: 4 },
  { id: 'state-done', name: 'Done', type: 'completed', position: 3 },
  { id: 'state-canceled', name: 'Canceled', type: 'canceled', position: 5 },
];
const CHANGES = ['createIssue', 'updateIssue', 'createComment', 'createIssueLabel'];
const TIME = '2026-03-06T07:00:00.000Z';

interface Filter {
  readonly id?: { readonly eq: string };
  readonly name?: { readonly eq: string };
  readonly type?: { readonly eq: string };
  readonly team?: { readonly id: { readonly eq: string } };
  readonly labels?: { readonly name: { readonly eq: string } };
  readonly state?: { readonly type: { readonly nin: readonly string[] } };
}

/** Variables of the operations that the server knows. */
interface Variables {
  readonly id?: string;
  readonly filter?: Filter;
  readonly first?: number;
  readonly after?: string;
  readonly input?: Record<string, unknown>;
}

/** One team of Linear, in the form of its GraphQL interface; operations are told by their names. */
export async function startLinearServer(): Promise<LinearServer> {
  const state = {
    issues: [] as LinearIssue[],
    labels: [] as LinearServer['labels'],
    comments: [] as LinearServer['comments'],
  };
  const add = (given: Partial<LinearIssue>): LinearIssue => {
    const number = state.issues.length + 1;
    const issue = {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      identifier: `ENG-${number}`,
      title: 'untitled',
      description: '',
      teamId: LINEAR_TEAM,
      labelIds: [],
      stateId: 'state-todo',
      priority: 0,
      ...given,
    };
    state.issues.push(issue);
    return issue;
  };
  const service = await startIssueService({
    operationOf: (method, path, { query }) => {
      const name = /(?:query|mutation) (\w+)/.exec(String(query))?.[1];
      return method === 'POST' && path === '/graphql' && name !== undefined ? name : `${method} ${path}`;
    },
    isChange: (operation) => CHANGES.includes(operation),
    answer: (request) => answer(request, { ...state, add }),
  });
  return { ...service, ...state, add };
}

type State = Pick<LinearServer, 'issues' | 'labels' | 'comments' | 'add'>;

function answer({ operation, body }: ServiceRequest, state: State): ServiceAnswer | undefined {
  const variables = (body['variables'] ?? {}) as Variables;
  const result = operations[operation]?.(variables, state);
  if (result === undefined) return undefined;
  return result === null ? refusal(200, 'invalid input', 'Entity not found') : { status: 200, body: { data: result } };
}

/** An error in the form that Linear gives it. */
export function refusal(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  const extensions = {
    type,
    code: type.toUpperCase().replaceAll(' ', '_'),
    userError: true,
    userPresentableMessage: message,
  };
  return { status, headers, body: { errors: [{ message, extensions }], data: null } };
}

/** Null: there is no such entity. */
type Operation = (variables: Variables, state: State) => object | null;

const operations: Readonly<Record<string, Operation>> = {
  team: ({ id }) => (id === LINEAR_TEAM || id === 'ENG' ? { team: { ...TEAM, id: LINEAR_TEAM } } : null),
  issues: ({ filter = {}, first = 50, after }, { issues, labels }) => {
    const found = issues.filter((issue) => matches(issue, filter, labels)).reverse();
    const start = after === undefined ? 0 : Number(after);
    return { issues: connection(found.slice(start, start + first).map(toIssue), start + first, found.length) };
  },
  issue: ({ id }, { issues }) => {
    const issue = issueOf(issues, id);
    return issue === undefined ? null : { issue: toIssue(issue) };
  },
  createIssue: ({ input = {} }, { add }) => ({ issueCreate: { ...PAYLOAD, issue: { id: add(input).id } } }),
  updateIssue: ({ id, input }, { issues }) => {
    const issue = issueOf(issues, id);
    if (issue === undefined) return null;
    Object.assign(issue, input);
    return { issueUpdate: { ...PAYLOAD, issue: { id: issue.id } } };
  },
  comments: ({ filter }, { comments }) => {
    const found = comments.filter(({ id }) => id === filter?.id?.eq);
    return { comments: connection(found.map(toComment), found.length, found.length) };
  },
  createComment: ({ input = {} }, { comments }) => {
    const comment = { id: String(input['id']), issueId: String(input['issueId']), body: String(input['body']) };
    comments.push(comment);
    return { commentCreate: { ...PAYLOAD, comment: { id: comment.id } } };
  },
  issueLabels: ({ filter }, { labels }) => {
    const found = labels.filter(({ name }) => name === filter?.name?.eq).map((label) => ({ ...LABEL, ...label }));
    return { issueLabels: connection(found, found.length, found.length) };
  },
  createIssueLabel: ({ input }, { labels }) => {
    const label = { id: `label-${labels.length + 1}`, name: String(input?.['name']) };
    labels.push(label);
    return { issueLabelCreate: { ...PAYLOAD, issueLabel: { id: label.id } } };
  },
  workflowStates: ({ filter }) => {
    const found = STATES.filter(({ type }) => type === filter?.type?.eq).map((one) => ({ ...STATE, ...one }));
    return { workflowStates: connection(found, found.length, found.length) };
  },
};

function matches(issue: LinearIssue, filter: Filter, labels: State['labels']): boolean {
  const names = labels.filter(({ id }) => issue.labelIds.includes(id)).map(({ name }) => name);
  const type = STATES.find(({ id }) => id === issue.stateId)?.type ?? '';
  return (
    issue.teamId === filter.team?.id.eq &&
    names.includes(filter.labels?.name.eq ?? '') &&
    filter.state?.type.nin.includes(type) === false
  );
}

/** By its id or by its identifier. */
function issueOf(issues: readonly LinearIssue[], name: string | undefined): LinearIssue | undefined {
  return issues.find(({ id, identifier }) => id === name || identifier === name);
}

const PAYLOAD = { __typename: 'Payload', lastSyncId: 1, success: true };
const DATES = { createdAt: TIME, updatedAt: TIME, archivedAt: null };
const LABEL = {
  __typename: 'IssueLabel',
  ...DATES,
  color: '#5e6ad2',
  description: null,
  isGroup: false,
  team: { id: LINEAR_TEAM },
};
const STATE = { __typename: 'WorkflowState', ...DATES, color: '#5e6ad2', description: null, team: { id: LINEAR_TEAM } };
const TEAM = {
  __typename: 'Team',
  ...DATES,
  name: 'Engineering',
  key: 'ENG',
  displayName: 'Engineering',
  timezone: 'UTC',
};

function connection(nodes: readonly object[], end: number, total: number): object {
  const pageInfo = {
    __typename: 'PageInfo',
    startCursor: null,
    endCursor: String(end),
    hasPreviousPage: false,
    hasNextPage: end < total,
  };
  return { __typename: 'Connection', nodes, pageInfo };
}

function toIssue({ teamId, stateId, ...issue }: LinearIssue): object {
  return {
    __typename: 'Issue',
    ...DATES,
    ...issue,
    number: Number(issue.identifier.split('-')[1]),
    url: `https://linear.app/ada/issue/${issue.identifier}`,
    branchName: '',
    priorityLabel: '',
    previousIdentifiers: [],
    reactionData: [],
    reactions: [],
    sharedAccess: {
      __typename: 'IssueSharedAccess',
      disallowedIssueFields: [],
      isShared: false,
      sharedWithCount: 0,
      sharedWithUsers: [],
      viewerHasOnlySharedAccess: false,
    },
    syncedWith: null,
    botActor: null,
    team: { id: teamId },
    state: { id: stateId },
  };
}

function toComment(comment: State['comments'][number]): object {
  return { __typename: 'Comment', ...DATES, ...comment, reactionData: [], reactions: [], url: '', botActor: null };
}

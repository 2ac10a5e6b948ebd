import { createHash, randomUUID } from 'node:crypto';
import { type ConversationScope, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { AskMessage } from '../../workflows/conversation/messages.ts';
import { createSessionId, SESSION_PREFIX } from '../conversations/session-id.ts';
import { UnknownSessionError } from '../errors/failures.ts';
import { requireVisibleRun } from '../runs/run-owner.ts';
import type { ApiContext, ApiSettings } from './api-context.ts';
import type { QueryRequest } from './query-request.ts';
import { chooseSources, choosesSources } from './served-sources.ts';
import { readRecord, reportContext } from './stored-report.ts';

/** A message with the session that it goes to. */
export interface MessageToAsk {
  readonly sessionId: string;
  readonly userId: string | null;
  /** Null: the session exists, and has its sources. */
  readonly scope: ConversationScope | null;
  readonly ask: AskMessage;
}

/** What is needed to complete a request. */
interface AskingContext extends Pick<ApiContext, 'access'> {
  readonly settings: Pick<ApiSettings, 'sources' | 'conversation'>;
}

/**
 * Completes a request. The id of a new session follows from user and message id, so that the same request, sent again
 * after a lost connection, finds its session; it reveals nothing of the message, because ids appear in addresses and
 * logs. An id of the client's own stands in place of the message id: two users may choose the same.
 *
 * @throws {UsageError} for an unknown session, or another user's
 * @throws {RequestProblem} for an unknown source
 */
export async function messageToAsk(
  { access, settings }: AskingContext,
  request: QueryRequest,
  streams: boolean,
): Promise<MessageToAsk> {
  const { message, mode, history, rewriteVariant, research, instead } = request;
  const { sessionId: given, userId, about, messageId = randomUUID() } = request;
  const ask = { message, messageId, userId, mode, history, rewriteVariant, research, instead, streams };
  const isIssued = given?.startsWith(SESSION_PREFIX) === true;
  const isThread = about !== undefined;
  const sessionId = isThread ? threadOf(about, userId) : isIssued ? given : newSessionId(userId, given ?? messageId);
  const nullForNew = (error: unknown): null => {
    if (error instanceof UnknownSessionError && !isIssued) return null;
    throw error;
  };
  const mayBeKnown = given !== undefined || isThread;
  const known = mayBeKnown ? await access.conversations.view(sessionId, userId).catch(nullForNew) : null;
  if (known === null) return { sessionId, userId, scope: scopeOf(settings, request), ask };
  const { userId: owner } = known;
  const scope = choosesSources(request) && !isThread ? scopeOf(settings, { ...request, userId: owner }) : null;
  return { sessionId, userId: owner, scope, ask: { ...ask, userId: owner } };
}

function newSessionId(userId: string | null, chosen: string): string {
  return createSessionId(null, hashOf(userId, chosen).slice(0, 16));
}

function hashOf(userId: string | null, chosen: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, chosen]))
    .digest('hex');
}

/** Each user has one for a report. Lists know it by the id of the run in it. */
function threadOf(researchId: string, userId: string | null): string {
  return `${SESSION_PREFIX}on-${researchId}-${hashOf(userId, researchId).slice(0, 6)}`;
}

/** As much as one entry of what was said before may have. */
const LONGEST_ENTRY = 4_000;
/** Patterns that a message may have. */
const MOST_PATTERNS = 20;

/**
 * A message on a report, with the files that it cites and with what it says.
 *
 * @param viewer the user whose runs are visible; null: all runs are
 * @throws as {@link readRecord} does
 */
export async function withReport(
  { access, tools }: Pick<ApiContext, 'access' | 'tools'>,
  request: QueryRequest,
  viewer: string | null,
): Promise<QueryRequest> {
  const { about } = request;
  if (about === undefined) return request;
  await requireVisibleRun({ access, tools }, viewer, about);
  const record = await readRecord(
    reportContext(tools, async () => access),
    about,
  );
  const said = [
    { role: 'user' as const, text: record.anchor.originalQuestion },
    { role: 'assistant' as const, text: answerOf(record) },
  ];
  const history = said.flatMap(({ role, text }) => (text === '' ? [] : { role, text: text.slice(0, LONGEST_ENTRY) }));
  return { ...request, include: request.include ?? filesOf(record), history };
}

/** What the report says first. */
function answerOf({ report: { summary, keyFindings } }: ResearchRecord): string {
  const first = summary.length === 0 ? keyFindings : summary;
  return first
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

/** Undefined: its sources are no files, or more than can be named. */
function filesOf({ report: { citations } }: ResearchRecord): string[] | undefined {
  const names = new Set(citations.map(({ locator }) => locator.split('/').at(-1) ?? ''));
  const files = [...names].filter((name) => name !== '' && !/[\\*?{}[\]!,]/.test(name));
  const isOfFiles = files.length === names.size && citations.every(({ locator }) => !/^https?:/i.test(locator));
  return isOfFiles && files.length > 0 && files.length <= MOST_PATTERNS ? files : undefined;
}

function scopeOf({ sources, conversation }: AskingContext['settings'], request: QueryRequest): ConversationScope {
  const chosen = chooseSources(sources, request);
  const { userId } = request;
  return conversationScopeSchema.parse({ userId, ...chosen, settings: conversation });
}

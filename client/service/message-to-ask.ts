import { createHash, randomUUID } from 'node:crypto';
import { type ConversationScope, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import type { AskMessage } from '../../workflows/conversation/messages.ts';
import { createSessionId, SESSION_PREFIX } from '../conversations/session-id.ts';
import { UnknownSessionError } from '../errors/failures.ts';
import type { ApiContext, ApiSettings } from './api-context.ts';
import type { QueryRequest } from './query-request.ts';
import { chooseSources, choosesSources } from './served-sources.ts';

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
  const { message, userId, mode, history, rewriteVariant, research, messageId = randomUUID() } = request;
  const ask = { message, messageId, userId, mode, history, rewriteVariant, research, streams };
  const { sessionId: given } = request;
  const isIssued = given?.startsWith(SESSION_PREFIX) === true;
  const sessionId = isIssued ? given : newSessionId(userId, given ?? messageId);
  const nullForNew = (error: unknown): null => {
    if (error instanceof UnknownSessionError && !isIssued) return null;
    throw error;
  };
  const known = given === undefined ? null : await access.conversations.view(sessionId, userId).catch(nullForNew);
  if (known === null) return { sessionId, userId, scope: scopeOf(settings, request), ask };
  const { userId: owner } = known;
  const scope = choosesSources(request) ? scopeOf(settings, { ...request, userId: owner }) : null;
  return { sessionId, userId: owner, scope, ask: { ...ask, userId: owner } };
}

function newSessionId(userId: string | null, chosen: string): string {
  const random = createHash('sha256')
    .update(JSON.stringify([userId, chosen]))
    .digest('hex')
    .slice(0, 16);
  return createSessionId(null, random);
}

function scopeOf({ sources, conversation }: AskingContext['settings'], request: QueryRequest): ConversationScope {
  const chosen = chooseSources(sources, request);
  const { userId } = request;
  return conversationScopeSchema.parse({ userId, ...chosen, settings: conversation });
}

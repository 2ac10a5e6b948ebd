import { randomUUID } from 'node:crypto';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { ConversationScope } from '@plumbline/contracts/answers/conversation';
import type { AskMessage } from '../../../workflows/conversation/messages.ts';
import { loadProviders } from '../../configuration/provider-setup.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { tellStages } from '../../conversations/answer-watching.ts';
import { commands } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { type ConversationOptions, createScope, namesSources } from '../options/conversation-options.ts';
import { withUsual } from '../options/corpus-places.ts';

/** A session at the terminal; a new one has its id from the first message on. */
export interface OpenSession {
  sessionId: string | undefined;
  /** Null: the session exists, and has its sources. */
  readonly scope: ConversationScope | null;
  readonly options: ConversationOptions;
}

/** Checks the options before anything starts. @throws {UsageError} */
export async function openSession(
  context: CommandContext,
  given: ConversationOptions,
  command: 'ask' | 'chat',
): Promise<OpenSession> {
  const isNamed = given.session !== undefined || namesSources(given);
  const options = withUsual(given, context.config.usual, isNamed);
  const { usesExternalTemporal, environment } = context.config;
  const providers = await loadProviders(environment);
  const scope = createScope(options, { hasOwnWorkers: !usesExternalTemporal, providers, command });
  return { sessionId: options.session, scope, options };
}

/** A message as the session is sent it. @throws {UsageError} for one that no session takes */
export async function messageFor(
  { options }: OpenSession,
  message: string,
  given: { readonly research?: boolean; readonly messageId?: string | undefined },
): Promise<AskMessage> {
  const { research = false, messageId = randomUUID() } = given;
  const { checkMessage } = await import('../../conversations/conversation-client.ts');
  const { user, mode, rewrite: rewriteVariant } = options;
  const ask = { message, messageId, userId: user ?? null, mode, rewriteVariant, research };
  checkMessage(ask);
  return ask;
}

/** Asks in a session; Ctrl-C ends the waiting, not the answer. */
export async function askInSession(
  context: CommandContext,
  { conversations }: TemporalAccess,
  session: OpenSession,
  ask: AskMessage,
): Promise<AnswerResult> {
  const { options, sessionId } = session;
  try {
    const answering = conversations.ask({
      sessionId,
      scope: sessionId === options.session ? session.scope : null,
      ask,
      signal: context.signal,
      onSession: (id) => {
        session.sessionId = id;
      },
    });
    return await tellStages(answering, {
      conversations,
      sessionId: () => session.sessionId,
      tell: (line) => context.output.progress(line),
      signal: context.signal,
    });
  } catch (error) {
    if (context.signal.aborted && session.sessionId !== undefined) {
      context.output.notice(`\nThe answer goes on without you. See it: ${commands.chat(session.sessionId)}`);
    }
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { type ConversationScope, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { Client, Connection } from '@temporalio/client';
import { type ConversationClient, createConversationClient } from '../../client/conversations/conversation-client.ts';
import { createDataConverter } from '../../payloads/data-converter.ts';
import { type CliWorld, createCliWorld } from '../../test/support/processes/cli.ts';
import type { AskMessage } from '../../workflows/conversation/messages.ts';

/** A running server and worker in a home of their own, for the command line and for a client of this process. */
export interface AnswerWorld {
  readonly cli: CliWorld;
  readonly client: Client;
  readonly conversations: ConversationClient;
  /** Asks in a new session, or in the given one. */
  ask(asked: AskedInBench): Promise<AnswerResult>;
}

export interface AskedInBench extends Partial<Omit<AskMessage, 'messageId'>> {
  readonly message: string;
  readonly scope?: ConversationScope;
  readonly sessionId?: string;
  readonly onSession?: (sessionId: string) => void;
  readonly signal: AbortSignal;
}

/** @param variables settings of the worker, as a user sets them */
export async function withAnswerWorld<Result>(
  variables: Readonly<Record<string, string>>,
  body: (world: AnswerWorld) => Promise<Result>,
): Promise<Result> {
  const cli = await createCliWorld();
  try {
    const { code, stderr } = await cli.with(variables).run('up');
    if (code !== 0) throw new Error(`the server does not start:\n${stderr}`);
    const state = await cli.state();
    const connection = await Connection.connect({ address: state?.address ?? '' });
    const client = new Client({ connection, dataConverter: createDataConverter([]) });
    const taskQueue = state?.worker?.taskQueue ?? '';
    const conversations = createConversationClient({ client, taskQueue, tenant: null, hidesQuestions: false });
    try {
      return await body({ cli, client, conversations, ask: (asked) => askOf(conversations, asked) });
    } finally {
      await connection.close();
    }
  } finally {
    await cli.close();
  }
}

export function scopeOf(scope: Readonly<Record<string, unknown>>): ConversationScope {
  return conversationScopeSchema.parse(scope);
}

function askOf(
  conversations: ConversationClient,
  { scope, sessionId, onSession, signal, ...ask }: AskedInBench,
): Promise<AnswerResult> {
  return conversations.ask({
    sessionId,
    scope: scope ?? null,
    ask: { ...ask, messageId: randomUUID() },
    signal,
    ...(onSession !== undefined && { onSession }),
  });
}

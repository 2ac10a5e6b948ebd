import { randomUUID } from 'node:crypto';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { type ConversationScope, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import {
  type ConversationClient,
  createConversationClient,
} from '../../../client/conversations/conversation-client.ts';
import type { AskMessage } from '../../../workflows/conversation/messages.ts';
import type { ScriptedActivities } from '../builders/scripted-activities.ts';
import { createWorkflowWorld, keepHistory, type WorkflowWorld } from './workflow-world.ts';

/** Sessions on a real server, around workers of the test. */
export interface ConversationWorld {
  readonly workflows: WorkflowWorld;
  readonly conversations: ConversationClient;
  readonly open: (scope?: Record<string, unknown>) => TestSession;
  /** Runs the body with workers around these activities. */
  answering<Result>(
    scripted: ScriptedActivities,
    body: (open: ConversationWorld['open']) => Promise<Result>,
    release?: { readonly code: string },
  ): Promise<Result>;
  /** The task queue of each activity that an answer asked for, by its name. */
  queuesOf(answerId: string): Promise<ReadonlyMap<string, string>>;
  /** Keeps the history of an answer for the replay ring, where histories are recorded. */
  keep(answerId: string, shape: string): Promise<void>;
  close(): Promise<void>;
}

/** One session; it begins with its first message. */
export interface TestSession {
  readonly sessionId: string;
  readonly scope: ConversationScope;
  ask(message: string, changes?: Partial<AskMessage>): Promise<AnswerResult>;
}

export async function createConversationWorld(address: string): Promise<ConversationWorld> {
  const workflows = await createWorkflowWorld(address);
  const { client, taskQueue } = workflows;
  const conversations = createConversationClient({ client, taskQueue, tenant: null, hidesQuestions: false });
  const world: ConversationWorld = {
    workflows,
    conversations,
    answering: (scripted, body, release) => workflows.withWorkers(scripted, () => body(world.open), release),
    async queuesOf(answerId) {
      const { events } = await client.workflow.getHandle(answerId).fetchHistory();
      const asked = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
      return new Map(asked.map(({ activityType, taskQueue }) => [activityType?.name ?? '', taskQueue?.name ?? '']));
    },
    keep: (answerId, shape) => keepHistory(client.workflow.getHandle(answerId), shape),
    open(given = {}) {
      const scope = conversationScopeSchema.parse({ corpusDirectories: ['/corpus'], ...given });
      const sessionId = `chat-${randomUUID()}`;
      return {
        sessionId,
        scope,
        ask: (message, changes = {}) =>
          conversations.ask({
            sessionId,
            scope,
            ask: { message, messageId: randomUUID(), userId: scope.userId, ...changes },
            signal: AbortSignal.timeout(240_000),
          }),
      };
    },
    close: () => workflows.close(),
  };
  return world;
}

import { CONVERSATION } from '../../workflows/contracts/conversation.ts';
import { memoText, type RunStatus, statusOf } from '../runs/run-observation.ts';
import type { SessionOptions } from './session-opening.ts';

export interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly userId: string | null;
  readonly status: RunStatus;
  readonly startedAt: string;
}

const MAX_LISTED = 200;

/** Newest first. @param wanted left out: of everybody; null: of nobody */
export async function listSessions(
  { client, taskQueue }: SessionOptions,
  wanted?: string | null,
): Promise<ListedSession[]> {
  const sessions = new Map<string, ListedSession>();
  const query = `WorkflowType = '${CONVERSATION}' AND TaskQueue = '${taskQueue}'`;
  for await (const run of client.workflow.list({ query })) {
    // Each execution of a session is listed; the newest comes first.
    if (sessions.has(run.workflowId)) continue;
    const userId = memoText(run, 'userId') || null;
    if (wanted !== undefined && userId !== wanted) continue;
    sessions.set(run.workflowId, {
      sessionId: run.workflowId,
      title: memoText(run, 'title'),
      userId,
      status: statusOf(run),
      startedAt: run.startTime.toISOString(),
    });
    if (sessions.size === MAX_LISTED) break;
  }
  return [...sessions.values()];
}

import type { WebProvider } from './web-search.ts';

/** Kinds of work; a worker process can be limited to some. `main` is workflows and cheap activities. */
export const WORK_KINDS = ['main', 'model', 'web'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A queue within a kind of work: each web provider has its own, which carries the provider's rate limit. */
export type QueueName = WorkKind | `web-${WebProvider}`;

/**
 * Queue for one kind of work.
 *
 * @param baseQueue queue of the workflows; it carries the store's id, so two checkouts on one server stay apart
 */
export function taskQueueFor(baseQueue: string, name: QueueName): string {
  return name === 'main' ? baseQueue : `${baseQueue}-${name}`;
}

/** After this time the server gives up on a worker that was killed during a workflow task. */
export const WORKFLOW_TASK_TIMEOUT_MS = 5_000;

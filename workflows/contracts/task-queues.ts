/** Work that a worker process can be narrowed to; `main` is workflows and cheap activities. */
export const WORK_KINDS = ['main', 'model'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/**
 * Queue for one kind of work.
 *
 * @param baseQueue queue of the workflows; it carries the store's id, so two checkouts on one server stay apart
 */
export function taskQueueFor(baseQueue: string, kind: WorkKind): string {
  return kind === 'main' ? baseQueue : `${baseQueue}-${kind}`;
}

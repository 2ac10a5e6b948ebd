import { z } from 'zod';

/**
 * Where an activity can be intercepted. `middle`: at the first call to one of its dependencies, or before its result
 * when it has none. `in flight`: its request is with another server, unanswered. `after`: all is done, nothing is
 * reported.
 */
export const INSTANTS = ['before', 'middle', 'in flight', 'after'] as const;

/** What the workflow's own code is called among the activities. */
export const WORKFLOW_TASK = 'workflow task';

/** What the worker process itself is called among them. */
export const WORKER = 'worker';

/** A point that a worker has reached. It waits there until released. */
export const pointSchema = z.object({
  /** Process of the worker. */
  pid: z.int(),
  /** Name of the activity, {@link WORKFLOW_TASK} or {@link WORKER}. */
  activity: z.string(),
  activityId: z.string(),
  attempt: z.int(),
  /** One of {@link INSTANTS}; `failed` instead of `after`; `progress` of a folder; the stage that a workflow task enters; `stopping`. */
  instant: z.string(),
});
export type Point = z.infer<typeof pointSchema>;

/** Headers that say which cell and which attempt a request of a worker belongs to. */
export const CELL_HEADER = 'x-chaos-cell';
export const CALL_HEADER = 'x-chaos-call';

/** Variable with the address where workers report; read by the instrumented worker alone. */
export const CONTROL_VARIABLE = 'PLUMBLINE_CHAOS_CONTROL';

import { spanIdOf, type TraceExport, traceOf } from '@plumbline/adapters/trace-export';
import type { Context, Info } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptors } from '@temporalio/worker';
import type { ThreadProgram } from '../activity-threads/activity-thread-handle.ts';

/** A span for each attempt of an activity, in the trace of its workflow. */
export function traceActivities({ add }: Pick<TraceExport, 'add'>) {
  return ({ info }: Context): ActivityInterceptors => ({
    inbound: {
      async execute(input, next) {
        const startMs = Date.now();
        const end = (failure?: string) =>
          add({ ...placeOf(info), name: info.activityType, kind: 'internal', startMs, endMs: Date.now(), failure });
        try {
          const result = await next(input);
          end();
          return result;
        } catch (error) {
          end(kindOf(error));
          throw error;
        }
      },
    },
  });
}

/** A span for what the body of an activity has just measured, below that of the attempt. */
export function traceMeasured({ add }: Pick<TraceExport, 'add'>): NonNullable<ThreadProgram['onMeasured']> {
  let count = 0;
  return (info, { name, value: seconds, tags }) => {
    const { traceId, spanId: parentSpanId } = placeOf(info);
    count += 1;
    const spanId = spanIdOf(`${parentSpanId} ${count}`);
    const endMs = Date.now();
    const attributes = textsOf(tags);
    const startMs = endMs - seconds * 1_000;
    add({
      traceId,
      spanId,
      parentSpanId,
      name: attributes['name'] ?? name,
      kind: 'client',
      startMs,
      endMs,
      attributes,
    });
  };
}

function placeOf({ workflowExecution, workflowType = '', activityId, attempt }: Info) {
  const { workflowId = '', runId = '' } = workflowExecution ?? {};
  const { traceId, spanId: parentSpanId } = traceOf(workflowId);
  const spanId = spanIdOf(`${runId} ${activityId} ${attempt}`);
  const attributes = {
    'temporal.workflow.id': workflowId,
    'temporal.workflow.type': workflowType,
    'temporal.activity.attempt': attempt,
  };
  return { traceId, spanId, parentSpanId, attributes };
}

/** Without its message, which Temporal may have to encrypt. */
function kindOf(error: unknown): string {
  if (error instanceof ApplicationFailure && typeof error.type === 'string') return error.type;
  return error instanceof Error ? error.name : 'error';
}

function textsOf(tags: object): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, String(value)]));
}

import { z } from '@hono/zod-openapi';
import { STAGES } from '@plumbline/contracts/report/progress';
import type { PublicProgress } from '@plumbline/contracts/report/run-view';
import { usageSchema } from '@plumbline/contracts/research/accounting';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';

const stage = z.enum(STAGES).nullable();

export const startedRunSchema = z
  .object({
    researchId: z.string(),
    /** The run existed. */
    attached: z.boolean(),
    webUi: z.string().nullable(),
  })
  .openapi('StartedRun');

export const labelSchema = z
  .object({
    name: z.string().nullable().openapi({ description: 'what a person called it; null: nothing' }),
    isPinned: z.boolean().openapi({ description: 'stays at the top of lists' }),
  })
  .openapi('Label');

export const listedRunSchema = z
  .object({
    researchId: z.string(),
    question: z.string(),
    stage,
    awaitingInput: z.boolean(),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    userId: z.string().nullable().openapi({ description: 'the run’s user' }),
    usage: usageSchema.nullable().openapi({ description: 'what it has used, as far as the store knows' }),
    findings: z.int().nullable().openapi({ description: 'all that it has found so far' }),
    corpusId: z.string().nullable().openapi({ description: 'runs with the same one search the same folders' }),
    advice: z.string().nullable().openapi({ description: 'what to do about a run that failed, with the command' }),
    ...labelSchema.shape,
  })
  .openapi('ListedRun');

const progressSchema = z.custom<PublicProgress>().openapi({
  type: 'object',
  description:
    'What the run tells of itself: stage, tasks, usage, limits, pendingClarification (its questions), planToApprove, waits, gaps, degradations, steering, ledger, result.',
});

export const runSchema = z
  .object({
    researchId: z.string(),
    question: z.string(),
    stage,
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    awaitingInput: z.boolean(),
    from: z
      .enum(['worker', 'server', 'store'])
      .openapi({ description: 'where it comes from; without a worker it may be old' }),
    progress: progressSchema.nullable(),
    workerLastSeenAt: z.string().nullable(),
    workerIsBusy: z.boolean(),
    activities: z
      .array(
        z.object({
          activity: z.string(),
          startedAt: z.string().nullable(),
          lastHeartbeatAt: z.string().nullable(),
          doing: z.string().nullable(),
        }),
      )
      .readonly(),
    retries: z
      .array(
        z.object({
          activity: z.string(),
          attempt: z.int(),
          cause: z.string(),
          nextAttemptAt: z.string().nullable(),
        }),
      )
      .readonly(),
    failingTask: z.object({ attempt: z.int(), cause: z.string() }).nullable(),
    failure: z.string().nullable(),
    advice: z.string().nullable().openapi({ description: 'what to do about a run that failed, with the command' }),
    webUi: z.string().nullable(),
    hasReport: z.boolean(),
  })
  .openapi('Run');

export const deliverySchema = z
  .object({
    researchId: z.string(),
    accepted: z
      .literal(true)
      .nullable()
      .openapi({ description: 'null: stored with the run, which has no worker at the moment' }),
    stage,
    pendingClarification: z
      .custom<PendingClarification>()
      .nullable()
      .openapi({ type: 'object', description: 'questions that are still open' }),
  })
  .openapi('Delivery');

export const cancelledSchema = z.object({ researchId: z.string() }).openapi('Cancellation');

export type ListedRun = z.infer<typeof listedRunSchema>;
export type Delivery = z.infer<typeof deliverySchema>;

import { z } from '@hono/zod-openapi';
import { usageSchema } from '../../../workflows/contracts/accounting.ts';
import { answerResultSchema } from '../../../workflows/contracts/answer.ts';
import { filtersSchema } from '../../../workflows/contracts/catalogue.ts';
import { sessionLimitsSchema } from '../../../workflows/contracts/conversation-settings.ts';
import { feedbackSchema, turnSchema } from '../../../workflows/contracts/conversation.ts';
import { RUN_STATUSES } from '../../runs/run-observation.ts';
import { named } from './described.ts';
import { sessionIdSchema, userIdSchema, userParameterSchema } from './query-request.ts';

export const answerSchema = named(answerResultSchema, 'Answer');

export const listedSessionSchema = z
  .object({
    sessionId: z.string(),
    /** The beginning of its first message. */
    title: z.string(),
    userId: z.string().nullable(),
    /** A session that completed goes on with its next message. */
    status: z.enum(RUN_STATUSES),
    startedAt: z.string(),
  })
  .openapi('ListedSession');

export const sessionSchema = z
  .object({
    sessionId: z.string(),
    userId: z.string().nullable(),
    turns: z.int(),
    thread: z.array(turnSchema).readonly(),
    answers: z.array(answerSchema).readonly(),
    filters: z.record(z.string(), filtersSchema),
    pending: z
      .array(z.object({ answerId: z.string(), messageId: z.string(), message: z.string() }))
      .readonly()
      .openapi({ description: 'being answered, then waiting' }),
    answering: z.string().nullable().openapi({ description: 'id of the answer under way' }),
    usage: usageSchema,
    limits: sessionLimitsSchema,
  })
  .openapi('Session');

export const sessionPathSchema = z.object({ sessionId: sessionIdSchema.openapi({ example: 'chat-6d0c8a1f2b3e4d5c' }) });

export const userQuerySchema = z.strictObject({ userId: userParameterSchema });

export const feedbackRequestSchema = feedbackSchema
  .extend({ userId: userIdSchema })
  .openapi('Feedback', { example: { answerId: 'chat-6d0c8a1f2b3e4d5c:1', verdict: 'helpful' } });

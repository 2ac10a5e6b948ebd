import { z } from '@hono/zod-openapi';
import { askSchema } from '@plumbline/contracts/answers/conversation';
import { described } from './described.ts';
import { sourceChoiceShape } from './served-sources.ts';

/** Message ids that fit into a header. */
const MESSAGE_ID = /^[\w.-]{1,100}$/;

const { message, userId, mode, history, rewriteVariant, research, instead } = askSchema.shape;

/** Temporal takes no half characters. */
const isWellFormed = (id: string): boolean => id.isWellFormed();

/** Without blanks, so that the id of an answer fits into a header. */
export const sessionIdSchema = z
  .string()
  .max(300)
  .regex(/^[^\s;]+$/, 'is not the id of a session')
  .refine(isWellFormed, 'is not the id of a session');

export const messageIdSchema = z.string().regex(MESSAGE_ID, 'use 1 to 100 letters, digits and . _ -').openapi({
  description:
    'Choose a UUID to be able to send the message again after a lost connection: it is answered once, also without sessionId.',
  example: '0f6c1d1e-5a0c-4b41-9f0e-1f6f2c7d9a11',
});

const whose = {
  description: 'whose session it is, others get 404; default: the token’s user',
  example: 'anna',
};
/** Who asks: sessions with a user are shown to that user alone. */
export const userIdSchema = described(userId, whose);
/** The same in an address. */
export const userParameterSchema = described(userId.unwrap().unwrap(), whose).optional();

/** A message, as `POST /api/query` and `POST /api/query/stream` take it. */
export const queryRequestSchema = z
  .strictObject({
    message: described(message, { example: 'How do I limit the number of connections?' }),
    sessionId: sessionIdSchema.optional().openapi({
      description: 'to go on with; an id of your own, without chat- before it, begins a session; default: a new one',
    }),
    userId: userIdSchema,
    mode: described(mode, { description: 'deep and pro search again if the first answer is insufficient' }),
    history: described(history, { description: 'what was said before outside of this session, oldest first' }),
    rewriteVariant: described(rewriteVariant, { description: 'none uses the message unchanged' }),
    research: described(research, { description: 'starts a research run with the message' }),
    instead: described(instead, { description: 'number of the turn that it replaces, with all that followed' }),
    messageId: messageIdSchema.optional(),
    about: z.string().min(1).max(280).refine(isWellFormed, 'is not the id of a run').optional().openapi({
      description:
        'id of a finished run, in place of sessionId: asks on its report, in a thread of its own over the files that it cites',
    }),
    ...sourceChoiceShape,
  })
  .openapi('Query');
export type QueryRequest = z.infer<typeof queryRequestSchema>;

const switchText = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();
const namesText = z
  .union([z.string().transform((name) => [name]), z.array(z.string())])
  .optional()
  .openapi({ type: 'array', items: { type: 'string' } });

/** The same in an address, without history; all of it may be left out if `Last-Event-ID` names an answer. */
export const queryParametersSchema = z.strictObject({
  message: message.optional().openapi({ example: 'How do I limit the number of connections?' }),
  sessionId: sessionIdSchema.optional(),
  userId: userParameterSchema,
  mode: z.enum(['quick', 'deep', 'pro']).optional(),
  rewriteVariant: z.enum(['standard', 'none']).optional(),
  research: switchText,
  messageId: messageIdSchema.optional(),
  documents: namesText,
  include: namesText,
  exclude: namesText,
  catalogues: namesText,
  web: switchText,
});

/** Where a reader of a stream stopped: its `Last-Event-ID`. */
export type ResumePoint =
  /** The answer was known by then; `after` is the number of the last event. */
  | { readonly answerId: string; readonly after: number }
  /** Only the message was sent: asking it again under the same id changes nothing. */
  | { readonly messageId: string };

export function eventIdOf(answerId: string, sequence: number): string {
  return `${answerId};${sequence}`;
}

/** Null: the id was not issued here. */
export function readEventId(text: string): ResumePoint | null {
  const [, answerId, after] = /^([^\s;]+:\d{1,9});(\d{1,9})$/.exec(text) ?? [];
  if (answerId !== undefined) return { answerId, after: Number(after) };
  return MESSAGE_ID.test(text) ? { messageId: text } : null;
}

import { z } from '@hono/zod-openapi';

export const viewSchema = z
  .object({
    variables: z
      .array(
        z.object({
          name: z.string(),
          meaning: z.string(),
          value: z.string().nullable().openapi({ description: 'null: not set, or not valid' }),
          source: z.enum(['environment', 'file', 'default']).openapi({ description: 'the environment wins' }),
          otherwise: z.string().openapi({ description: 'what holds where it is not set' }),
        }),
      )
      .readonly(),
    secrets: z.array(z.object({ name: z.string(), meaning: z.string(), isSet: z.boolean() })).readonly(),
    found: z
      .array(
        z.object({
          server: z.string(),
          baseURL: z.string(),
          chat: z.string().nullable(),
          embedding: z.string().nullable(),
        }),
      )
      .readonly()
      .openapi({ description: 'model servers on this machine, where no model is set' }),
  })
  .openapi('Configuration');

export const changedSchema = viewSchema
  .extend({ worker: z.enum(['same', 'renewed', 'yours']).openapi({ description: 'yours: start the workers again' }) })
  .openapi('ChangedConfiguration');

export const outcomeSchema = z
  .object({
    ok: z.boolean(),
    outcome: z.enum(['off', 'ready', 'answers', 'failed']).openapi({
      description: 'off: it is not set up; answers: a server does; ready: nothing was asked',
    }),
    detail: z.string(),
    remedy: z.string().nullable(),
  })
  .openapi('ConfigurationOutcome');

/** What the server is set up with. */
export type Configuration = z.infer<typeof viewSchema>;
export type ChangedConfiguration = z.infer<typeof changedSchema>;
/** What became of a trial. */
export type Outcome = z.infer<typeof outcomeSchema>;

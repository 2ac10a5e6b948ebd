import { z } from '@hono/zod-openapi';
import { ONESELF } from '../../conversations/session-owner.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { tokenUserOf } from '../server/users.ts';
import { jsonResponses, routesOf } from './responses.ts';

const amounts = (schema: z.ZodType<number | null>) => z.object({ runs: schema, tokens: schema, money: schema });

const userSchema = z
  .object({
    userId: z.string().nullable().openapi({ description: 'the token’s user; null: requests name their user' }),
    quotas: z
      .array(
        z.object({
          of: z.enum(['user', 'tenant']),
          used: amounts(z.number()),
          left: amounts(z.number().nullable()).openapi({ description: 'null: no limit' }),
          renewsAt: z.string().openapi({ description: 'ISO 8601' }),
        }),
      )
      .openapi({ description: 'what was used today (UTC): runs, tokens of models, US dollars; empty: no quota' }),
    oneself: z
      .string()
      .nullable()
      .openapi({ description: 'whom questions of the page carry where the token names no user; null: it does' }),
  })
  .openapi('User');

const define = routesOf('Memory');

const route = define('get', '/api/user', {
  summary: 'The user of the requests, and what is left of the quotas',
  responses: jsonResponses('the user', userSchema),
});

/** `/api/user`. */
export function addUserRoute(api: Api, { tools: { spending } }: ApiContext): void {
  api.openapi(route, async (http) => {
    const userId = tokenUserOf(http);
    const quotas = (await spending.usedBy(userId)).map(({ kind, quota, used, renewsAt }) => {
      const left = (name: keyof typeof quota) => {
        const most = quota[name];
        return most === null ? null : Math.max(0, most - used[name]);
      };
      const remaining = { runs: left('runs'), tokens: left('tokens'), money: left('money') };
      return { of: kind, used, left: remaining, renewsAt };
    });
    return http.json({ userId, oneself: userId === null ? ONESELF : null, quotas }, 200);
  });
}

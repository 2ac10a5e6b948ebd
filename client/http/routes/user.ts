import { createRoute, z } from '@hono/zod-openapi';
import { ONESELF } from '../../conversations/session-owner.ts';
import type { Api } from '../../service/api-context.ts';
import { tokenUserOf } from '../server/users.ts';
import { jsonResponses } from './responses.ts';

const userSchema = z
  .object({
    userId: z.string().nullable().openapi({ description: 'the token’s user; null: requests name their user' }),
    oneself: z
      .string()
      .nullable()
      .openapi({ description: 'whom questions of the page carry where the token names no user; null: it does' }),
  })
  .openapi('User');

const route = createRoute({
  method: 'get',
  path: '/api/user',
  tags: ['Memory'],
  summary: 'The user of the requests',
  responses: jsonResponses('the user', userSchema),
});

/** `/api/user`. */
export function addUserRoute(api: Api): void {
  api.openapi(route, (http) => {
    const userId = tokenUserOf(http);
    return http.json({ userId, oneself: userId === null ? ONESELF : null }, 200);
  });
}

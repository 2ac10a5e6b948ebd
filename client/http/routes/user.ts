import { createRoute, z } from '@hono/zod-openapi';
import type { Api } from '../../service/api-context.ts';
import { tokenUserOf } from '../server/users.ts';
import { jsonResponses } from './responses.ts';

const userSchema = z
  .object({
    userId: z.string().nullable().openapi({ description: 'the token’s user; null: requests name their user' }),
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
  api.openapi(route, (http) => http.json({ userId: tokenUserOf(http) }, 200));
}

import { createRoute, z } from '@hono/zod-openapi';
import type { Api } from '../../service/api-context.ts';
import { tokenUserOf } from '../server/users.ts';
import { jsonResponses } from './responses.ts';

const userSchema = z
  .object({
    userId: z
      .string()
      .nullable()
      .openapi({ description: 'the user that the token names; null: requests say whose they are' }),
  })
  .openapi('User');

const route = createRoute({
  method: 'get',
  path: '/api/user',
  tags: ['Memory'],
  summary: 'Whose requests they are',
  responses: jsonResponses('the user', userSchema),
});

/** `/api/user`. */
export function addUserRoute(api: Api): void {
  api.openapi(route, (http) => http.json({ userId: tokenUserOf(http) }, 200));
}

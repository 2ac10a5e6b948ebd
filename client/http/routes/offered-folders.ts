import { z } from '@hono/zod-openapi';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { foldersOf } from '../../service/library.ts';
import { offeredFolder, offeredIn } from '../../service/offered-folders.ts';
import { tokenUserOf } from '../server/users.ts';
import { jsonBody, jsonResponses, routesOf } from './responses.ts';

const offeredPath = z
  .string()
  .max(2_000)
  .openapi({ description: 'as it was listed; empty: the folders that are offered', example: 'documents/manuals' });

const define = routesOf('Library');

const listOffered = define('get', '/api/offered-folders', {
  summary: 'The folders of the server among which people may choose, level by level',
  request: { query: z.object({ path: offeredPath.default('') }) },
  responses: jsonResponses(
    'the folders in it',
    z.object({ folders: z.array(z.object({ name: z.string(), path: z.string() })) }),
  ),
});

const choose = define('post', '/api/offered-folders', {
  summary: 'Choose an offered folder: it is searched where it is, and nothing is copied',
  request: { body: jsonBody(z.strictObject({ path: offeredPath.min(1) }).openapi('OfferedFolder')) },
  responses: jsonResponses('how requests name it', z.object({ name: z.string() })),
});

/** `/api/offered-folders`: folders of the server that people may choose as sources. */
export function addOfferedFolderRoutes(api: Api, context: ApiContext): void {
  const { sources } = context.settings;
  api.openapi(listOffered, async (http) =>
    http.json({ folders: await offeredIn(sources, http.req.valid('query').path) }, 200),
  );
  api.openapi(choose, async (http) => {
    const user = tokenUserOf(http);
    const directory = await offeredFolder(sources, http.req.valid('json').path);
    const known = (await foldersOf(context, user)).find((folder) => folder.directory === directory);
    if (known === undefined) await context.tools.chosenFolders.add(user, directory);
    const folders = known === undefined ? await foldersOf(context, user) : [known];
    return http.json({ name: folders.find((folder) => folder.directory === directory)?.name ?? '' }, 200);
  });
}

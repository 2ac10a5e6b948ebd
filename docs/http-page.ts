import { z } from 'zod';
import { createApiWorld } from '../test/support/builders/api-world.ts';

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string(), tags: z.tuple([z.string()]) }))),
});

/** The page on all requests of the HTTP API, by the chapters of its OpenAPI document. */
export function renderHttpRoutes(): string {
  const world = createApiWorld();
  const { paths } = documentSchema.parse(
    world.api.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Plumbline', version: '1' } }),
  );
  world.close();
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, tags }]) => ({ path, method, summary, chapter: tags[0] })),
  );
  return [
    '# Requests of the HTTP API',
    '',
    '<!-- Written by `npm run docs` from the definitions of the routes. -->',
    '',
    'The [HTTP API](http-api.md) says what they are for. `GET /openapi.json` of a server describes every field of them.',
    ...[...Map.groupBy(routes, ({ chapter }) => chapter)].flatMap(([chapter, members]) => [
      '',
      `## ${chapter}`,
      '',
      '| Request | Does |',
      '| --- | --- |',
      ...members.map(({ method, path, summary }) => `| \`${method.toUpperCase()} ${path}\` | ${summary} |`),
    ]),
    '',
  ].join('\n');
}

import { filePatternsSchema } from '@plumbline/contracts/common/file-selection';
import { memoryUserSchema } from '@plumbline/contracts/research/memory';
import { z } from 'zod';
import { UsageError } from '../../errors/failures.ts';
import type { McpContext, McpSettings } from '../served/mcp-context.ts';

export const runIdField = z
  .string()
  .min(1)
  .max(300)
  .describe('id of the run, as research_start or research_list gave it');

/** The fields that choose among the sources of the server, with their names. */
export function sourceFields({ sources: { documents, web } }: McpSettings) {
  const names = documents.size === 0 ? 'there are none' : [...documents.keys()].join(', ');
  const searched = web === null ? 'this server does not search it' : `by ${web.providers.join(', ')}`;
  return {
    documents: z
      .array(z.string().min(1).max(200))
      .max(16)
      .optional()
      .describe(`names of the document folders to use (${names}); left out: all`),
    include: filePatternsSchema
      .optional()
      .describe('only files of the folders that match one of these patterns, as in .gitignore, like *.md or minutes/'),
    exclude: filePatternsSchema.optional().describe('no files that match one of these patterns'),
    web: z.boolean().optional().describe(`whether to search the web (${searched}); default: if the server does`),
  };
}

/** What {@link sourceFields} name: sources that the server offers to everybody. */
export const SOURCE_NAMES = { documents: 'nothing', include: 'nothing', exclude: 'nothing' } as const;

/** The field that names the user of the memory or session. */
export function userField({ user }: McpSettings) {
  const whose =
    user === null ? 'name of the person: whose memory or sessions' : 'leave it out: the server has its user';
  return memoryUserSchema.optional().describe(whose);
}

/** The user of a call, or null. @throws {UsageError} for a user other than the server's */
export function userOf({ user }: McpSettings, named: string | undefined): string | null {
  if (user === null || named === undefined || named === user) return named ?? user;
  throw new UsageError('this server works for another user', 'Leave out userId.');
}

/** The user whose memory is meant. @throws {UsageError} if no user is named */
export function memoryUserOf(settings: McpSettings, named: string | undefined): string {
  const user = userOf(settings, named);
  if (user !== null) return user;
  throw new UsageError('a memory needs a user', 'Give userId: ask the person for a name, and always use that one.');
}

/** @throws {UsageError} for a server that was started without sources */
export function requireSources({ settings }: Pick<McpContext, 'settings'>): void {
  const { documents, catalogues, web } = settings.sources;
  if (documents.size + catalogues.size > 0 || web !== null) return;
  throw new UsageError(
    'this server has no documents yet',
    'Add some with library_add, or tell the person to add --corpus <folder> or --web to the command that starts it.',
  );
}

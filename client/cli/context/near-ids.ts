import { type UnknownRunError, UsageError } from '../../errors/failures.ts';
import { nearResearchIds } from '../../runs/research-id.ts';
import type { CommandContext } from './command-context.ts';

/** The error with the ids of stored runs that resemble the one given. */
export async function withNearIds(context: CommandContext, error: UnknownRunError): Promise<UsageError> {
  const runs = await (await context.tools()).runs.list();
  const near = nearResearchIds(
    error.researchId,
    runs.map(({ researchId }) => researchId),
  );
  if (near.length === 0) return error;
  return new UsageError(error.message, `Did you mean ${near.join(', ')}? ${error.remedy}`, { cause: error });
}

import { earlierRecords } from '../../../workers/home/home-folder.ts';
import { type UnknownRunError, UsageError } from '../../errors/failures.ts';
import { nearResearchIds } from '../../runs/research-id.ts';
import type { CommandContext } from './command-context.ts';

/** The error with the ids of stored runs that resemble the one given, and with what is not read here. */
export async function withNearIds(context: CommandContext, error: UnknownRunError): Promise<UsageError> {
  const runs = await (await context.tools()).runs.list();
  const near = nearResearchIds(
    error.researchId,
    runs.map(({ researchId }) => researchId),
  );
  const similar = near.length === 0 ? null : `Did you mean ${near.join(', ')}?`;
  const more = [similar, earlierRecords(context.config.home)].filter((sentence) => sentence !== null);
  return new UsageError(error.message, [...more, error.remedy].join(' '), { cause: error });
}

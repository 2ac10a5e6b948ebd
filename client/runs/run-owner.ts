import type { Stores } from '../../workers/assembly/stores.ts';
import { ConflictError, UnknownRunError } from '../errors/failures.ts';
import type { ResearchClient } from './research-client.ts';

/** What is needed to find the user of a run. */
export interface OwnerContext {
  readonly access: { readonly research: Pick<ResearchClient, 'ownerOf'> };
  readonly tools: { readonly runs: Pick<Stores['runs'], 'read'> };
}

/**
 * Passes if the viewer may see the run.
 *
 * @param viewer null: sees all runs
 * @throws {UnknownRunError} for a run of another user or without a user, as if it did not exist
 */
export async function requireVisibleRun(
  context: OwnerContext,
  viewer: string | null,
  researchId: string,
): Promise<void> {
  if (viewer === null) return;
  const owner = await findOwner(context, researchId);
  if (owner?.userId !== viewer) throw new UnknownRunError(researchId);
}

/**
 * A run that Temporal has forgotten still has its report under its id: other users may not begin a run there.
 *
 * @throws {ConflictError} when the id belongs to a run that the viewer does not see
 */
export async function requireUsableId(context: OwnerContext, viewer: string | null, researchId: string): Promise<void> {
  if (viewer === null) return;
  const owner = await findOwner(context, researchId);
  if (owner === null || owner.userId === viewer) return;
  throw new ConflictError(`the id "${researchId}" is taken`, 'Choose another id.');
}

/** The runs that the viewer sees. */
export function visibleRuns<Run extends { readonly userId: string | null }>(
  runs: readonly Run[],
  viewer: string | null,
): readonly Run[] {
  return viewer === null ? runs : runs.filter(({ userId }) => userId === viewer);
}

/** The user of a run; null if there is no such run. */
async function findOwner(
  { access, tools }: OwnerContext,
  researchId: string,
): Promise<{ readonly userId: string | null } | null> {
  const stored = await tools.runs.read(researchId);
  // What a conversation started is in the store without its beginning.
  if (stored !== null && stored.userId !== null) return stored;
  try {
    return { userId: await access.research.ownerOf(researchId) };
  } catch (error) {
    if (error instanceof UnknownRunError) return stored;
    throw error;
  }
}

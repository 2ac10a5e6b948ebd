import type { MemoryErasure } from '../../workers/lifecycle/memory-erasure.ts';

/** Who can erase entries of a memory. */
interface Eraser {
  openLifecycle(): Promise<{
    eraseMemory(
      wanted: { readonly userId: string; readonly entryIds: readonly string[] | null },
      isConfirmed: boolean,
    ): Promise<MemoryErasure>;
  }>;
}

/**
 * Erases entries of a user, with everything that was stored from their texts.
 *
 * @param entryIds null: all entries
 */
export async function forgetMemory(
  tools: Eraser,
  userId: string,
  entryIds: readonly string[] | null,
): Promise<{ readonly forgotten: string[]; readonly heldBy: readonly string[] }> {
  const { entries, heldBy } = await (await tools.openLifecycle()).eraseMemory({ userId, entryIds }, true);
  return { forgotten: entries.map(({ entryId }) => entryId), heldBy };
}

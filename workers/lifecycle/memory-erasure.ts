import { createHash } from 'node:crypto';
import type { ConversationStore } from '../../activities/conversations/file-conversation-store.ts';
import { openPageRemoval } from '../../activities/corpus/web-pages/page-removal.ts';
import { rememberedText } from '../../activities/memory/memory-finding.ts';
import type { StoredMemory } from '../../activities/memory/memory-store.ts';
import type { BlobSweep } from '../../activities/platform/storage/blob-store.ts';
import { isTextInFiles } from '../../activities/platform/storage/blob-sweep.ts';
import type { RunStore } from '../../activities/platform/storage/file-run-store.ts';
import type { StateStores } from '../assembly/state-stores.ts';
import { referencedBlobs } from './blob-references.ts';

export interface MemoryErasureOptions {
  readonly home: string;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly blobs: BlobSweep;
  /** Null when nothing was ever stored. */
  readonly state: StateStores | null;
  readonly now: Date;
  /** False: only finds. */
  readonly apply: boolean;
}

/** The user's entries to forget, by id; null: all of them. */
export interface ForgottenMemory {
  readonly userId: string;
  readonly entryIds: readonly string[] | null;
}

export interface MemoryErasure {
  readonly entries: readonly Pick<StoredMemory, 'entryId' | 'text'>[];
  /** Runs and sessions whose records contain the text: it stays there until they are deleted. */
  readonly heldBy: readonly string[];
}

/**
 * Finds, and with `apply` erases, what a user had remembered: cached answers and plans and stored answers of models that may
 * contain it, texts made for quotations, and last the rows, so that a killed erasure can be repeated. Records of sessions and
 * runs stay as they are, and keep the texts that they quote.
 */
export async function eraseMemory(
  options: MemoryErasureOptions,
  { userId, entryIds }: ForgottenMemory,
): Promise<MemoryErasure> {
  const { state, apply } = options;
  const all = (await state?.memoryStore.list(userId)) ?? [];
  const entries = all.filter(({ entryId }) => entryIds?.includes(entryId) ?? true);
  const sessions = (await options.conversations.list()).filter((session) => session.userId === userId);
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const runIds = await runsOf(options, userId);
  const heldBy = await recordsWith(options, { sessionIds, runIds }, entries);
  // Also where nothing is left to erase: the files may hold what an earlier version of a row was.
  if (apply && state !== null)
    await erase(options, state, { userId, entries, payers: [...sessionIds, ...runIds, ...heldBy] });
  return { entries: entries.map(({ entryId, text }) => ({ entryId, text })), heldBy };
}

interface Erased {
  readonly userId: string;
  readonly entries: readonly StoredMemory[];
  /** Sessions and runs that asked models. */
  readonly payers: readonly string[];
}

async function erase(
  options: MemoryErasureOptions,
  { calls, answerCache, memoryStore }: StateStores,
  { userId, entries, payers }: Erased,
): Promise<void> {
  await answerCache.deleteUser(userId);
  const paying = await Promise.all([...new Set(payers)].map((payer) => calls.payersOf(payer)));
  await calls.deleteAnswersOf([...new Set([...payers, ...paying.flat()])]);
  await sweepTexts(options, entries);
  await memoryStore.remove(
    userId,
    entries.map(({ entryId }) => entryId),
  );
}

/** Texts that no record quotes. */
async function sweepTexts({ home, blobs, now }: MemoryErasureOptions, entries: readonly StoredMemory[]): Promise<void> {
  const pages = openPageRemoval(home);
  try {
    const none = new Set<string>();
    const referenced = await referencedBlobs(home, pages, { paths: none, pageRuns: none, corpusIds: none });
    const hashes = entries.map((entry) => createHash('sha256').update(rememberedText(entry)).digest('hex'));
    for (const hash of hashes.filter((each) => !referenced.has(each))) await blobs.sweep(hash, now.getTime());
  } finally {
    pages?.close();
  }
}

/** Runs that were started for this user. */
async function runsOf({ runs }: MemoryErasureOptions, userId: string): Promise<string[]> {
  const asked = `"userId": ${JSON.stringify(userId)}`;
  const ids = (await runs.list()).map(({ researchId }) => researchId);
  const areOfUser = await Promise.all(ids.map((id) => isTextInFiles(runs.folderOf(id), [asked])));
  return ids.filter((_, index) => areOfUser[index] === true);
}

/** Records of the user that store or cite an entry. */
async function recordsWith(
  { runs, conversations }: MemoryErasureOptions,
  { sessionIds, runIds }: { readonly sessionIds: readonly string[]; readonly runIds: readonly string[] },
  entries: readonly StoredMemory[],
): Promise<string[]> {
  if (entries.length === 0) return [];
  // Ids occur in citations and in what an answer was made from.
  const ids = entries.map(({ entryId }) => entryId);
  // As JSON has them.
  const texts = entries.map(({ text }) => JSON.stringify(text).slice(1, -1));
  const holding: string[] = [];
  for (const sessionId of sessionIds) {
    const paths = await conversations.pathsOf(sessionId);
    const found = await Promise.all(paths.map((path) => isTextInFiles(path, [...ids, ...texts])));
    if (found.includes(true)) holding.push(sessionId);
  }
  // A run that a session handed over has no record of its user.
  for (const { researchId } of await runs.list()) {
    const said = runIds.includes(researchId) ? [...ids, ...texts] : ids;
    if (await isTextInFiles(runs.folderOf(researchId), said)) holding.push(researchId);
  }
  return holding;
}

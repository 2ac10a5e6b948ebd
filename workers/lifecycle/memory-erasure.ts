import { createHash } from 'node:crypto';
import { BlobNotFoundError } from '@plumbline/storage/blobs';
import type { RecordRow } from '@plumbline/storage/database';
import { openPageRemoval } from '@plumbline/web/page-removal';
import { rememberedText } from '../../activities/memory/memory-finding.ts';
import type { StoredMemory } from '../../activities/memory/memory-store.ts';
import type { StateStores } from '../assembly/state-stores.ts';
import { type HomeWork, referencedBlobs } from './blob-references.ts';

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
export async function eraseMemory(options: HomeWork, { userId, entryIds }: ForgottenMemory): Promise<MemoryErasure> {
  const { state, apply } = options;
  const all = await state.memoryStore.list(userId);
  const entries = all.filter(({ entryId }) => entryIds?.includes(entryId) ?? true);
  const sessions = (await state.conversations.list()).filter((session) => session.userId === userId);
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const runIds = await runsOf(state, userId);
  const heldBy = await recordsWith(state, { sessionIds, runIds }, entries);
  // Also where nothing is left to erase: the files may hold what an earlier version of a row was.
  if (apply) await erase(options, { userId, entries, payers: [...sessionIds, ...runIds, ...heldBy] });
  return { entries: entries.map(({ entryId, text }) => ({ entryId, text })), heldBy };
}

interface Erased {
  readonly userId: string;
  readonly entries: readonly StoredMemory[];
  /** Sessions and runs that asked models. */
  readonly payers: readonly string[];
}

async function erase(options: HomeWork, { userId, entries, payers }: Erased): Promise<void> {
  const { calls, answerCache, memoryStore } = options.state;
  await answerCache.deleteUser(userId);
  const paying = await Promise.all([...new Set(payers)].map((payer) => calls.payersOf(payer)));
  await calls.deleteAnswersOf([...new Set([...payers, ...paying.flat()])]);
  await sweepTexts(options, entries);
  const erased = entries.map(({ entryId }) => entryId);
  await memoryStore.remove(userId, erased);
}

/** Texts that no record quotes. */
async function sweepTexts({ home, blobs, state, now }: HomeWork, entries: readonly StoredMemory[]): Promise<void> {
  const pages = openPageRemoval(home);
  try {
    const none = new Set<string>();
    const leaving = { paths: none, owner: null, pageRuns: none, corpusIds: none };
    const referenced = await referencedBlobs(home, state, pages, leaving);
    const hashes = entries.map((entry) => createHash('sha256').update(rememberedText(entry)).digest('hex'));
    for (const hash of hashes.filter((each) => !referenced.has(each))) await blobs.sweep(hash, now.getTime());
  } finally {
    pages?.close();
  }
}

/** Runs that were started for this user. */
async function runsOf(state: StateStores, userId: string): Promise<string[]> {
  const asked = `"userId":${JSON.stringify(userId)}`;
  const ids = (await state.runs.list()).map(({ researchId }) => researchId);
  const areOfUser = await Promise.all(ids.map((id) => isInRecords(state, 'run', id, [asked])));
  return ids.filter((_, index) => areOfUser[index] === true);
}

/** Whether records, or the report of a run, contain one of some texts. */
async function isInRecords(
  { records, runs }: StateStores,
  kind: RecordRow['kind'],
  owner: string,
  texts: readonly string[],
): Promise<boolean> {
  const isIn = (content: string) => texts.some((text) => content.includes(text));
  if ((await records.list(kind, owner)).some(({ value }) => isIn(value))) return true;
  const report = kind === 'run' ? await runs.readReport(owner).catch(noReport) : null;
  // Written for people, it has spaces that records lack.
  return report !== null && isIn(JSON.stringify(JSON.parse(report.json)));
}

/** A report whose text is lost holds nothing. */
function noReport(error: unknown): null {
  if (error instanceof BlobNotFoundError) return null;
  throw error;
}

/** Records of the user that store or cite an entry. */
async function recordsWith(
  state: StateStores,
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
    if (await isInRecords(state, 'session', sessionId, [...ids, ...texts])) holding.push(sessionId);
  }
  // A run that a session handed over has no record of its user.
  for (const { researchId } of await state.runs.list()) {
    const said = runIds.includes(researchId) ? [...ids, ...texts] : ids;
    if (await isInRecords(state, 'run', researchId, said)) holding.push(researchId);
  }
  return holding;
}

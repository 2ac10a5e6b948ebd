import type { MemoryUse } from '@plumbline/contracts/answers/answer';
import type { ManagedMemory } from '@plumbline/contracts/answers/memory-activities';
import {
  type AddedMemory,
  type FoundEntry,
  memoryAdditionSchema,
  memoryTextSchema,
  type MemoryVerdict,
} from '@plumbline/contracts/research/memory';
import { secretIn } from '@plumbline/contracts/research/secret-phrases';
import type { MemoryRequest } from '../../workflows/domain/answers/memory-request.ts';
import { isMemoryReason, type Refusal, refusalOf } from './memory-guard.ts';
import { type MemoryPhrases, refusalFor } from './memory-phrases.ts';
import { MAY_BE_MEANT, type Memory } from './memory.ts';

/** Entries that one use makes sources of the answer. */
const MOST_FOUND = 5;

/** The user of the memory, the answer in which a model uses it, and what the person said. */
export interface MemorySession {
  readonly memory: Memory;
  readonly userId: string;
  readonly answerId: string;
  readonly message: string;
  /** All that the person said, this message included. */
  readonly said: string;
  readonly phrases: MemoryPhrases;
  /** Similarity, 0..1, from which an entry that is asked for counts as found. */
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/** What one use did. */
export interface UsedMemory {
  readonly operation: ManagedMemory['operations'][number];
  /** For people; null: nothing that they have to know. */
  readonly note: string | null;
  /** What the answer may cite, best first. */
  readonly found: readonly FoundEntry[];
}

/** Uses the memory as the plan of an answer says. Each use may be repeated: ids come from what is said. */
export async function useMemory(session: MemorySession, { use, text, reason }: MemoryUse): Promise<UsedMemory> {
  if (!memoryTextSchema.safeParse(text).success) return nothing(use);
  switch (use) {
    case 'add':
      return add(session, text, reason);
    case 'query':
      return query(session, text);
    case 'verify':
      return { ...nothing(use), found: foundOf(await session.memory.verify(session.userId, text)) };
    case 'reinforce':
      return reinforce(session, text);
  }
}

async function add(session: MemorySession, text: string, reason: string): Promise<UsedMemory> {
  const { memory, userId, answerId, message, said, phrases } = session;
  const refusal = refusalOf({ text, reason, message, said });
  if (refusal !== null || !isMemoryReason(reason)) return refused(session, text, refusal ?? 'no-reason');
  const compared = await memory.verify(userId, text);
  if (compared.verdict === 'conflicts' && reason !== 'correction') {
    return { ...refused(session, text, 'conflict'), found: foundOf(compared) };
  }
  const addition = memoryAdditionSchema.parse({ userId, text, reason });
  const { entry } = await memory.add(addition, { by: 'model', where: answerId });
  return {
    operation: { operation: 'add', entryId: entry.entryId, refusal: null },
    note: phrases.remembered(entry.text),
    found: [],
  };
}

async function query({ memory, userId, threshold, signal }: MemorySession, text: string): Promise<UsedMemory> {
  const { found, notes } = await memory.query(userId, text, signal);
  const near = found.filter(({ score }) => score >= threshold).slice(0, MOST_FOUND);
  return { ...nothing('query'), note: notes[0] ?? null, found: near };
}

/** What a statement says again or contradicts concerns it entirely. */
function foundOf({ verdict, concerned }: MemoryVerdict): FoundEntry[] {
  const judged = verdict === 'not-judged' ? [] : concerned;
  return judged.slice(0, MOST_FOUND).map(({ entry }) => ({ entry, score: 1 }));
}

/** Confirms what is known to say the same; a statement that is new confirms nothing. */
async function reinforce(session: MemorySession, text: string): Promise<UsedMemory> {
  const { memory, userId, answerId, phrases } = session;
  const { verdict, concerned } = await memory.verify(userId, text);
  const known = verdict === 'known' ? concerned[0]?.entry : undefined;
  const entry =
    known && (await memory.reinforce({ userId, entryId: known.entryId, evidence: text, operationId: answerId }));
  if (entry === undefined || entry === null) return nothing('reinforce');
  const operation = { operation: 'reinforce', entryId: entry.entryId, refusal: null } as const;
  return { operation, note: phrases.confirmed(entry.text), found: [{ entry, score: 1 }] };
}

function refused({ phrases, answerId }: MemorySession, text: string, refusal: Refusal): UsedMemory {
  return {
    operation: { operation: 'add', entryId: null, refusal },
    note: refusalFor(phrases, text, refusal, answerId),
    found: [],
  };
}

function nothing(operation: MemoryUse['use']): UsedMemory {
  return { operation: { operation, entryId: null, refusal: null }, note: null, found: [] };
}

/** Does what a message asks in so many words; no model is needed for it. */
export async function followRequest(session: MemorySession, request: MemoryRequest): Promise<ManagedMemory> {
  if (!memoryTextSchema.safeParse(request.text).success)
    return { operations: [], notes: [], findings: [], reply: null };
  return request.kind === 'forget' ? refuseToForget(session, request) : remember(session, request);
}

async function remember(session: MemorySession, { kind, text, isWhole }: MemoryRequest): Promise<ManagedMemory> {
  const { memory, userId, answerId, phrases } = session;
  if (secretIn(text) !== null) {
    const said = refusalFor(phrases, text, 'secret', answerId);
    const operations = [{ operation: 'add' as const, entryId: null, refusal: 'secret' }];
    return { operations, notes: isWhole ? [] : [said], findings: [], reply: isWhole ? said : null };
  }
  const reason = kind === 'correct' ? 'correction' : 'asked';
  const addition = memoryAdditionSchema.parse({ userId, text, reason });
  const added = await memory.add(addition, { by: 'user', where: answerId });
  const others = othersOf(added, session);
  return {
    operations: [{ operation: 'add', entryId: added.entry.entryId, refusal: null }],
    notes: isWhole ? others : [phrases.remembered(added.entry.text), ...others],
    findings: [],
    reply: isWhole ? phrases.noted(added.entry.text) : null,
  };
}

/** What a person is told of the entries beside an added one. */
function othersOf({ entry, verdict, concerned, notes }: AddedMemory, session: MemorySession): string[] {
  const { phrases } = session;
  if (verdict === 'known' || verdict === 'new') return [...notes];
  const isReplaced = verdict === 'conflicts' && entry.provenance.reason === 'correction';
  const tell = { conflicts: phrases.conflicts, 'not-judged': phrases.similar }[verdict];
  const said = concerned.map(({ entry: { text, entryId } }) =>
    isReplaced ? phrases.replaces(text) : tell(text, forgetCommand(session, entryId)),
  );
  return [...said, ...notes];
}

function forgetCommand({ userId }: MemorySession, entryId: string): string {
  return `npx plumbline memory forget ${entryId} --user ${shellWord(userId)}`;
}

function shellWord(text: string): string {
  return /^[\w.@-]+$/.test(text) ? text : JSON.stringify(text);
}

/** Erasing takes files as well, which a message must not do. */
async function refuseToForget(session: MemorySession, { text, isWhole }: MemoryRequest): Promise<ManagedMemory> {
  const { memory, userId, phrases, signal } = session;
  const { found } = await memory.query(userId, text, signal);
  const meant = found.filter(({ score }) => score >= MAY_BE_MEANT).slice(0, 3);
  const commands = meant.map(({ entry }) => forgetCommand(session, entry.entryId));
  const said = phrases.forget(commands[0] ?? `npx plumbline memory list --user ${shellWord(userId)}`);
  return { operations: [], notes: isWhole ? [] : [said], findings: [], reply: isWhole ? said : null };
}

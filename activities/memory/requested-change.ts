import type { ManagedMemory } from '@plumbline/contracts/answers/memory-activities';
import { memoryAdditionSchema, memoryTextSchema } from '@plumbline/contracts/research/memory';
import { secretIn } from '@plumbline/contracts/research/secret-phrases';
import type { MemoryRequest } from '../../workflows/domain/answers/memory-request.ts';
import { refusalFor } from './memory-phrases.ts';
import type { MemorySession } from './memory-use.ts';

/** Similarity from which an entry may be the one to forget. */
const MAY_BE_MEANT = 0.3;

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
  const { entry, conflicts } = await memory.add(addition, { by: 'user', where: answerId });
  const others = conflicts.map(({ entry: other }) =>
    kind === 'correct' ? phrases.replaces(other.text) : phrases.conflicts(`${other.text} (${other.entryId})`),
  );
  return {
    operations: [{ operation: 'add', entryId: entry.entryId, refusal: null }],
    notes: isWhole ? others : [phrases.remembered(entry.text), ...others],
    findings: [],
    reply: isWhole ? phrases.noted(entry.text) : null,
  };
}

/** Erasing takes files as well, which a message must not do. */
async function refuseToForget(session: MemorySession, { text, isWhole }: MemoryRequest): Promise<ManagedMemory> {
  const { memory, userId, phrases, signal } = session;
  const { found } = await memory.query(userId, text, signal);
  const meant = found.filter(({ score }) => score >= MAY_BE_MEANT).slice(0, 3);
  const user = /^[\w.@-]+$/.test(userId) ? userId : JSON.stringify(userId);
  const commands = meant.map(({ entry }) => `npx plumbline memory forget ${entry.entryId} --user ${user}`);
  const said = phrases.forget(commands[0] ?? `npx plumbline memory list --user ${user}`);
  return { operations: [], notes: isWhole ? [] : [said], findings: [], reply: isWhole ? said : null };
}

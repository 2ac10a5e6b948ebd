import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { MemoryEntry, MemoryVerdict } from '@plumbline/contracts/research/memory';
import { boundedList, boundedText, shortId } from '@plumbline/model/answers';
import type { Reasoner, ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { systemOpening, tagged, UNDATED } from './prompt-text.ts';

/** Entries that one statement is compared with, the last confirmed first. */
const MOST_COMPARED = 100;
const LONGEST_MS = 60_000;

export interface CompareMemoryStepInput {
  readonly statement: string;
  readonly entries: readonly string[];
}

const concernedSchema = z.object({
  id: boundedText(12, 'id of an entry, as p1'),
  difference: boundedText(200, 'what differs, in a few words; empty where both say the same'),
});

export const comparedMemorySchema = z.object({
  conflicts: boundedList(concernedSchema, 5, 'entries that cannot be true together with the statement'),
  known: boundedList(concernedSchema, 5, 'entries that say the same as the statement'),
});
export type ComparedMemory = z.infer<typeof comparedMemorySchema>;

/** Compares a statement with what is remembered, by what both mean: "I eat meat" and "I am vegetarian". */
export const compareMemoryStep: ReasoningStep<CompareMemoryStepInput, ComparedMemory> = {
  name: 'compare-memory',
  role: 'small',
  version: 2,
  output: comparedMemorySchema,
  prompt: ({ statement, entries }) => ({
    system: systemOpening(
      'You compare a statement about a person with what the person asked to have remembered.',
      UNDATED,
      'en',
    ),
    user: [
      tagged('memory', entries.map((text, index) => `${shortId(index)}: ${text}`).join('\n'), 30_000),
      tagged('message', statement, 2_000),
      [
        'Name the entries that cannot be true together with the statement, even if they use other words.',
        'Name the entries that say the same as the statement.',
        'Name no entry that is about something else or that can be true beside the statement.',
      ].join('\n'),
    ].join('\n\n'),
  }),
  offline: () => ({ conflicts: [], known: [] }),
};

export type JudgedMemory = Omit<MemoryVerdict, 'notes'>;

/** What a model says of a statement beside what is remembered; null, with the reason where one failed: nothing was judged. */
export async function compareByMeaning(
  reasoner: Reasoner,
  statement: string,
  entries: readonly MemoryEntry[],
): Promise<{ readonly judged: JudgedMemory | null; readonly notes: readonly string[] }> {
  const compared = entries.slice(0, MOST_COMPARED);
  const call = { engine: 'configured', metering: UNLIMITED, signal: AbortSignal.timeout(LONGEST_MS) } as const;
  const input = { statement, entries: compared.map(({ text }) => text) };
  const { value, cost } = await reasoner.run(compareMemoryStep, input, call);
  const notes = cost.degradations.map(({ cause }) => `no model compared it with what is remembered: ${cause}`);
  if (cost.engine === 'offline') return { judged: null, notes };
  const found = (concerned: ComparedMemory['known']): MemoryVerdict['concerned'] =>
    concerned.flatMap(({ id, difference }) => {
      const entry = compared.find((_, index) => shortId(index) === id.trim());
      return entry === undefined ? [] : [{ entry, difference }];
    });
  const [conflicts, known] = [found(value.conflicts), found(value.known)];
  if (conflicts.length > 0) return { judged: { verdict: 'conflicts', concerned: conflicts }, notes: [] };
  return { judged: { verdict: known.length > 0 ? 'known' : 'new', concerned: known }, notes: [] };
}

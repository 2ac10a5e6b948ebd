import { createHash } from 'node:crypto';
import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import type { RecalledMemory, RecallMemoryInput } from '@plumbline/contracts/answers/memory-activities';
import type { MemoryEntry } from '@plumbline/contracts/research/memory';
import { withRememberedValues } from '../../conversations/remembered-phrases.ts';
import { storedMemoryFinding } from '../../memory/memory-finding.ts';
import { correctorOf } from '../../memory/memory-store.ts';
import type { Memory } from '../../memory/memory.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { orElse } from '../failures.ts';

/** A user is waiting for this; entries not embedded by then are compared by words. */
const LONGEST_COMPARISON_MS = 2_000;
/** More would drown the sources. */
const MOST_RELEVANT = 8;
const MOST_CORE = 20;

const NOTHING: RecalledMemory = { entries: [], findings: [], version: '', notes: [] };

/** Reads what a user had remembered, for the context of an answer. It writes nothing to the memory. */
export function createRecallMemory({ memory, blobs }: Pick<ActivityDependencies, 'memory' | 'blobs'>) {
  return (input: RecallMemoryInput, signal: AbortSignal): ReturnType<AnswerActivities['recallMemory']> =>
    orElse('memory', { ...NOTHING, notes: [UNREADABLE] }, () => recall(memory, blobs, input, signal));
}

const UNREADABLE = 'what is remembered could not be read';

async function recall(
  memory: Memory,
  blobs: ActivityDependencies['blobs'],
  { userId, text, threshold }: RecallMemoryInput,
  signal: AbortSignal,
): Promise<RecalledMemory> {
  // What is only old may be what is asked for; what was corrected is wrong.
  const entries = (await memory.list(userId)).filter((entry) => correctorOf(entry) === null);
  if (entries.length === 0) return NOTHING;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_COMPARISON_MS)]);
  const { found, notes } = await memory.query(userId, text, limited);
  const scores = new Map(found.map(({ entry, score }) => [entry.entryId, score]));
  const scored = entries.map((entry) => ({ entry, score: scores.get(entry.entryId) ?? 0 }));
  const core = scored.filter(({ entry }) => entry.standing === 'core').slice(0, MOST_CORE);
  const relevant = scored
    .filter(({ entry, score }) => score >= threshold || withRememberedValues(text, [entry.text]) !== text)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_RELEVANT);
  return {
    entries: [...new Set([...core, ...relevant])].map(({ entry: { entryId, text: said, standing }, score }) => {
      return { entryId, text: said, standing, score };
    }),
    findings: await Promise.all(relevant.map((each, index) => storedMemoryFinding(each, index + 1, blobs))),
    version: versionOf(entries),
    notes,
  };
}

function versionOf(entries: readonly MemoryEntry[]): string {
  const parts = entries.map(({ entryId, standing }) => `${entryId} ${standing}`).toSorted();
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

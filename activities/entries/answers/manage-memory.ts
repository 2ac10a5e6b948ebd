import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import type { ManagedMemory, ManageMemoryInput } from '@plumbline/contracts/answers/memory-activities';
import { memoryLocator } from '@plumbline/contracts/research/memory';
import { memoryRequestOf } from '../../../workflows/domain/answers/memory-request.ts';
import { languageOfMessage } from '../../conversations/interpret-message.ts';
import { storedMemoryFinding } from '../../memory/memory-finding.ts';
import { memoryPhrasesFor } from '../../memory/memory-phrases.ts';
import { followRequest, type MemorySession, type UsedMemory, useMemory } from '../../memory/memory-use.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Does what a message asks of the memory in so many words, or else what the plan of the answer asks. */
export function createManageMemory({ memory, blobs }: Pick<ActivityDependencies, 'memory' | 'blobs'>) {
  return async (input: ManageMemoryInput, signal: AbortSignal): ReturnType<AnswerActivities['manageMemory']> => {
    const { userId, answerId, message, context, threshold } = input;
    const language = languageOfMessage(message, [], context.thread);
    const said = [...context.thread.map((turn) => turn.message), message].join('\n');
    if (userId === null) return { ...NOTHING, reply: memoryPhrasesFor(language).noUser };
    const session = { memory, userId, answerId, message, said, phrases: memoryPhrasesFor(language), threshold, signal };
    const request = memoryRequestOf(message);
    const asked = request === null ? NOTHING : await followRequest(session, request);
    const used = await useAll(session, request === null ? input.uses : input.uses.filter(({ use }) => use === 'query'));
    return {
      operations: [...asked.operations, ...used.map(({ operation }) => operation)],
      notes: [...new Set([...asked.notes, ...used.flatMap(({ note }) => note ?? [])])],
      findings: await findingsOf(used, input.recalled, blobs),
      reply: asked.reply,
    };
  };
}

const NOTHING: ManagedMemory = { operations: [], notes: [], findings: [], reply: null };

/** One after the other: an addition is compared with those before it. */
async function useAll(session: MemorySession, uses: ManageMemoryInput['uses']): Promise<UsedMemory[]> {
  const used: UsedMemory[] = [];
  for (const use of uses) used.push(await useMemory(session, use));
  return used;
}

/** Each entry once; their numbers go on behind what was recalled. */
async function findingsOf(
  used: readonly UsedMemory[],
  recalled: readonly string[],
  blobs: ActivityDependencies['blobs'],
) {
  const found = new Map(used.flatMap((one) => one.found).map((each) => [memoryLocator(each.entry.entryId), each]));
  const others = [...found].filter(([locator]) => !recalled.includes(locator)).map(([, each]) => each);
  return Promise.all(others.map((each, index) => storedMemoryFinding(each, recalled.length + index + 1, blobs)));
}

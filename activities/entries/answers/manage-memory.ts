import type { AnswerActivities } from '../../../workflows/contracts/answers/answer-activities.ts';
import type { ManageMemoryInput } from '../../../workflows/contracts/answers/memory-activities.ts';
import { memoryRequestOf } from '../../../workflows/domain/answers/memory-request.ts';
import { languageOfMessage } from '../../conversations/interpret-message.ts';
import { manageByModel } from '../../memory/memory-conversation.ts';
import { memoryPhrasesFor } from '../../memory/memory-phrases.ts';
import { followRequest } from '../../memory/requested-change.ts';
import { NO_COST } from '../../model/metering/paid-calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Remembers what a message asks for in so many words; otherwise a model decides, with four tools and a guard. */
export function createManageMemory({ memory, toolModel }: Pick<ActivityDependencies, 'memory' | 'toolModel'>) {
  return async (input: ManageMemoryInput, signal: AbortSignal): ReturnType<AnswerActivities['manageMemory']> => {
    const { userId, answerId, message, context, engine } = input;
    const language = languageOfMessage(message, [], context.thread);
    const said = [...context.thread.map((turn) => turn.message), message].join('\n');
    const session = { memory, userId, answerId, message, said, phrases: memoryPhrasesFor(language), signal };
    const request = memoryRequestOf(message);
    if (request !== null) return { value: await followRequest(session, request), cost: NO_COST };
    if (engine === 'offline' || toolModel === null) {
      return { value: { operations: [], notes: [], reply: null }, cost: NO_COST };
    }
    const { value, cost } = await manageByModel(toolModel, session, input, language);
    return { value: { ...value, reply: null }, cost };
  };
}

import type { TokenUsage } from '../metering/paid-calls.ts';

/** What fits a context in any case with an answer beside it, in characters for each token. */
const FITTING_PER_TOKEN = 3;

/** Twice what a token holds of any text: who reads fewer tokens does not read all. */
const MOST_PER_TOKEN = 12;

/** Contexts are round numbers, and a prompt is cut to fill them; few texts of prompts have so many characters in a token. */
const ROUND = 1_024;
const MANY_PER_TOKEN = 4.5;

/** Fewer are no context, but a count without what the server had kept from the request before, or none at all. */
const SMALLEST_CONTEXT = 256;

/** The lengths of prompts that models were seen to read and to refuse, in characters, as observed by this process. */
export type RoomMemory = ReturnType<typeof createRoomMemory>;

export function createRoomMemory() {
  const answered = new Map<string, number>();
  const refused = new Map<string, number>();
  const cutTo = new Map<string, number>();
  const answeredBy = (model: string): number => answered.get(model) ?? 0;
  return {
    /** False: a prompt of this length was refused, or it is longer than one that was. */
    hasRoomFor: (model: string, length: number) => length < (refused.get(model) ?? Number.POSITIVE_INFINITY),
    /** Whether it is longer than every prompt that was answered; false where none was. */
    isLongest: (model: string, length: number) => answeredBy(model) > 0 && length > answeredBy(model),
    noteAnswered: (model: string, length: number) => void answered.set(model, Math.max(length, answeredBy(model))),
    /** @param contextTokens undefined where nothing says it */
    noteRefused(model: string, length: number, contextTokens: number | undefined) {
      // What a shorter prompt was answered for is no limit, whatever the server refused this one for.
      if (length <= answeredBy(model)) return;
      const fitting = Math.min(length, (contextTokens ?? length) * FITTING_PER_TOKEN);
      const limit = Math.max(fitting, answeredBy(model) + 1);
      refused.set(model, Math.min(limit, refused.get(model) ?? limit));
    },
    /** Whether the server cut a prompt: then it read this many tokens of it. */
    isCut(model: string, length: number, { promptTokens }: TokenUsage) {
      if (promptTokens < SMALLEST_CONTEXT) return false;
      const isFew = promptTokens * MOST_PER_TOKEN < length;
      const isRound = promptTokens % ROUND === 0 && promptTokens * MANY_PER_TOKEN < length;
      const isCut = isFew || isRound || promptTokens === cutTo.get(model);
      if (!isCut) return false;
      cutTo.set(model, promptTokens);
      // What was taken for an answer before may have been one to a part.
      answered.set(model, Math.min(answeredBy(model), promptTokens * FITTING_PER_TOKEN));
      return true;
    },
  };
}

import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { AnswerOutcome, Ask, ConversationState, Turn } from '@plumbline/contracts/answers/conversation';

/** Turns that later messages are understood from, and that a person who comes back sees. */
const THREAD_TURNS = 20;
/** Whole answers that a session keeps at hand. */
const KEPT_ANSWERS = 5;
const SUMMARY_LENGTH = 600;
/** Enough to say what an answer rests on. */
const NAMED_SOURCES = 5;

/** What an answer changes in its session. */
type Remembered = Omit<AnswerOutcome, 'result'>;

/** Of a turn that retrieved nothing. */
export const NOTHING_LEARNT: Remembered = { filters: null, successfulVertical: null, strength: null };

/** The session after a turn. Feedback was given to this answer, so it is forgotten. */
export function withTurn(
  state: ConversationState,
  turn: Turn,
  answer: AnswerResult | null,
  remembered: Remembered,
): ConversationState {
  const { context } = state;
  const { filters: used } = remembered;
  return {
    ...state,
    turns: turn.turn,
    answers: answer === null ? state.answers : [...state.answers, answer].slice(-KEPT_ANSWERS),
    context: {
      thread: [...context.thread, turn].slice(-THREAD_TURNS),
      filters: used === null ? context.filters : { ...context.filters, [used.vertical]: used.used },
      lastVertical: remembered.successfulVertical ?? context.lastVertical,
      lastStrength: remembered.strength ?? context.lastStrength,
      feedback: null,
    },
  };
}

/** The turns that no later one replaces. @param instead what a new one replaces */
export function standingTurns(thread: readonly Turn[], instead?: number): Turn[] {
  const before = (turns: Turn[], end = Infinity): Turn[] => turns.filter(({ turn }) => turn < end);
  const standing = thread.reduce<Turn[]>((turns, turn) => [...before(turns, turn.instead), turn], []);
  return before(standing, instead);
}

/** The turn of an answer, as later messages see it. */
export function turnOf(turn: number, messageId: string, answer: AnswerResult): Turn {
  return {
    turn,
    messageId,
    message: answer.message,
    rewrittenPrompt: answer.interpretation.rewrittenPrompt,
    summary: answer.summary.slice(0, SUMMARY_LENGTH),
    instead: answer.instead,
    vertical: answer.vertical,
    ...(answer.retrievalStats !== null && { sources: sourcesOf(answer) }),
    clarificationQuestions: answer.clarificationQuestions,
    failure: null,
  };
}

function sourcesOf({ sources }: AnswerResult): string[] {
  const cited = sources.filter(({ number }) => number !== null);
  return cited.slice(0, NAMED_SOURCES).map(({ label, detail }) => `${label} — ${detail}`);
}

/** The turn of a message that could not be answered. */
export function failedTurn(turn: number, { messageId, message, instead }: Ask, failure: string): Turn {
  return {
    turn,
    messageId,
    message,
    rewrittenPrompt: message,
    summary: '',
    instead,
    vertical: 'other',
    clarificationQuestions: [],
    failure,
  };
}

import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { Turn } from '@plumbline/contracts/answers/conversation';
import type { Session } from '../api/api-types.ts';
import type { SentMessage } from '../api/following.ts';

/** A message that is being answered. */
export interface LiveAnswer extends Pick<SentMessage, 'message' | 'instead'> {
  readonly stage: string;
  /** What the model has written so far; not verified yet. */
  readonly text: string;
  /** Why there will be no answer; null: it is under way. */
  readonly failure: string | null;
}

export function liveAnswerTo({ message, instead }: Pick<SentMessage, 'message' | 'instead'>): LiveAnswer {
  return { message, instead, stage: '', text: '', failure: null };
}

/** The answer after one more event. */
export function afterEvent(live: LiveAnswer, event: AnswerEvent | { readonly kind: 'session' }): LiveAnswer {
  switch (event.kind) {
    case 'stage':
      return { ...live, stage: event.stage };
    case 'text':
      return { ...live, text: live.text + event.text };
    case 'reset':
      return { ...live, text: '' };
    case 'failed':
      return { ...live, failure: event.reason };
    case 'session':
    case 'citations':
    case 'end':
      return live;
  }
}

/** Whether a person stopped the answer: earlier versions gave no reason then. */
export function wasStopped(reason: string): boolean {
  return /(?:^|: )(?:the answer was stopped)?$/.test(reason);
}

const RESEARCH = /^\/research\s+/i;

/** A message without its command. @returns whether a run is to answer it */
export function commandIn(text: string): readonly [message: string, isResearch: boolean] {
  const message = text.trim();
  return RESEARCH.test(message) ? [message.replace(RESEARCH, ''), true] : [message, false];
}

/** A turn that stands, and what stood in its place before, the oldest first: each a turn with all that followed it. */
export interface StandingTurn {
  readonly turn: Turn;
  readonly former: readonly (readonly Turn[])[];
}

export function standingTurns(thread: readonly Turn[]): StandingTurn[] {
  return thread.reduce<StandingTurn[]>((standing, turn) => {
    const replaced = standing.filter((one) => one.turn.turn >= (turn.instead ?? Infinity));
    const [first, ...followed] = replaced;
    if (first === undefined) return [...standing, { turn, former: [] }];
    const version = [first.turn, ...followed.flatMap((one) => [...one.former.flat(), one.turn])];
    return [...standing.slice(0, -replaced.length), { turn, former: [...first.former, version] }];
  }, []);
}

/** A session with the turns that were known before; the same object where nothing is new. */
export function withTurnsOf(before: Session | null, news: Session): Session {
  if (before === null) return news;
  if (news.turns === before.turns && JSON.stringify(news.pending) === JSON.stringify(before.pending)) return before;
  const isNew = ({ turn }: Session['thread'][number]) => turn > before.turns;
  return {
    ...news,
    thread: [...before.thread, ...news.thread.filter(isNew)],
    answers: [
      ...before.answers,
      ...news.answers.filter(({ answerId }) => before.answers.every((known) => known.answerId !== answerId)),
    ],
  };
}

import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { Session } from '../api/api-types.ts';

/** A message that is being answered. */
export interface LiveAnswer {
  readonly message: string;
  readonly stage: string;
  /** What the model has written so far; not verified yet. */
  readonly text: string;
  /** Why there will be no answer; null: it is under way. */
  readonly failure: string | null;
}

export function liveAnswerTo(message: string): LiveAnswer {
  return { message, stage: '', text: '', failure: null };
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

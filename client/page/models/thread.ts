import type { Session } from '../api/sessions-client.ts';

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

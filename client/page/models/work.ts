import type { ListedRun } from '../api/api-types.ts';
import type { ListedSession } from '../api/sessions-client.ts';
import { pathOfRun, pathOfSession } from './route.ts';

/** A run or a conversation, in one list. */
export interface Work extends Pick<
  ListedRun,
  'researchId' | 'question' | 'stage' | 'awaitingInput' | 'startedAt' | 'usage' | 'findings'
> {
  readonly path: string;
}

/** What a conversation has in place of a stage. */
const CONVERSATION = 'conversation';

/** The newest first. */
export function workOf(runs: readonly ListedRun[], sessions: readonly ListedSession[]): Work[] {
  const work = [
    ...runs.map((run): Work => ({ ...run, path: pathOfRun(run.researchId) })),
    ...sessions.map(workOfSession),
  ];
  return work.sort((first, second) => second.startedAt.localeCompare(first.startedAt));
}

function workOfSession({ sessionId, title, startedAt }: ListedSession): Work {
  const path = pathOfSession(sessionId);
  const none = { awaitingInput: false, usage: null, findings: null };
  return { researchId: sessionId, question: title, stage: CONVERSATION, startedAt, path, ...none };
}

/** Days of the reader's clock, each with its work. */
export function byDay(work: readonly Work[]): (readonly [day: Date, of: readonly Work[]])[] {
  const days = Map.groupBy(work, ({ startedAt }) => new Date(startedAt).toDateString());
  return [...days].map(([day, of]) => [new Date(day), of]);
}

const DAY_MS = 86_400_000;

/** `today`, `yesterday`, or the date. */
export function dayIn(language: string, day: Date, now = new Date()): string {
  // Rounded: days on which clocks change are shorter or longer.
  const ago = Math.round((new Date(now.toDateString()).getTime() - day.getTime()) / DAY_MS);
  return ago < 2
    ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
    : day.toLocaleDateString(language, { dateStyle: 'long' });
}

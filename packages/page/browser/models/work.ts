import type { Citation } from '@plumbline/contracts/report/report';
import type { ReportReading } from '@plumbline/contracts/report/report-reading';
import type { ListedRun, ListedSession, Session } from '../api/api-types.ts';
import { claimsOf } from './contents.ts';
import { evidenceOfReport } from './evidence.ts';
import { pathOfRun, pathOfSession, reportOfThread } from './route.ts';

const CONVERSATION = 'conversation';

/** A run or a conversation, in one list. */
export interface Work extends Pick<
  ListedRun,
  'researchId' | 'question' | 'awaitingInput' | 'startedAt' | 'endedAt' | 'usage' | 'findings' | 'name' | 'isPinned'
> {
  readonly kind: 'run' | 'session';
  /** Of a conversation: that it is one. */
  readonly stage: ListedRun['stage'] | typeof CONVERSATION;
  readonly isOver: boolean;
  readonly path: string;
  /** Session in which its report is asked on; null: none has begun. */
  readonly thread: string | null;
}

/** The newest first; what is asked on a report belongs to its run. */
export function workOf(runs: readonly ListedRun[], sessions: readonly ListedSession[]): Work[] {
  const listed = new Set(runs.map(({ researchId }) => researchId));
  const threads = new Map(sessions.map(({ sessionId }) => [reportOfThread(sessionId), sessionId]));
  const work = [
    ...runs.map((run): Work => ({
      ...run,
      kind: 'run',
      isOver: run.endedAt !== null,
      path: pathOfRun(run.researchId),
      thread: threads.get(run.researchId) ?? null,
    })),
    ...sessions.filter(({ sessionId }) => !listed.has(reportOfThread(sessionId) ?? '')).map(workOfSession),
  ];
  return work.sort((first, second) => second.startedAt.localeCompare(first.startedAt));
}

function workOfSession({ sessionId, title, startedAt, name, isPinned }: ListedSession): Work {
  const path = pathOfSession(sessionId);
  const none = { awaitingInput: false, endedAt: null, usage: null, findings: null, thread: null };
  const label = { name, isPinned, question: title };
  return {
    kind: 'session',
    isOver: false,
    researchId: sessionId,
    stage: CONVERSATION,
    startedAt,
    path,
    ...label,
    ...none,
  };
}

/** What it is called: its name, else its question. */
export function titleOf({ name, question, researchId }: Pick<Work, 'name' | 'question' | 'researchId'>): string {
  return [name, question, researchId].find((text) => text !== null && text.trim() !== '') ?? '';
}

/** Those that have all words in their name, their question or their id. */
export function filterRuns<Run extends Pick<Work, 'researchId' | 'question' | 'name'>>(
  runs: readonly Run[],
  wanted: string,
): Run[] {
  return runs.filter(
    ({ researchId, question, name }) => placeIn(`${name ?? ''} ${question} ${researchId}`, wanted) !== null,
  );
}

/** Characters around the first word. */
const AROUND = 90;

/** Where a text has all words, with what stands around the first of them; null: it has not all. */
export function placeIn(text: string, wanted: string): string | null {
  const words = folded(wanted).match(/\S+/g) ?? [];
  const all = folded(text);
  if (!words.every((word) => all.includes(word))) return null;
  const at = Math.max(0, all.indexOf(words[0] ?? '') - AROUND);
  const end = at + 2 * AROUND;
  return `${at === 0 ? '' : '… '}${text.slice(at, end).trim()}${end < text.length ? ' …' : ''}`;
}

/** A report or a conversation that was read. */
export interface ReadWork {
  /** What it asks and says. */
  readonly text: string;
  readonly citations: readonly (Pick<Citation, 'locator' | 'quote'> & {
    /** Of its address; empty: of the whole. */
    readonly hash: string;
  })[];
}

export function readReportOf(reading: ReportReading): ReadWork {
  const blocks = reading.sections.flatMap(({ groups }) => groups.flatMap((group) => group.blocks));
  return {
    text: [reading.question, ...blocks.flatMap(claimsOf).map(({ text }) => text)].join('\n'),
    citations: evidenceOfReport(reading).map(({ id, citation }) => ({ ...citation, hash: id })),
  };
}

export function readTalkOf({ thread, answers }: Pick<Session, 'thread' | 'answers'>): ReadWork {
  const told = [
    ...thread.flatMap(({ message, summary }) => [message, summary]),
    ...answers.map(({ summary }) => summary),
  ];
  const citations = answers.flatMap((answer) => answer.citations.map((citation) => ({ ...citation, hash: '' })));
  return { text: told.join('\n'), citations };
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const LONGEST_TITLE = 60;
/** Above a whole view. */
export const LONGEST_HEADING = 160;

/** A question as a title: its first words. */
export function shortTitle(question: string, longest = LONGEST_TITLE): string {
  const text = question.trim();
  if (text.length <= longest) return question;
  const whole = text
    .slice(0, longest)
    .split(/\s/u)
    .slice(0, -1)
    .join(' ')
    .replace(/[,;:–—-]$/u, '');
  return `${whole === '' ? text.slice(0, longest - 1) : whole}…`;
}

/** Seconds that each run with a report took, the newest first. */
export function durationsOf(work: readonly Work[]): number[] {
  return work.flatMap(({ stage, startedAt, endedAt }) =>
    stage === 'published' && endedAt !== null ? [(Date.parse(endedAt) - Date.parse(startedAt)) / 1_000] : [],
  );
}

interface Notice {
  readonly run: Work;
  readonly notice: 'asks' | 'ended';
}

/** What is worth a notification between two states of the list: runs that begin to wait, and runs that end. */
export function noticesBetween(before: readonly Work[], after: readonly Work[]): Notice[] {
  const known = new Map(before.map((work) => [work.path, work]));
  return after.flatMap((run): Notice[] => {
    const earlier = known.get(run.path);
    if (earlier === undefined || run.kind === 'session') return [];
    if (run.isOver && !earlier.isOver) return [{ run, notice: 'ended' }];
    return run.awaitingInput && !earlier.awaitingInput ? [{ run, notice: 'asks' }] : [];
  });
}

/** Days of the reader's clock, each with its work. */
export function byDay(work: readonly Work[]): (readonly [day: Date, of: readonly Work[]])[] {
  const days = Map.groupBy(work, ({ startedAt }) => new Date(startedAt).toDateString());
  return [...days].map(([day, of]) => [new Date(day), of]);
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 8;

interface PeriodWords {
  readonly pinned: string;
  readonly lastWeek: string;
}

/** Work under headings: pinned, today, yesterday, the week before, then months. */
export function byPeriod(
  work: readonly Work[],
  {
    language,
    words,
    now = new Date(),
  }: { readonly language: string; readonly words: PeriodWords; readonly now?: Date },
): (readonly [heading: string, of: readonly Work[]])[] {
  const periodOf = ({ startedAt, isPinned }: Work): string => {
    const day = new Date(new Date(startedAt).toDateString());
    const ago = daysAgo(day, now);
    if (isPinned) return words.pinned;
    if (ago < 2) return capitalised(dayIn(language, day, now));
    return ago < WEEK_DAYS ? words.lastWeek : day.toLocaleDateString(language, { month: 'long', year: 'numeric' });
  };
  const periods = [...Map.groupBy(work, periodOf)];
  return periods.sort(([first], [second]) => Number(second === words.pinned) - Number(first === words.pinned));
}

/** `today`, `yesterday`, or the date. */
export function dayIn(language: string, day: Date, now = new Date()): string {
  const ago = daysAgo(day, now);
  return ago < 2
    ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
    : day.toLocaleDateString(language, { dateStyle: 'long' });
}

/** Rounded: days on which clocks change are shorter or longer. */
function daysAgo(day: Date, now: Date): number {
  return Math.round((new Date(now.toDateString()).getTime() - day.getTime()) / DAY_MS);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { ConversationView } from '@plumbline/contracts/answers/conversation';
import { counted } from '@plumbline/contracts/common/counted';
import type { SessionObservation } from '../../conversations/session-observation.ts';
import { commands } from '../../errors/cli-commands.ts';
import { matchResearchId } from '../../runs/research-id.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';
import { renderAge, toPlainLine, wrap } from '../terminal/text-layout.ts';

const LABEL_WIDTH = 11;

/** What a session has done and does, as text. */
export function renderSession(
  session: FoundSession,
  { columns, now }: { readonly columns: number; readonly now: number },
): string {
  const { sessionId, title, userId, view, webUi } = session;
  const field = (label: string, text: string) => {
    const lines = wrap(toPlainLine(text), Math.max(20, columns - LABEL_WIDTH - 2));
    return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`);
  };
  return [
    sessionId,
    ...field('Session', `${describeStatus(session)}, began ${renderAge(now - Date.parse(session.startedAt))} ago`),
    ...(userId === null ? [] : field('User', userId)),
    ...(title === '' ? [] : field('Began with', title)),
    ...field('Turns', describeTurns(session, now)),
    ...(view === null ? [] : viewFields(session, view).flatMap(([label, text]) => field(label, text))),
    ...(webUi === null ? [] : field('Web UI', webUi)),
    ...field('Go on', commands.chat(sessionId)),
  ].join('\n');
}

function describeStatus({ status, view }: FoundSession): string {
  if (status === null) return 'Temporal is not running; this is what is stored';
  if (status === 'completed') return 'asleep for lack of messages; the next one wakes it';
  if (status !== 'running') return status;
  return view === null ? 'open, but no worker answers for it' : 'open';
}

function describeTurns({ view, storedTurns, lastAt }: FoundSession, now: number): string {
  const last = lastAt === null ? '' : `, the last answer ${renderAge(now - Date.parse(lastAt))} ago`;
  return `${view?.turns ?? storedTurns}${last}`;
}

/** Labels and texts of what only the session itself knows. */
function viewFields({ progress }: FoundSession, view: ConversationView): (readonly [string, string])[] {
  const { thread, pending, answering, usage, limits } = view;
  const last = thread.at(-1);
  const stage = progress === null ? '' : ` (${progress.stage})`;
  return [
    ...(last === undefined
      ? []
      : [['Last', `${last.message}${last.failure === null ? '' : `: ${last.failure}`}`] as const]),
    ...pending.map(({ message }, index) => {
      const isAnswered = index === 0 && answering !== null;
      return [isAnswered ? 'Answering' : 'Waiting', `${message}${isAnswered ? stage : ''}`] as const;
    }),
    ...(progress?.waits ?? []).map(
      ({ subject, reason, until }) => ['', `waiting for ${subject} until ${until}: ${reason}`] as const,
    ),
    [
      'Model',
      `${usage.modelCalls} of ${counted(limits.modelCalls, 'call')}, ${usage.modelTokens} of ${counted(limits.modelTokens, 'token')}`,
    ],
    ...(limits.money === null && usage.money === 0
      ? []
      : [
          [
            'Cost',
            `${usage.money.toFixed(2)}${limits.money === null ? '' : ` of ${limits.money}`} US dollars`,
          ] as const,
        ]),
  ];
}

/** A session as Temporal knows it, if it runs, or else the store. */
export interface FoundSession extends Omit<SessionObservation, 'status'> {
  /** Null: Temporal is not running. */
  readonly status: SessionObservation['status'] | null;
  /** Answers that the store has. */
  readonly storedTurns: number;
  /** ISO 8601, of the last stored answer, or null. */
  readonly lastAt: string | null;
  readonly webUi: string | null;
}

/**
 * Finds a session by its id, or by the beginning or end of it. Starts nothing.
 *
 * @returns null when there is no such session
 * @throws {UsageError} when several match
 */
export async function findSession(context: CommandContext, given: string): Promise<FoundSession | null> {
  const { conversations } = await context.tools();
  const known = await conversations.list();
  const sessionId = matchResearchId(
    given,
    known.map((session) => session.sessionId),
  );
  const stored = known.find((session) => session.sessionId === sessionId) ?? null;
  return withRunningTemporal(context, async (access) => {
    const observed = (await access?.conversations.observe(sessionId)) ?? null;
    const kept = { storedTurns: stored?.turns ?? 0, lastAt: stored?.lastAt ?? null };
    if (observed !== null) return { ...observed, ...kept, webUi: access?.webUiOf(sessionId) ?? null };
    if (stored === null) return null;
    const { title, userId, startedAt } = stored;
    return { sessionId, title, userId, startedAt, status: null, view: null, progress: null, ...kept, webUi: null };
  });
}

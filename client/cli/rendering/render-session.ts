import type { ConversationView } from '@plumbline/contracts/answers/conversation';
import { counted } from '@plumbline/contracts/common/counted';
import type { SessionObservation } from '../../conversations/session-observation.ts';
import { commands } from '../../errors/failures.ts';
import { matchResearchId } from '../../runs/research-id.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';
import { hang, renderAge } from '../terminal/text-layout.ts';

const LABEL_WIDTH = 11;

/** A label with its text, in lines. */
type Field = (label: string, text: string) => string[];

/** What a session has done and does, as text. */
export function renderSession(
  session: FoundSession,
  { columns, now }: { readonly columns: number; readonly now: number },
): string {
  const { sessionId, title, userId, view, webUi } = session;
  const field: Field = (label, text) => hang(`  ${label.padEnd(LABEL_WIDTH)}`, text, columns);
  return [
    sessionId,
    ...field('Session', `${describeStatus(session)}, began ${renderAge(now - Date.parse(session.startedAt))} ago`),
    ...(userId === null ? [] : field('User', userId)),
    ...(title === '' ? [] : field('Began with', title)),
    ...field('Turns', describeTurns(session, now)),
    ...(view === null ? [] : viewFields(session, view, field)),
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

/** What only the session itself knows. */
function viewFields({ progress }: FoundSession, view: ConversationView, field: Field): string[] {
  const { thread, pending, answering, usage, limits } = view;
  const last = thread.at(-1);
  const stage = progress === null ? '' : ` (${progress.stage})`;
  const calls = `${usage.modelCalls} of ${counted(limits.modelCalls, 'call')}`;
  const tokens = `${usage.modelTokens} of ${counted(limits.modelTokens, 'token')}`;
  const mostMoney = limits.money === null ? '' : ` of ${limits.money}`;
  const hasCost = limits.money !== null || usage.money !== 0;
  return [
    ...(last === undefined
      ? []
      : [field('Last', `${last.message}${last.failure === null ? '' : `: ${last.failure}`}`)]),
    ...pending.map(({ message }, index) => {
      const isAnswered = index === 0 && answering !== null;
      return field(isAnswered ? 'Answering' : 'Waiting', `${message}${isAnswered ? stage : ''}`);
    }),
    ...(progress?.waits ?? []).map(({ subject, reason, until }) =>
      field('', `waiting for ${subject} until ${until}: ${reason}`),
    ),
    field('Model', `${calls}, ${tokens}`),
    ...(hasCost ? [field('Cost', `${usage.money.toFixed(2)}${mostMoney} US dollars`)] : []),
  ].flat();
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

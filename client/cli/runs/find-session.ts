import type { SessionObservation } from '../../conversations/session-observation.ts';
import { matchResearchId } from '../../runs/research-id.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';

/** A session as Temporal knows it, if it runs, or else the store. */
export interface FoundSession extends Omit<SessionObservation, 'status'> {
  /** Null: Temporal is not running. */
  readonly status: SessionObservation['status'] | null;
  /** Answers that the store has. */
  readonly storedTurns: number;
  /** ISO 8601, of the last stored answer; null: there is none. */
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

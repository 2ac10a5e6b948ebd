import { setTimeout as delay } from 'node:timers/promises';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import type { ConversationClient } from '../../conversations/conversation-client.ts';
import { commands, UnknownRunError, UnknownSessionError, UsageError } from '../../errors/failures.ts';
import type { ResearchClient } from '../../runs/research-client.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withTemporal } from '../context/reach.ts';
import { isUnfinished, requireKnownRun, resolveRun } from './find-run.ts';

const WAIT_MS = 5_000;

/** What is sent to a run. */
interface RunMessage {
  readonly send: (research: ResearchClient, researchId: string) => Promise<Delivery>;
  /** Shown when it was accepted. */
  readonly done: string;
  /** Sends it to a session, where sessions take such a message. */
  readonly toSession?: (conversations: ConversationClient, sessionId: string) => Promise<void>;
  /** Which run is meant where none is named, before any that is under way. */
  readonly prefers?: (run: StoredRun) => boolean;
}

/** Whether a person is asked something. */
export const waitsForPerson = ({ progress }: StoredRun): boolean =>
  isUnfinished({ progress }) && (progress?.pendingClarification ?? progress?.planToApprove ?? null) !== null;

/**
 * Sends a message to a run and reports the outcome.
 *
 * @param given undefined: the newest run that it may be for
 * @throws {UsageError} when the run refuses the message
 */
export async function sendMessage(
  context: CommandContext,
  given: string | undefined,
  { send, done, toSession, prefers = isUnfinished }: RunMessage,
): Promise<void> {
  const researchId = await resolveRun(context, given, prefers, isUnfinished);
  if (given === undefined) context.output.progress(`To ${researchId}`);
  await requireKnownRun(context, researchId);
  return withTemporal(context, { keep: false }, async ({ research, conversations, endsAfterwards }) => {
    const delivery = await send(research, researchId).catch(
      unlessSession(toSession && (() => toSession(conversations, researchId))),
    );
    if (delivery === null) return context.output.result({ sessionId: researchId, accepted: true }, () => done);
    const { accepted, refusals, progress } = delivery;
    if (accepted === false) {
      throw new UsageError(
        `the run refused the message: ${refusals.join('; ')}`,
        `See: ${commands.status(researchId)}`,
      );
    }
    const { stage = null, pendingClarification = null } = progress ?? {};
    context.output.result({ researchId, accepted, stage, pendingClarification }, () => {
      if (accepted === null)
        return `Stored with the run, which has no worker at the moment. Start one: ${commands.worker()}`;
      // The server stops with this command, or some minutes later, and the run pauses.
      return endsAfterwards ? `${done} Resume the run: ${commands.resume(researchId)}` : done;
    });
  });
}

/**
 * Handles the error of a message to an id that is no run.
 *
 * @returns null: a session took the message
 */
export function unlessSession(send: (() => Promise<void>) | undefined): (error: unknown) => Promise<null> {
  return async (error) => {
    if (!(error instanceof UnknownRunError) || send === undefined) throw error;
    try {
      await send();
    } catch (failure) {
      // Neither a run nor a session.
      throw failure instanceof UnknownSessionError ? error : failure;
    }
    return null;
  };
}

/** Waits some seconds for a run to end. @returns false when it has not ended: it has no worker, or its work ends slowly */
export async function waitUntilOver(isOver: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline) {
    if (await isOver()) return true;
    await delay(200, undefined, { signal });
  }
  return false;
}

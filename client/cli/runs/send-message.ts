import { UsageError } from '../../errors/failures.ts';
import type { Delivery, ResearchClient } from '../../runs/research-client.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { withTemporal } from '../context/reach.ts';
import { requireKnownRun, resolveRun } from './known-runs.ts';

/**
 * Sends one message to a run and says what became of it.
 *
 * @param done what an accepted message has brought about
 * @throws {UsageError} when the run refuses the message
 */
export async function sendMessage(
  context: CommandContext,
  givenId: string,
  send: (research: ResearchClient, researchId: string) => Promise<Delivery>,
  done: string,
): Promise<ExitCode> {
  const researchId = await resolveRun(context, givenId);
  await requireKnownRun(context, researchId);
  return withTemporal(context, { keep: false }, async ({ research, startedHere }) => {
    const { accepted, rejections, progress } = await send(research, researchId);
    if (accepted === false) {
      const reasons = rejections.map(({ reason }) => reason);
      throw new UsageError(`the run refused it: ${reasons.join('; ')}`, `See ${commands.status(researchId)}`);
    }
    const outcome = {
      researchId,
      accepted,
      stage: progress?.stage ?? null,
      pendingClarification: progress?.pendingClarification ?? null,
    };
    context.output.result(outcome, () => describeOutcome(researchId, accepted === null, startedHere, done));
    return ExitCode.Done;
  });
}

function describeOutcome(researchId: string, isUnread: boolean, startedHere: boolean, done: string): string {
  if (isUnread) return `Stored with the run, which has no worker at the moment. Start one: ${commands.worker()}`;
  // The server that was started for this message ends with it, and the run rests again.
  return startedHere ? `${done} Go on with the run: ${commands.resume(researchId)}` : done;
}

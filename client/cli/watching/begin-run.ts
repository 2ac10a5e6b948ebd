import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands } from '../../errors/cli-commands.ts';
import type { StartedRun } from '../../runs/research-start.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { followRun } from './follow-run.ts';

/** How a person wants to see a run that was just started. */
export interface FollowFlags {
  readonly detach?: boolean;
  readonly quiet?: boolean;
  readonly logDrift?: boolean;
}

/** Follows a run to its end, or says how to come back to it. */
export async function followOrLeave(
  context: CommandContext,
  access: TemporalAccess,
  started: StartedRun,
  { detach, quiet, logDrift }: FollowFlags,
): Promise<ExitCode> {
  if (detach !== true) {
    return followRun(context, access, started.researchId, { isQuiet: quiet === true, logsDrift: logDrift === true });
  }
  sayWhereItRuns(context, access, started);
  return ExitCode.Done;
}

function sayWhereItRuns(
  { output }: CommandContext,
  access: TemporalAccess,
  { researchId, attached }: { readonly researchId: string; readonly attached: boolean },
): void {
  const follow = {
    status: commands.status(researchId),
    answer: commands.answer(researchId),
    resume: commands.resume(researchId),
  };
  output.result({ researchId, attached, webUi: access.webUiOf(researchId), commands: follow }, () =>
    [
      attached ? `${researchId} exists already.` : `Started ${researchId}; it runs in the background.`,
      `Status: ${follow.status}`,
      `Watch:  ${follow.resume}`,
      `Answer: ${follow.answer}`,
      `Stop:   ${commands.down()} (Temporal and the worker)`,
    ].join('\n'),
  );
}

/** Starts or attaches to a run and records it in the store, where it can be found without Temporal. */
export async function beginRun(
  context: CommandContext,
  access: TemporalAccess,
  request: ResearchRequest,
  id: string | undefined,
): Promise<StartedRun> {
  const started = await access.research.start(request, id);
  const { researchId, requestHash, attached } = started;
  if (!attached) {
    const { runs } = await context.tools();
    await runs.recordStart({ researchId, request, requestHash, startedAt: new Date().toISOString() });
  }
  context.output.progress(attached ? `Attached to the existing run ${researchId}` : `Run ${researchId}`);
  const webUi = access.webUiOf(researchId);
  if (webUi !== null) context.output.progress(`Web UI ${webUi}`);
  return started;
}

import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import type { StartedRun } from '../../runs/research-start.ts';
import type { CommandContext } from '../context/command-context.ts';

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

import type { Activities } from '@plumbline/contracts/activities';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { NewlySettled, SettledStages, StageName } from '@plumbline/contracts/report/settled-stages';
import { readEvidence } from '@plumbline/storage/evidence';
import { reachedPoints } from '../../../workflows/domain/settled-stages.ts';
import { recipientsOf } from '../../notices/notices.ts';
import type { ActivityDependencies } from '../dependencies.ts';

interface RecordingTools extends Pick<ActivityDependencies, 'runs' | 'temporalAddress' | 'notices'> {
  readonly blobs: Pick<ActivityDependencies['blobs'], 'getText'>;
  readonly calls: Pick<ActivityDependencies['calls'], 'ledgerOf'>;
}

/**
 * Stores the latest progress and what was settled since, so that the one can be shown and the other gone on from without a server,
 * and returns what the run has spent so far.
 */
export function createRecordProgress(tools: RecordingTools): Activities['recordProgress'] {
  const { runs, calls, temporalAddress, notices } = tools;
  return async ({ progress, settled }) => {
    const names = settled === undefined ? [] : await record(tools, progress.researchId, settled);
    const resumesFrom = reachedPoints(names).at(-1);
    await runs.saveProgress({ ...progress, ...(resumesFrom !== undefined && { resumesFrom }) });
    return {
      ledger: await calls.ledgerOf(progress.researchId),
      temporalAddress: await temporalAddress(),
      settled: names,
      ...recipientsOf(notices),
    };
  };
}

async function record(
  { runs, blobs }: Pick<RecordingTools, 'runs' | 'blobs'>,
  researchId: string,
  { request, stages, evidence }: NewlySettled,
): Promise<readonly StageName[]> {
  const listed = evidence === undefined ? [] : await readEvidence(blobs, evidence);
  return runs.saveSettled(researchId, { request, stages: withFindings(stages, listed, evidence?.selected ?? 0) });
}

/** With its findings the record is complete, and names the texts that must be kept with the run. */
function withFindings(stages: SettledStages, listed: readonly Finding[], count: number) {
  if (stages.material === undefined || listed.length === 0) return stages;
  const material = {
    ...stages.material.material,
    findings: listed.slice(0, count),
    reserve: listed.slice(count),
  };
  return { ...stages, material: { ...stages.material, material } };
}

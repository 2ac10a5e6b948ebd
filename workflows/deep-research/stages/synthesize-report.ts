import type { StoredMaterial, WrittenReport } from '../../contracts/stage-results.ts';
import { writeDraft } from '../report/draft-writing.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Writes the report. */
export async function synthesizeReport(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning'>,
  material: StoredMaterial,
): Promise<WrittenReport> {
  run.progress.enter('synthesizing');
  return writeDraft(run, material, null);
}

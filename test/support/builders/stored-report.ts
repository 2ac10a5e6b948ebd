import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import { researchProgress } from './run-views.ts';

/** A run of the store with a report in a folder of its own. */
export async function storedReport(researchId: string): Promise<StoredRun> {
  const folder = await mkdtemp(join(tmpdir(), 'stored-report-'));
  const reportPath = join(folder, 'report.md');
  const recordPath = join(folder, 'report.json');
  await writeFile(reportPath, '# Which limits apply?\n');
  await writeFile(recordPath, '{"researchId":"research-limits-3f9a21"}\n');
  const result = {
    researchId,
    outcome: 'published' as const,
    answered: true,
    summary: 'None.',
    gapCount: 0,
    record: { sha256: 'a'.repeat(64), byteLength: 1, mediaType: 'application/json' },
  };
  return {
    researchId,
    question: 'Which limits apply?',
    startedAt: '2026-01-02T03:04:05.000Z',
    userId: null,
    requestHash: 'hash',
    progress: researchProgress({ researchId, stage: 'published', result }),
    hasReport: true,
    reportPath,
    recordPath,
  };
}

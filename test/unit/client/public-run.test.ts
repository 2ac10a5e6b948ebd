import type { StoredRun } from '@plumbline/contracts/report/run-view';
import { describe, expect, it } from 'vitest';
import { findPublicRun } from '../../../client/service/public-run.ts';
import { observation, researchProgress } from '../../support/builders/run-views.ts';

const REPORT: StoredRun = {
  researchId: 'research-limits-3f9a21',
  question: 'How are connections limited?',
  startedAt: '2026-03-05T06:00:00Z',
  userId: null,
  requestHash: null,
  progress: researchProgress({ stage: 'published' }),
  hasReport: true,
  reportPath: 'runs/research-limits-3f9a21/report.md',
  recordPath: 'runs/research-limits-3f9a21/report.json',
};

describe('a run that is looked for', () => {
  it('has its report, also when that is written while the run is asked', async () => {
    let isWritten = false;
    const observe = async () => {
      isWritten = true;
      return observation({ status: 'completed', stage: 'published' });
    };
    const context = {
      access: { research: { observe }, webUiOf: () => null },
      tools: { runs: { read: async () => (isWritten ? REPORT : null) } },
    };

    const run = await findPublicRun(context as unknown as Parameters<typeof findPublicRun>[0], REPORT.researchId);

    expect(run).toMatchObject({ stage: 'published', hasReport: true });
  });
});

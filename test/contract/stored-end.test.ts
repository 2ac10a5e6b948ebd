import type { Stage } from '@plumbline/contracts/report/progress';
import type { RunStore } from '@plumbline/storage/runs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError, UnknownRunError } from '../../client/errors/failures.ts';
import { findReport } from '../../client/runs/find-report.ts';
import type { OtherStore, RunLocation } from '../../client/runs/other-store.ts';
import { lookAtStoredEnd } from '../../client/runs/run-look.ts';
import type { RunStatus } from '../../client/runs/run-observation.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { runsIn } from '../support/builders/stored-records.ts';

const RUN = 'research-limits-3f9a21';
const access = { webUiOf: (researchId: string) => `http://127.0.0.1:8233/${researchId}` };

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let runs: RunStore;
beforeEach(async () => {
  home = await temporaryFolder();
  runs = runsIn(home.path);
});
afterEach(() => home.dispose());

const look = () => lookAtStoredEnd({ tools: async () => ({ runs }) }, access, RUN);

describe('the end of a run as the store has it', () => {
  it('is what the worker wrote last', async () => {
    const progress = researchProgress({ researchId: RUN, stage: 'published', updatedAt: '2026-03-01T10:01:00.000Z' });
    await runs.saveProgress(progress);

    expect(await look()).toMatchObject({
      stage: 'published',
      endedAt: '2026-03-01T10:01:00.000Z',
      progress,
      webUi: `http://127.0.0.1:8233/${RUN}`,
    });
  });

  it('is not known while the store has an earlier stage, or nothing', async () => {
    expect(await look()).toBeNull();

    await runs.saveProgress(researchProgress({ researchId: RUN, stage: 'verifying' }));

    expect(await look()).toBeNull();
  });
});

describe('the report of a run', () => {
  const stage = (name: Stage) => researchProgress({ researchId: RUN, stage: name, failure: 'the disk is gone' });
  const ELSEWHERE = { what: 'the worker has another store', remedy: 'Use its home.' };
  const find = (located: () => Promise<RunLocation | null>) =>
    findReport({ tools: async () => ({ runs }), locate: located }, RUN);
  const seen =
    (status: RunStatus, otherStore: OtherStore | null = null) =>
    async () => ({ status, otherStore });

  it('is found in the store without asking Temporal', async () => {
    const { record } = await publishReport(home.path, { researchId: RUN });

    const { json, markdown } = await find(() => Promise.reject(new Error('asked')));

    expect(JSON.parse(json)).toEqual(record);
    expect(markdown).toBe(record.report.markdown);
  });

  it.each<{ stored: Stage | null; located: () => Promise<RunLocation | null>; says: string }>([
    // Nothing of the run is in this store.
    { stored: null, located: seen('completed', ELSEWHERE), says: 'elsewhere: the worker has another store' },
    { stored: null, located: seen('completed'), says: 'its report is not in this store' },
    { stored: null, located: seen('running'), says: 'no report yet (just started)' },
    { stored: null, located: seen('failed'), says: 'the run has ended (failed)' },
    { stored: null, located: async () => null, says: `there is no run "${RUN}"` },
    { stored: null, located: () => Promise.reject(new UnknownRunError(RUN)), says: `there is no run "${RUN}"` },
    { stored: null, located: () => Promise.reject(new EnvironmentError('down')), says: `there is no run "${RUN}"` },
    // It was begun here, and its worker writes elsewhere.
    { stored: 'researching', located: seen('completed', ELSEWHERE), says: 'elsewhere: the worker has another store' },
    { stored: 'researching', located: seen('running', ELSEWHERE), says: 'no report yet (researching)' },
    { stored: 'researching', located: async () => null, says: 'no report yet (researching)' },
    { stored: 'researching', located: seen('terminated'), says: 'the run has ended (terminated)' },
    // Its files were removed.
    { stored: 'published', located: async () => null, says: 'its report is not in this store' },
    { stored: 'stopped', located: seen('completed'), says: 'its report is not in this store' },
    { stored: 'failed', located: seen('failed'), says: 'the run failed: the disk is gone' },
  ])('stored as $stored: $says', async ({ stored, located, says }) => {
    if (stored !== null) await runs.saveProgress(stage(stored));

    await expect(find(located)).rejects.toThrow(says);
  });
});

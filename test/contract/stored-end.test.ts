import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileRunStore, type RunStore } from '../../activities/storage/file-run-store.ts';
import { lookAtStoredEnd } from '../../client/runs/look-at-run.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { researchProgress } from '../support/builders/run-views.ts';

const RUN = 'research-limits-3f9a21';
const access = { webUiOf: (researchId: string) => `http://127.0.0.1:8233/${researchId}` };

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let runs: RunStore;
beforeEach(async () => {
  home = await temporaryFolder();
  runs = createFileRunStore(home.path);
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

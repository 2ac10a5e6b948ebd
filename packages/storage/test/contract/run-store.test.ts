import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import type { RunStore } from '@plumbline/storage/runs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { publishReport } from '../../../../test/support/builders/published-report.ts';
import { researchProgress } from '../../../../test/support/builders/run-views.ts';
import { runsIn, stateIn } from '../../../../test/support/builders/stored-records.ts';

const request = researchRequestSchema.parse({ question: 'How long does the lamp burn?', corpusDirectories: ['/docs'] });

const startOf = (researchId: string, startedAt = '2026-01-02T03:04:05.000Z') => ({
  researchId,
  request,
  requestHash: 'hash',
  startedAt,
});

const progressOf = (researchId: string): ResearchProgress =>
  researchProgress({
    researchId,
    question: request.question,
    startedAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:05:05.000Z',
  });

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let runs: RunStore;

beforeEach(async () => {
  home = await temporaryFolder();
  runs = runsIn(home.path);
});

afterEach(async () => {
  await home.dispose();
});

describe('run store', () => {
  it('keeps the decisions of each task, those that know of more queries', async () => {
    const query = { query: 'lamp', provider: null, hits: [] };
    const once = { taskId: 't1', queries: [query], hits: [] };
    const twice = { ...once, queries: [query, query] };
    await runs.saveDecisions('run-1', twice);
    await runs.saveDecisions('run-1', once);
    await runs.saveDecisions('run-1', { ...once, taskId: 't2' });

    expect(await runs.readDecisions('run-1')).toEqual([twice, { ...once, taskId: 't2' }]);
    expect(await runs.readDecisions('run-2')).toEqual([]);
  });

  it('knows nothing at first', async () => {
    expect(await runs.list()).toEqual([]);
    expect(await runs.isEmpty()).toBe(true);
    expect(await runs.read('research-lamp')).toBeNull();
  });

  it('gives back how a run was started and its last progress', async () => {
    await runs.recordStart(startOf('research-lamp'));
    await runs.saveProgress(progressOf('research-lamp'));
    await runs.saveProgress({ ...progressOf('research-lamp'), stage: 'validating' });

    expect(await runs.read('research-lamp')).toEqual({
      researchId: 'research-lamp',
      question: request.question,
      startedAt: '2026-01-02T03:04:05.000Z',
      userId: null,
      requestHash: 'hash',
      progress: { ...progressOf('research-lamp'), stage: 'validating' },
      hasReport: false,
      reportPath: null,
      recordPath: null,
    });
  });

  it('keeps the newer progress when an older one comes late', async () => {
    const newer = { ...progressOf('overtaken'), stage: 'validating', updatedAt: '2026-01-02T03:04:09.000Z' } as const;
    await runs.saveProgress(newer);
    await runs.saveProgress({ ...progressOf('overtaken'), updatedAt: '2026-01-02T03:04:08.000Z' });

    expect((await runs.read('overtaken'))?.progress).toMatchObject({ stage: 'validating' });
  });

  it('lists the newest run first, including runs of other clients', async () => {
    await runs.recordStart(startOf('old', '2026-01-01T00:00:00.000Z'));
    await runs.recordStart(startOf('new', '2026-01-03T00:00:00.000Z'));
    await runs.saveProgress({ ...progressOf('by-hand'), startedAt: '2026-01-02T00:00:00.000Z' });

    const listed = await runs.list();
    expect(await runs.isEmpty()).toBe(false);
    expect(listed.map(({ researchId }) => researchId)).toEqual(['new', 'by-hand', 'old']);
    expect(listed[1]).toMatchObject({ requestHash: null, question: request.question });
  });

  it('treats a record of another version as missing', async () => {
    await runs.recordStart(startOf('whole'));
    await runs.saveProgress(progressOf('whole'));
    const { records } = stateIn(home.path);
    const at = '2026-01-02T03:04:05.000Z';
    await records.put({ kind: 'run', owner: 'other', name: 'start' }, { value: { researchId: 'other' }, at });
    await records.put({ kind: 'run', owner: 'whole', name: 'progress' }, { value: [], at });

    expect((await runs.list()).map(({ researchId, progress }) => [researchId, progress])).toEqual([['whole', null]]);
    expect(await runs.read('other')).toBeNull();
  });

  it.each(['../../escape', '/etc/passwd', '..', '.', 'a/b', 'ünï çödé', 'x'.repeat(500), ''])(
    'keeps the report of a run with the id "%s" inside its folder',
    async (researchId) => {
      await publishReport(home.path, { researchId });

      expect(await runs.read(researchId)).toMatchObject({ researchId, hasReport: true });
      expect(await readdir(home.path)).toEqual(['blobs', 'plumbline.sqlite', 'runs', ...LOGS].sort());
      const [folder = ''] = await readdir(join(home.path, 'runs'));
      expect(await readdir(join(home.path, 'runs', folder))).toEqual(['report.json', 'report.md']);
    },
  );

  it('keeps a whole one of concurrent writes', async () => {
    const questions = Array.from({ length: 20 }, (_, index) => `question ${index} `.repeat(1_000));
    await Promise.all(questions.map((question) => runs.saveProgress({ ...progressOf('busy'), question })));

    expect(questions).toContain((await runs.read('busy'))?.question);
  });
});

const LOGS = ['plumbline.sqlite-shm', 'plumbline.sqlite-wal'];

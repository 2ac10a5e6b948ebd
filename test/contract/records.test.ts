import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openPostgresState, openSqliteState, type StateDatabase } from '@plumbline/storage/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStateStores, type StateStores } from '../../workers/assembly/state-stores.ts';
import { answerOfTurn } from '../support/builders/answer-results.ts';
import { briefingRecord } from '../support/builders/briefing-fixtures.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { researchProgress } from '../support/builders/run-views.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';

interface Machines {
  readonly worker: StateStores;
  readonly client: StateStores;
}

/** @param machines two processes with connections of their own */
function itKeepsRecords(machines: () => Machines): void {
  it('keeps the newer of two reports of progress, whoever writes last', async () => {
    const { worker, client } = machines();
    const at = (second: number) => `2026-01-02T03:04:0${second}.000Z`;
    const progress = (second: number) => researchProgress({ researchId: 'run-1', updatedAt: at(second) });
    await worker.runs.saveProgress(progress(3));
    await Promise.all([1, 2, 5, 4].map((second) => worker.runs.saveProgress(progress(second))));
    await client.runs.saveProgress(progress(0));

    expect((await client.runs.read('run-1'))?.progress?.updatedAt).toBe(at(5));
  });

  it('loses none of the stages that are settled at the same moment', async () => {
    const { worker, client } = machines();
    const settle = (stores: StateStores, stage: string) =>
      stores.runs.saveSettled('run-1', { request: {}, stages: { [stage]: {} } } as never);
    await Promise.all([settle(worker, 'anchor'), settle(client, 'plan'), settle(worker, 'material')]);

    expect(Object.keys((await client.runs.readSettled('run-1'))?.stages ?? {}).sort()).toEqual([
      'anchor',
      'material',
      'plan',
    ]);
  });

  it('keeps a report byte for byte, whose files only one machine has', async () => {
    const { worker, client } = machines();
    const home = await temporaryFolder();
    const { record } = await publishReport(home.path);
    await home.dispose();
    await worker.runs.saveReport(record);
    await worker.runs.saveProgress(researchProgress({ researchId: record.researchId, stage: 'published' }));
    const [written, read] = [
      await worker.runs.readReport(record.researchId),
      await client.runs.readReport(record.researchId),
    ];

    expect(read).toEqual(written);
    expect(read?.markdown).toBe(record.report.markdown);
    expect(await client.runs.read(record.researchId)).toMatchObject({ hasReport: true, reportPath: null });
    expect((await worker.runs.read(record.researchId))?.reportPath).toMatch(/report\.md$/);
  });

  it('removes all of a run and nothing of another one', async () => {
    const { worker, client } = machines();
    await worker.runs.saveProgress(researchProgress({ researchId: 'run-1' }));
    await worker.runs.noteEvidence('run-1', 'e'.repeat(64));
    await worker.runs.saveProgress(researchProgress({ researchId: 'run-2' }));
    await client.runs.remove('run-1');

    expect(await worker.records.owners()).toEqual([{ kind: 'run', owner: 'run-2' }]);
  });

  it('keeps sessions with their answers in the order of their turns', async () => {
    const { worker, client } = machines();
    const scope = conversationScopeSchema.parse({ corpusDirectories: ['/docs'] });
    await client.conversations.recordStart({
      sessionId: 's',
      userId: 'anna',
      scope,
      startedAt: '2026-01-02T03:00:00.000Z',
      title: 'The lamp',
    });
    for (const turn of [10, 9, 1])
      await worker.conversations.saveAnswer({ userId: 'anna', result: answerOfTurn('s', turn), findings: [] });

    const read = await client.conversations.read('s');
    expect(read?.answers.map(({ result }) => result.answerId)).toEqual(['s:1', 's:9', 's:10']);
    expect(await client.conversations.list()).toMatchObject([{ sessionId: 's', title: 'The lamp', turns: 3 }]);
  });

  it('keeps one copy of a record of a briefing for each slot', async () => {
    const { worker, client } = machines();
    await worker.copies.keep('/briefing', briefingRecord());
    await client.copies.keep('/briefing', briefingRecord());

    expect(await worker.records.outline('briefing')).toHaveLength(1);
  });
}

let homes: Awaited<ReturnType<typeof temporaryFolder>>[];
let opened: StateStores[];

beforeEach(async () => {
  homes = [await temporaryFolder(), await temporaryFolder()];
  opened = [];
});
afterEach(async () => {
  for (const stores of opened) await stores.close();
  for (const home of homes) await home.dispose();
});

/** Two homes with one database, and with the texts of the first. */
function machinesOver(open: () => StateDatabase): Machines {
  const [own, other] = homes.map(({ path }) => path);
  const blobs = createFileBlobStore(own ?? '');
  const worker = createStateStores(open(), { home: own ?? '', blobs, writesFiles: true });
  const client = createStateStores(open(), { home: other ?? '', blobs, writesFiles: false });
  opened.push(worker, client);
  return { worker, client };
}

describe('on SQLite', () => {
  let machines: Machines;
  beforeEach(() => {
    machines = machinesOver(() => openSqliteState(homes[0]?.path ?? ''));
  });
  itKeepsRecords(() => machines);
});

const programs = findPostgres();

describe.skipIf(programs === undefined)('on PostgreSQL', () => {
  let server: TestPostgres;
  let machines: Machines;
  beforeAll(async () => {
    server = await startPostgres(programs ?? '');
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const url = await server.createDatabase();
    machines = machinesOver(() => openPostgresState(url));
  });
  itKeepsRecords(() => machines);
});

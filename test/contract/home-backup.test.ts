import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockPathOf } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import { tryLock } from '@plumbline/storage/locks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStateStores } from '../../workers/assembly/state-stores.ts';
import { loadStoreId } from '../../workers/home/store-id.ts';
import { type Backup, BACKUP_FILE, backUpHome } from '../../workers/lifecycle/backup.ts';
import { restoreHome, withHomeLocked } from '../../workers/lifecycle/home-lifecycle.ts';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { publishReport } from '../support/builders/published-report.ts';
import { conversationsIn, placeIn, runsIn, verifyRecord } from '../support/builders/stored-records.ts';
import { storeSession } from '../support/builders/stored-session.ts';
import { storedMemoryOf } from './memory-store.contract.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home: string;
let target: string;
let restored: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  [home, target, restored] = ['home', 'backup', 'restored'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await publishReport(home);
});
afterEach(() => folder.dispose());

const signal = new AbortController().signal;
const backUp = (onProgress: (line: string) => void = () => undefined) =>
  backUpHome({ home, target, now: new Date(), signal, onProgress });
const restore = (force = false) => restoreHome({ home: restored, source: target, force, now: new Date(), signal });

/** In a process of its own, as a worker is: of two SQLites in one process neither sees the other's locks. */
const WRITE = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1]);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 60000; CREATE TABLE pairs (left INTEGER, right INTEGER)');
  const insert = database.prepare('INSERT INTO pairs VALUES (?, ?)');
  let written = 0;
  insert.run(++written, written);
  process.stdout.write('begun');
  setInterval(() => insert.run(++written, written), 1);
`;

describe('a backup', () => {
  it('restores to a home in which everything verifies', async () => {
    const storeId = loadStoreId(home);
    const made = await backUp();
    await restore();

    const [run] = await runsIn(restored).list();
    expect(
      (await verifyRecord({ path: run?.recordPath ?? '', blobs: createFileBlobStore(restored) })).problems,
    ).toEqual([]);
    expect(loadStoreId(restored)).toBe(storeId);
    expect(made).toMatchObject({ format: 1, home, versions: { indexLayout: expect.any(Number) } });
  });

  it('holds sessions, copies for review, memory, cached answers and streams', async () => {
    const state = createStateStores(openSqliteState(home), placeIn(home));
    const place = { kind: 'plan', key: 'k', userId: null } as const;
    await storeSession(home, { isSampled: true });
    await state.answerCache.keep({ ...place, sessionId: 'mine', value: 'plan', expiresAt: '2100' });
    await state.answerStream.append('mine:1', 1, { kind: 'stage', stage: 'searching' });
    await state.memoryStore.add(storedMemoryOf());
    const session = await conversationsIn(home).read('mine');
    await backUp();
    await state.close();
    await restore();

    const copy = createStateStores(openSqliteState(restored), placeIn(restored));
    expect(session?.answers).toHaveLength(1);
    expect(await conversationsIn(restored).read('mine')).toEqual(session);
    expect(await copy.records.list('session', 'mine', 'review/')).toHaveLength(1);
    expect(await copy.answerCache.find(place, '2026')).toBe('plan');
    expect(await copy.memoryStore.list('anna')).toEqual([storedMemoryOf()]);
    expect(await copy.answerStream.read('mine:1', 0)).toHaveLength(1);
    await copy.close();
  });

  it('contains consistent databases, while another connection writes', async () => {
    const words = ['--input-type=module', '--eval', WRITE, join(home, 'plumbline.sqlite')];
    const writer = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(writer.stdout, 'data');
    await backUp();
    writer.kill();
    await once(writer, 'exit');

    const copy = new DatabaseSync(join(target, 'plumbline.sqlite'), { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(copy.prepare('SELECT count(*) > 0 AS isFilled FROM pairs').get()).toEqual({ isFilled: 1 });
    copy.close();
  });

  it('waits for a folder that is being indexed', async () => {
    await writeFiles(home, { 'index/0123456789ab/passages/rows': 'half' });
    const lock = tryLock(lockPathOf(home, '0123456789ab'));
    const lines: string[] = [];
    const made = backUp((line) => {
      lines.push(line);
      if (!line.startsWith('Waiting')) return;
      void writeFile(join(home, 'index/0123456789ab/passages/rows'), 'whole').then(() => lock?.release());
    });

    expect((await made).files.map(({ path }) => path)).toContain('index/0123456789ab/passages/rows');
    expect(await readFile(join(target, 'index/0123456789ab/passages/rows'), 'utf8')).toBe('whole');
    expect(lines).toContain('Waiting for an index that is being updated');
  });

  it('leaves out drafts, logs, the control token and missing files', async () => {
    await writeFiles(home, { 'runs/r/start.json.1.tmp': 'x', 'review/a-1.json.1.tmp': 'x' });
    await writeFiles(home, { 'temporal/state.json': '{}', 'temporal/server.log': 'x' });
    const made = await backUp();

    expect(made.files.filter(({ path }) => /tmp|state|log/.test(path))).toEqual([]);
  });

  it.each([
    { where: 'that holds something', name: 'filled' },
    { where: 'inside the store', name: 'home/backup' },
  ])('is not written to a folder $where', async ({ name }) => {
    await writeFiles(folder.path, { 'filled/x': 'x' });
    target = join(folder.path, name);

    await expect(backUp()).rejects.toMatchObject({ name: 'BackupRefusedError' });
  });

  it('is refused during another operation on the whole store', async () => {
    await expect(withHomeLocked(home, () => withHomeLocked(home, backUp))).rejects.toMatchObject({
      name: 'HomeBusyError',
    });
  });
});

describe('restoring', () => {
  const damage = async (change: (made: Backup) => Promise<void>) => change(await backUp());

  it.each<{ damaged: string; change: (made: Backup) => Promise<void>; words: string }>([
    {
      damaged: 'a byte is different',
      change: ({ files }) => writeFile(join(target, files[0]?.path ?? ''), 'x'),
      words: 'is damaged',
    },
    {
      damaged: 'a file is missing',
      change: ({ files }) => rm(join(target, files[0]?.path ?? '')),
      words: 'is missing',
    },
    { damaged: 'it was not finished', change: () => rm(join(target, BACKUP_FILE)), words: 'is not a complete backup' },
    {
      damaged: 'it is of another format',
      change: () => writeFile(join(target, BACKUP_FILE), '{"format":2}'),
      words: 'of another version',
    },
    {
      damaged: 'a path leads out of it',
      change: (made) => {
        const files = [{ path: 'runs/../../x', bytes: 1, sha256: '' }];
        return writeFile(join(target, BACKUP_FILE), JSON.stringify({ ...made, files }));
      },
      words: 'is damaged',
    },
  ])('refuses a backup when $damaged, and leaves nothing behind', async ({ change, words }) => {
    await damage(change);

    await expect(restore()).rejects.toThrow(words);
    expect(await readdir(restored).catch(() => [])).toEqual([]);
  });

  it('does not touch a non-empty store, and moves it aside when forced', async () => {
    await backUp();
    await writeFiles(restored, { 'runs/older/start.json': '{}' });

    await expect(restore()).rejects.toThrow('is not empty');
    const { movedTo } = await restore(true);

    expect(await readFile(join(movedTo ?? '', 'runs/older/start.json'), 'utf8')).toBe('{}');
    expect((await runsIn(restored).list()).map(({ researchId }) => researchId)).toEqual(['research-lamp']);
  });

  it('refuses a store whose server runs', async () => {
    await backUp();
    await mkdir(join(restored, 'temporal'), { recursive: true });
    const lock = tryLock(join(restored, 'temporal', 'supervisor.lock'));

    await expect(restore(true)).rejects.toMatchObject({ name: 'HomeBusyError' });
    lock?.release();
  });
});

import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { counted } from '@plumbline/contracts/common/counted';
import { openSqliteState, stateFileOf } from '@plumbline/storage/database';
import { isDamaged } from '@plumbline/storage/files';

/** A damaged file, and what became of it. */
export interface Repair {
  readonly file: string;
  readonly outcome: string;
}

/** What is lost with a file that is set aside. */
const SET_ASIDE: Readonly<Record<string, string>> = {
  'pages.sqlite': 'set aside; pages of the web are read again, and a run under way may miss some',
  'temporal/temporal.db': 'set aside with the histories of runs; finished reports are whole, runs under way are lost',
};

/**
 * Puts damaged databases aside, and saves what can be read. Indexes and texts need no repair: they are built anew and read again when
 * they are used. Nothing else may use the home meanwhile.
 */
export async function repairHome(home: string, now: Date): Promise<Repair[]> {
  const aside = join(home, `damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  const repairs: Repair[] = [];
  const state = stateFileOf(home);
  if (!isSound(state)) repairs.push({ file: basename(state), outcome: await saveState(home, aside) });
  for (const [file, outcome] of Object.entries(SET_ASIDE)) {
    if (isSound(join(home, file))) continue;
    await setAside(join(home, file), aside);
    repairs.push({ file, outcome });
  }
  return repairs;
}

/** Also what is not there. */
function isSound(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
  } catch (error) {
    return !isDamaged(error);
  } finally {
    database?.close();
  }
}

async function setAside(path: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true });
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    await rename(file, join(aside, basename(file))).catch(() => undefined);
}

/** A new database with all rows that can be read takes the place of the old one. */
async function saveState(home: string, aside: string): Promise<string> {
  const draft = await mkdtemp(join(home, 'repairing-'));
  try {
    const fresh = openSqliteState(draft);
    await fresh.read();
    await fresh.close();
    const rows = copyReadable(stateFileOf(home), stateFileOf(draft));
    await setAside(stateFileOf(home), aside);
    await rename(stateFileOf(draft), stateFileOf(home));
    return `${counted(rows, 'row')} saved; the old file is in ${basename(aside)}`;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function copyReadable(from: string, to: string): number {
  const target = new DatabaseSync(to);
  let rows = 0;
  try {
    const source = new DatabaseSync(from);
    try {
      const tables = target
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%'")
        .all();
      for (const { name } of tables) rows += copyTable(source, target, String(name));
    } finally {
      source.close();
    }
  } finally {
    target.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    target.close();
  }
  return rows;
}

/** From both ends up to what cannot be read. */
function copyTable(source: DatabaseSync, target: DatabaseSync, table: string): number {
  const columns = target
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => String(name));
  const marks = columns.map(() => '?').join(', ');
  const insert = target.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
  // It has one row, of which a new database has made another.
  if (table === 'identity') target.exec('DELETE FROM identity');
  target.exec('BEGIN');
  for (const order of ['ASC', 'DESC']) {
    try {
      const rows = source.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY rowid ${order}`).iterate();
      for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
      break;
    } catch {
      // What is behind the damage is read from the other end.
    }
  }
  target.exec('COMMIT');
  return Number(target.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
}

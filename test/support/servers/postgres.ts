import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { waitUntil } from '../processes/processes.ts';

/** A PostgreSQL of the system's package, in a folder of its own on a free loopback port. */
export interface TestPostgres {
  /** An empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** Ends the connections of all databases. */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
}

const PROGRAMS = ['initdb', 'postgres'] as const;

/** The folder of the programs; undefined where PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const packages = '/usr/lib/postgresql';
  const versions = existsSync(packages) ? readdirSync(packages) : [];
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(packages, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
}

/** @param programs see `findPostgres` */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-postgres-'));
  const owner = ordinaryUser();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '16MB',
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...parameters], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const urlOf = (database: string) => `postgres://tester@127.0.0.1:${port}/${database}`;
  const admin = urlOf('postgres');
  await waitUntil(async () => {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    return query(admin, 'SELECT 1').then(
      () => true,
      () => false,
    );
  });
  let databases = 0;
  return {
    async createDatabase() {
      const name = `test_${(databases += 1)}`;
      await query(admin, `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    cutConnections: () =>
      query(
        admin,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
      ),
    async close() {
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // Without waiting for its clients: nothing in it is wanted any more.
  server.kill('SIGQUIT');
  await ended;
}

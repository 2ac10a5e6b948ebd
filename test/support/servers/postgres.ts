import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPostgres as findOnPath,
  startPostgres as startServerOf,
} from '../../../bench/cluster/servers/postgres-server.ts';
import { portLike } from '../../../bench/cluster/servers/server-process.ts';

/** A PostgreSQL of the system's package, in a folder of its own on a free loopback port. */
export interface TestPostgres {
  /** An empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** Ends the connections of all databases. */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
}

/** The folder of the programs; undefined where PostgreSQL is not installed. */
export const findPostgres = (): string | undefined => findOnPath(process.env['PATH'] ?? '');

/** @param programs see `findPostgres` */
export async function startPostgres(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-postgres-'));
  const parameters = { fsync: 'off', shared_buffers: '16MB' };
  const port = await portLike(undefined);
  const server = await startServerOf({ programs, folder, port, password: 'tests', parameters });
  let databases = 0;
  return {
    async createDatabase() {
      const name = `test_${(databases += 1)}`;
      await server.query(`CREATE DATABASE ${name}`);
      return server.urlOf(name);
    },
    cutConnections: () =>
      server.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
      ),
    async close() {
      // Without waiting for its clients: nothing in it is wanted any more.
      await server.stop('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

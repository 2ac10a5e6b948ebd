import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { type ServerProcess, startServer, untilReady } from './server-process.ts';

const PROGRAMS = ['initdb', 'postgres'] as const;
const USER = 'plumbline';

export interface PostgresServer extends ServerProcess {
  urlOf(database: string): string;
  /** @throws {Error} when the text is refused */
  query(text: string): Promise<void>;
}

export interface PostgresOptions {
  /** See `findPostgres`. */
  readonly programs: string;
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  /** Parameters of the server beyond place and port. */
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** The folder of the programs: the newest version of the system's packages, or on the PATH; undefined: not installed. */
export function findPostgres(searchPath: string): string | undefined {
  const packages = '/usr/lib/postgresql';
  const versions = existsSync(packages) ? readdirSync(packages) : [];
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(packages, version, 'bin')),
    ...searchPath.split(delimiter),
  ];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
}

/** On loopback, in a folder that is filled at the first start. Resolves when it answers. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { programs, folder, port, password } = options;
  const owner = ordinaryUser();
  makeData(options, owner);
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...options.parameters };
  const server = startServer({
    name: 'postgres',
    command: join(programs, 'postgres'),
    parameters: [
      '-D',
      join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    logFile: join(folder, 'postgres.log'),
    cwd: folder,
    ...owner,
  });
  const urlOf = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const query = (text: string) => send(urlOf('postgres'), text);
  await untilReady(server, () => query('SELECT 1').then(() => true));
  // Without waiting for its clients.
  return { ...server, urlOf, query, stop: (signal = 'SIGINT') => server.stop(signal) };
}

function makeData({ programs, folder, password }: PostgresOptions, owner: Owner | undefined): void {
  const data = join(folder, 'data');
  if (existsSync(join(data, 'PG_VERSION'))) return;
  mkdirSync(folder, { recursive: true });
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (owner !== undefined) for (const path of [folder, secret]) chownSync(path, owner.uid, owner.gid);
  const access = ['-U', USER, '-A', 'scram-sha-256', '--pwfile', secret];
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-E', 'UTF8', '--locale', 'C', '--no-sync', ...access],
    {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  rmSync(secret);
  const { stderr, error } = made;
  if (made.status === 0) return;
  const advice = owner === undefined ? '' : ' As root, it runs as another user, who must be able to reach that folder.';
  throw new Error(`initdb failed in ${folder}: ${(error?.message ?? stderr).trim()}${advice}`);
}

async function send(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A server that ends cuts the connection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** On Linux, of the user without rights. */
const WITHOUT_RIGHTS = 65_534;

/** PostgreSQL refuses to run as root: it runs as the user of its package, or as one without rights. */
function ordinaryUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? [];
  return { uid: Number(uid ?? WITHOUT_RIGHTS), gid: Number(gid ?? WITHOUT_RIGHTS) };
}

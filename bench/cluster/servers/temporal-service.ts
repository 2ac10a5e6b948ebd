import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMBEDDED_NAMESPACE } from '../../../workers/config/temporal.ts';
import { DYNAMIC_CONFIG, makeNamespace } from '../../../workers/supervisor/temporal-server.ts';
import type { PostgresServer } from './postgres-server.ts';
import { findProgram, type ServerProcess, startServer, untilReady } from './server-process.ts';

/** Fixed by the first start, for ever. Few: all of them are on one machine. */
const HISTORY_SHARDS = 4;
const DATABASES = { default: 'temporal', visibility: 'temporal_visibility' } as const;
const SCHEMAS = { default: 'postgresql/v12/temporal', visibility: 'postgresql/v12/visibility' } as const;
const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;

/** Temporal's own server, and the tool that makes its schema. */
export interface TemporalPrograms {
  readonly server: string;
  readonly sqlTool: string;
}

export interface TemporalServiceOptions {
  readonly programs: TemporalPrograms;
  readonly folder: string;
  /** See `SERVICE_PORTS`. */
  readonly ports: Readonly<Record<string, number>>;
  readonly postgres: PostgresServer;
}

/** Names of the ports that it needs. */
export const SERVICE_PORTS = ['http', ...SERVICES.flatMap((name) => [name, `${name}-membership`])];

/** On the PATH; undefined: one of them is missing. */
export function findTemporalPrograms(searchPath: string): TemporalPrograms | undefined {
  const server = findProgram('temporal-server', searchPath);
  const sqlTool = findProgram('temporal-sql-tool', searchPath);
  return server === undefined || sqlTool === undefined ? undefined : { server, sqlTool };
}

/** On loopback, with its data in PostgreSQL. Resolves when its namespace answers. */
export async function startTemporalService(options: TemporalServiceOptions): Promise<ServerProcess> {
  const { folder, ports, programs, postgres } = options;
  mkdirSync(join(folder, 'config'), { recursive: true });
  await makeSchemas(options);
  const dynamic = DYNAMIC_CONFIG.map((setting) => /^([^=]+)=(.*)$/.exec(setting) ?? []);
  const dynamicFile = join(folder, 'dynamic.yaml');
  writeFileSync(dynamicFile, dynamic.map(([, name, value]) => `${name}:\n  - value: ${value}\n`).join(''));
  // JSON is YAML. It has the password.
  const config = JSON.stringify(configOf(ports, new URL(postgres.urlOf('')), dynamicFile), null, 2);
  writeFileSync(join(folder, 'config', 'cluster.yaml'), config, { mode: 0o600 });
  const server = startServer({
    name: 'temporal',
    command: programs.server,
    parameters: ['--allow-no-auth', '--root', folder, '--config', 'config', '--env', 'cluster', 'start'],
    logFile: join(folder, 'temporal.log'),
    cwd: folder,
  });
  const where = { httpAddress: `127.0.0.1:${ports['http']}`, namespace: EMBEDDED_NAMESPACE };
  await untilReady(server, async () => ((await makeNamespace(where)) ? true : undefined));
  return server;
}

/** Brings them to the version of the tool. */
async function makeSchemas({ programs: { sqlTool }, postgres }: TemporalServiceOptions): Promise<void> {
  const { hostname, port, username, password } = new URL(postgres.urlOf(''));
  for (const store of ['default', 'visibility'] as const) {
    const place = ['--plugin', 'postgres12', '--ep', hostname, '-p', port, '-u', username, '--db', DATABASES[store]];
    const run = (...args: readonly string[]): void => {
      const { status, stdout, stderr } = spawnSync(sqlTool, [...place, ...args], {
        encoding: 'utf8',
        env: { SQL_PASSWORD: password },
      });
      if (status !== 0) throw new Error(`temporal-sql-tool ${args.join(' ')} failed: ${stdout}${stderr}`.trim());
    };
    const isNew = await postgres.query(`CREATE DATABASE ${DATABASES[store]}`).then(
      () => true,
      () => false,
    );
    if (isNew) run('setup-schema', '-v', '0.0');
    run('update-schema', '--schema-name', `${SCHEMAS[store]}`);
  }
}

function configOf(ports: TemporalServiceOptions['ports'], database: URL, dynamicFile: string) {
  const frontend = `127.0.0.1:${ports['frontend']}`;
  const rpcOf = (name: string) => ({
    grpcPort: ports[name],
    membershipPort: ports[`${name}-membership`],
    bindOnIP: '127.0.0.1',
    ...(name === 'frontend' && { httpPort: ports['http'] }),
  });
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: HISTORY_SHARDS,
      datastores: {
        default: storeIn(database, DATABASES.default),
        visibility: storeIn(database, DATABASES.visibility),
      },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(SERVICES.map((name) => [name, { rpc: rpcOf(name) }])),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: frontend },
      },
    },
    publicClient: { hostPort: frontend },
    dynamicConfigClient: { filepath: dynamicFile, pollInterval: '60s' },
  };
}

function storeIn({ host, username, password }: URL, databaseName: string) {
  const connections = { maxConns: 20, maxIdleConns: 20 };
  const place = { pluginName: 'postgres12', databaseName, connectAddr: host, connectProtocol: 'tcp' };
  return { sql: { ...place, user: username, password, ...connections } };
}

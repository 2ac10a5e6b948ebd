import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeConnection } from '@temporalio/worker';
import { loadSupervisorConfig } from '../../../workers/config/worker-config.ts';
import { startTemporalServer } from '../../../workers/supervisor/temporal-server.ts';
import { findTemporalBinary } from '../../../workers/temporal-cli/temporal-binary.ts';
import { registerSearchAttributes } from '../../../workers/temporal/temporal-connection.ts';

export interface TestServer {
  readonly address: string;
  /** Has its database and its log. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Path of the Temporal CLI, found as the project finds it; the first call on a machine may build it. */
export async function findTestBinary(): Promise<string> {
  return findTemporalBinary(loadSupervisorConfig().binary, {
    signal: new AbortController().signal,
    onProgress: (phase, detail) => {
      if (phase === 'building-cli') process.stderr.write(`${detail}\n`);
    },
  });
}

/**
 * A real Temporal server with its own database on free ports: no running checkout is disturbed.
 *
 * @param dynamicConfig further settings of the server, `name=value`
 */
export async function startTestServer(dynamicConfig: readonly string[] = []): Promise<TestServer> {
  const binary = await findTestBinary();
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-temporal-'));
  const server = await startTemporalServer({
    binary,
    databaseFile: join(directory, 'temporal.db'),
    logFile: join(directory, 'server.log'),
    preferredPorts: [],
    withUi: false,
    dynamicConfig,
    signal: new AbortController().signal,
  });
  await makeSearchable(server.address);
  return {
    address: server.address,
    folder: directory,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function makeSearchable(address: string): Promise<void> {
  const connection = await NativeConnection.connect({ address });
  try {
    const warning = await registerSearchAttributes(connection, 'default');
    if (warning !== undefined) throw new Error(warning);
  } finally {
    await connection.close();
  }
}

// Health check of the container: exit code 0 when a worker of this host polls the queue.
import { hostname } from 'node:os';
import { loadWorkerConfig } from './config/worker-config.ts';
import { livingPollers } from './temporal/mixed-builds.ts';
import { connectToTemporal } from './temporal/temporal-connection.ts';
import { parseIdentity } from './temporal/worker-identity.ts';

try {
  const config = loadWorkerConfig();
  const connection = await connectToTemporal(config.temporal);
  const [kind = 'main'] = config.queues;
  const identities = await livingPollers(connection, config, kind);
  await connection.close();
  if (!identities.some((identity) => parseIdentity(identity)?.host === hostname())) {
    throw new Error(`no worker of ${hostname()} polls ${config.taskQueue}`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

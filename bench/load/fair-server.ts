import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import { findTestBinary, type TestServer } from '../../test/support/temporal.ts';
import { choosePorts } from '../../workers/free-ports.ts';
import { registerSearchAttributes } from '../../workers/search-attribute-registration.ts';

/** Settings of the server under which it takes turns between fairness keys; it has them switched off. */
const FAIRNESS = ['matching.useNewMatcher=true', 'matching.enableFairness=true'];
const START_ATTEMPTS = 300;

/** A server like the embedded one, on request with fairness keys switched on, which that one does not offer. */
export async function startFairServer(folder: string, withFairness: boolean): Promise<TestServer> {
  const { port } = await choosePorts([]);
  const place = ['--db-filename', join(folder, 'temporal.db'), '--ip', '127.0.0.1', '--port', String(port)];
  const settings = [...(withFairness ? FAIRNESS : []), 'history.timerProcessorMaxTimeShift="50ms"'];
  const dynamic = settings.flatMap((setting) => ['--dynamic-config-value', setting]);
  const log = openSync(join(folder, 'server.log'), 'a');
  const child = spawn(
    await findTestBinary(),
    ['server', 'start-dev', ...place, '--headless', '--log-level', 'warn', ...dynamic],
    { stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const exited = once(child, 'exit');
  const address = `127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  try {
    const connection = await connectWhenReady(address);
    try {
      const warning = await registerSearchAttributes(connection, 'default');
      if (warning !== undefined) throw new Error(warning);
    } finally {
      await connection.close();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

async function connectWhenReady(address: string): Promise<NativeConnection> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await NativeConnection.connect({ address });
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await delay(100);
    }
  }
}

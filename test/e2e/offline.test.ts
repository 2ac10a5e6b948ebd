import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCliWorld } from '../support/processes/cli.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

const UNDICI_DOCS = fileURLToPath(new URL('../../node_modules/undici/docs', import.meta.url));

/** A network namespace of its own has no way out but its loopback device. */
const ISOLATED = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'isolated'];

function canIsolate(): boolean {
  try {
    execFileSync(ISOLATED[0] ?? '', [...ISOLATED.slice(1), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!canIsolate())(
  'with every connection beyond loopback refused (skipped where unshare --net is not allowed)',
  () => {
    it('the demo completes and its report verifies', async () => {
      const world = await createCliWorld();
      const isolated = world.with({ TEMPORAL_CLI_PATH: await findTestBinary() }, ISOLATED);
      try {
        const question = 'What is the default of keepAliveTimeout?';
        const run = await isolated.run('research', question, '--corpus', UNDICI_DOCS, '--id', 'isolated', '--json');
        const { recordPath, result } = JSON.parse(run.stdout) as { recordPath: string; result: { answered: boolean } };
        const verified = await isolated.run('verify', recordPath);

        expect([run.code, result.answered, verified.code]).toEqual([0, true, 0]);
      } finally {
        await world.close();
      }
    });
  },
);

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests start hundreds of Node processes; with this each is ready in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

const WORKFLOWS = 'test/support/worlds/built-workflows.global-setup.ts';
const SERVER = 'test/support/worlds/temporal.global-setup.ts';

/** Every ring is one project, so that `npm test -- --project unit` runs a ring alone. */
const ring = (name: string, timeoutMs: number, options: object = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: timeoutMs,
    // A first build of the Temporal CLI may happen in a hook.
    hookTimeout: 900_000,
    ...options,
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default', './test/slowest-tests-reporter.ts'],
    projects: [
      ring('unit', 20_000),
      ring('contract', 60_000),
      ring('architecture', 120_000),
      ring('replay', 120_000),
      ring('promises', 120_000),
      ring('integration', 180_000, { globalSetup: [WORKFLOWS, SERVER] }),
      ring('e2e', 300_000, { globalSetup: [WORKFLOWS] }),
    ],
  },
});

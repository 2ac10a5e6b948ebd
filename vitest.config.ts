import { defineConfig } from 'vitest/config';

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
    projects: [
      ring('unit', 20_000),
      ring('contract', 60_000),
      ring('architecture', 120_000),
      ring('replay', 120_000),
      ring('promises', 120_000),
      ring('integration', 180_000, { globalSetup: ['test/support/worlds/temporal.global-setup.ts'] }),
      ring('e2e', 300_000, { fileParallelism: false }),
    ],
  },
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import LongestFirstSequencer from './test/longest-first-sequencer.ts';
import { STARTED_FILE } from './test/support/worlds/started.ts';

// Tests start hundreds of Node processes; with this each is ready in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

process.env[STARTED_FILE] = join(tmpdir(), `plumbline-started-${process.pid}.txt`);

const TEMPORARY_FOLDER = 'test/support/worlds/temporary-folder.global-setup.ts';
const WORKFLOWS = 'test/support/worlds/built-workflows.global-setup.ts';
const PROGRAM = 'test/support/worlds/compiled-program.global-setup.ts';
const BROWSER = 'test/support/worlds/browser.global-setup.ts';
const SERVER = 'test/support/worlds/temporal.global-setup.ts';

/** Start, starve and kill processes of their own, or walk through days: a minute of processor time. */
const SLOW_CONTRACTS = [
  'document-parser',
  'corpus-processes',
  'corpus-limits',
  'paid-calls-killed',
  'supervision',
  'lingering-supervisor',
  'week',
];

/** What is waited for fails when it does not come, not when a busy machine is late. */
const PATIENT = { poll: { timeout: 240_000 } };
/** What hangs is seen late: on a busy machine, tests of a second were seen to take three minutes. */
const LONGEST_TEST_MS = 1_200_000;

/** Every ring is one project, so that `npm test -- --project unit` runs a ring alone. */
const ring = (name: string, options: object = {}) => ({
  test: {
    name,
    // Tests of one package lie in it.
    include: [`test/${name}/**/*.test.ts`, `packages/*/test/${name}/**/*.test.ts`],
    testTimeout: LONGEST_TEST_MS,
    // For what counts the processes that a ring starts.
    env: { TEST_RING: name },
    // A first build of the Temporal CLI may happen in a hook.
    hookTimeout: LONGEST_TEST_MS,
    expect: PATIENT,
    ...options,
  },
});

/** Rings without a Temporal server. Their files share the modules of a process: loading them takes longer than most tests. */
const quickRings = (options: object = {}) => [
  ring('unit', { isolate: false }),
  ring('contract', { isolate: false, ...options }),
  ring('architecture', { isolate: false }),
  ring('replay'),
  ring('promises', { isolate: false }),
];

/** `--mode fast`, which is `npm run test:fast`: what needs no Temporal server, without the slowest contracts. */
export default defineConfig(({ mode }) => ({
  test: {
    pool: 'forks',
    globalSetup: TEMPORARY_FOLDER,
    // Files wait at times: for a server's timers, retries, and pauses between requests. Three on two cores use that; four took longer.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirstSequencer },
    reporters: ['default', './test/slowest-tests-reporter.ts'],
    projects:
      mode === 'fast'
        ? quickRings({ exclude: SLOW_CONTRACTS.map((name) => `**/test/contract/${name}.test.ts`) })
        : [
            ...quickRings(),
            ring('integration', { isolate: false, globalSetup: [TEMPORARY_FOLDER, WORKFLOWS, SERVER] }),
            ring('e2e', { isolate: false, globalSetup: [TEMPORARY_FOLDER, WORKFLOWS, PROGRAM, SERVER, BROWSER] }),
          ],
  },
}));

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Records the histories that must replay anew: runs every integration test that keeps one of them.
 *
 *     node test/replay/record-histories.ts [test name]
 *
 * With a test name, only histories of tests whose names contain it are recorded, and the others stay.
 */
const [testName] = process.argv.slice(2);

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = `${root}test/replay/histories`;
if (testName === undefined) rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const tests = readdirSync(`${root}test/integration`)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/integration/${name}`)
  .filter((path) => /keepHistory\(|\bworld\.keep\(|runBriefing\(/.test(readFileSync(root + path, 'utf8')));

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'integration',
    ...tests,
    ...(testName === undefined ? [] : ['--testNamePattern', testName]),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RECORD_HISTORIES: target } },
);
process.exitCode = status ?? 1;
process.stdout.write(`${readdirSync(target).length} histories are in ${target}\n`);

// npm run check:package: packs, installs the archive into an empty folder, asks a question there, and uses it as a library.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(PROJECT, 'node_modules/typescript/bin/tsc');
const SCRIPTS = ['examples/start-and-wait.ts', 'examples/own-worker.ts'];
/** Types that were lost would be `any`, and nothing an error. */
const WRONG = `import { connect } from 'plumbline/client';
const { research } = await connect();
// @ts-expect-error An id is a text.
await research.observe(1);
`;
const ANSWER = 'burns for nine hours';
const QUESTION = 'How long does the harbour lamp burn?';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
const environment = { ...process.env, PLUMBLINE_HOME: join(folder, 'home'), PLUMBLINE_TEMPORAL_PORT: '0' };

/** @returns what it prints */
function run(command: string, ...parameters: readonly string[]): string {
  const began = performance.now();
  const output = execFileSync(command, parameters, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${seconds.padStart(6)} s  ${[command, ...parameters].join(' ').replaceAll(PROJECT, '')}\n`);
  return output;
}

function expectIn(output: string, text: string): void {
  if (!output.includes(text)) throw new Error(`expected "${text}" in:\n${output}`);
}

/** Steps of a person who has the archive and nothing else. */
function check(): void {
  run('npm', '--prefix', PROJECT, 'run', '--silent', 'pack');
  const archive = readdirSync(join(PROJECT, 'dist')).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(join(folder, 'documents'));
  writeFileSync(join(folder, 'documents/lamp.md'), `# Lamp\n\nThe harbour lamp ${ANSWER} on one filling of oil.\n`);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  run('npm', 'install', '--prefer-offline', join(PROJECT, 'dist', archive));
  const program = join(folder, 'node_modules/plumbline/client/cli/plumbline.js');
  expectIn(run(process.execPath, program, 'ask', QUESTION, '--corpus', 'documents'), ANSWER);
  checkLibrary();
}

function checkLibrary(): void {
  for (const script of SCRIPTS) cpSync(join(PROJECT, script), join(folder, basename(script)));
  cpSync(join(PROJECT, 'node_modules/@types'), join(folder, 'node_modules/@types'), { recursive: true });
  cpSync(join(PROJECT, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'), { recursive: true });
  writeFileSync(join(folder, 'wrong.ts'), WRONG);
  const names = SCRIPTS.map((script) => basename(script));
  for (const resolution of ['nodenext', 'bundler']) {
    const module = resolution === 'bundler' ? 'preserve' : resolution;
    const strict = ['--strict', '--noEmit', '--target', 'es2024', '--types', 'node', '--skipLibCheck'];
    run(process.execPath, TSC, ...strict, '--module', module, '--moduleResolution', resolution, ...names, 'wrong.ts');
  }
  for (const name of names) expectIn(run(process.execPath, name, QUESTION, join(folder, 'documents')), ANSWER);
}

try {
  check();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Tests what a branch touches: npm run test:changed [-- <branch or commit>]. Packages that changed and packages that need them run
// all of their tests; of the core, the quick tests that import one of these. Where the core itself changed, all quick tests run.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { argv, execPath, exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Package, packageOf, readPackages } from './architecture/packages.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const ARCHITECTURE = ['budget', 'circles', 'imports', 'packages'].map((name) => `test/architecture/${name}.test.ts`);
/** Changes there are tested by nothing here. */
const UNTESTED = /\.md$|^docs\//u;

const base = argv[2] ?? 'main';
const packages = readPackages();
const changed = changedSince(base).filter((path) => !UNTESTED.test(path));
const touched = new Set(changed.flatMap((path) => packageOf(path, packages)?.name ?? []));
const ofCore = changed.filter((path) => packageOf(path, packages) === undefined);

if (changed.length === 0) stdout.write(`Nothing has changed since ${base} that is tested.\n`);
else if (ofCore.length > 0)
  run(`${ofCore.length} files outside packages, ${ofCore[0]} among them: all quick tests`, ['--mode', 'fast']);
else {
  const affected = [...touched].sort().concat([...dependentsOf(touched, packages)].sort());
  run(`${affected.join(', ')}`, [
    '--passWithNoTests',
    ...ARCHITECTURE,
    ...affected.map((name) => `packages/${name}/test/`),
    ...testsOf(affected),
  ]);
}

function run(what: string, options: readonly string[]): void {
  stdout.write(`Since ${base}: ${what}. Before a merge: npm test\n`);
  const { status } = spawnSync(execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  exit(status ?? 1);
}

/** Relative to the project; what is not committed yet included. */
function changedSince(commit: string): string[] {
  const git = (...options: readonly string[]) =>
    execFileSync('git', options, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const [fork = commit] = git('merge-base', 'HEAD', commit);
  return [...git('diff', '--name-only', fork), ...git('ls-files', '--others', '--exclude-standard')];
}

/** Packages that need one of these, directly or through others. */
function dependentsOf(names: ReadonlySet<string>, all: readonly Package[]): Set<string> {
  const reached = new Set(names);
  const needs = ({ dependencies }: Package) =>
    dependencies.some((name) => reached.has(name.replace('@plumbline/', '')));
  for (let next = all.find((each) => !reached.has(each.name) && needs(each)); next !== undefined;) {
    reached.add(next.name);
    next = all.find((each) => !reached.has(each.name) && needs(each));
  }
  return new Set([...reached].filter((name) => !names.has(name)));
}

/** The quick tests of the core that import one of these packages themselves. */
function testsOf(names: readonly string[]): string[] {
  const imports = new RegExp(String.raw`(?:@plumbline|packages)/(?:${names.join('|')})/`, 'u');
  return ['test/unit', 'test/contract']
    .flatMap((ring) =>
      readdirSync(`${root}${ring}`, { recursive: true, encoding: 'utf8' }).map((name) => `${ring}/${name}`),
    )
    .filter((path) => path.endsWith('.test.ts') && imports.test(readFileSync(`${root}${path}`, 'utf8')));
}

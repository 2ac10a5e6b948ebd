// Tests what a branch touches: npm run test:changed [-- <branch or commit>]. Packages that changed and packages that need them run
// all of their tests; of the others and of the core, the quick tests that import one of these. Where only tests of a package changed,
// it runs alone. Where the core itself changed, all quick tests run.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { argv, execPath, exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Package, packageOf, readPackages } from './architecture/packages.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const ARCHITECTURE = ['budget', 'circles', 'imports', 'packages'].map((name) => `test/architecture/${name}.test.ts`);
/** Changes there are tested by nothing here. */
const UNTESTED = /\.md$|^docs\//u;
/** What nothing outside its package sees. */
const OF_TESTS = /^packages\/[^/]+\/test\//u;

const base = argv[2] ?? 'main';
const packages = readPackages();
const changed = changedSince(base).filter((path) => !UNTESTED.test(path));
const ofCore = changed.filter((path) => packageOf(path, packages) === undefined);
const seen = withDependents(namesOf(changed.filter((path) => !OF_TESTS.test(path))), packages);

if (changed.length === 0) stdout.write(`Nothing has changed since ${base} that is tested.\n`);
else if (ofCore.length > 0)
  run(`${ofCore.length} files outside packages, ${ofCore[0]} among them: all quick tests`, ['--mode', 'fast']);
else {
  const affected = [...new Set([...namesOf(changed), ...seen])].sort();
  run(`${affected.join(', ')}`, [
    '--passWithNoTests',
    ...ARCHITECTURE,
    ...affected.map((name) => `packages/${name}/test/`),
    ...testsOf(seen).filter((path) => !affected.includes(packageOf(path, packages)?.name ?? '')),
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

/** The packages that paths lie in. */
function namesOf(paths: readonly string[]): Set<string> {
  return new Set(paths.flatMap((path) => packageOf(path, packages)?.name ?? []));
}

/** These packages, and those that need one of them, directly or through others. */
function withDependents(names: ReadonlySet<string>, all: readonly Package[]): Set<string> {
  const reached = new Set(names);
  const needs = ({ dependencies }: Package) =>
    dependencies.some((name) => reached.has(name.replace('@plumbline/', '')));
  const next = (): Package | undefined => all.find((each) => !reached.has(each.name) && needs(each));
  for (let found = next(); found !== undefined; found = next()) reached.add(found.name);
  return reached;
}

/** The quick tests that import one of these packages themselves: those of the core, and those of packages that do not need it. */
function testsOf(names: ReadonlySet<string>): string[] {
  if (names.size === 0) return [];
  const imports = new RegExp(String.raw`(?:@plumbline|packages)/(?:${[...names].join('|')})/`, 'u');
  return ['test/unit', 'test/contract', 'packages']
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => path.endsWith('.test.ts') && imports.test(readFileSync(`${root}${path}`, 'utf8')));
}

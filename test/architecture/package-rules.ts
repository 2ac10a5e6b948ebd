import { findCircles, type Circles } from './circle-rules.ts';
import { importsOf, resolveImport, type SourceFile } from './import-rules.ts';
import { entryFile, type Package, packageOf } from './packages.ts';

/** The most entry points that a face may have. */
const MOST_ENTRIES = 16;
/** Everything of it is its face, and it needs no limit. */
const CONTRACTS = 'contracts';

const NAMED =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?\{(?<names>[^}]*)\}\s*from\s*'(?<specifier>@plumbline\/[^']+)'/gu;
const LOADED = /\bimport\(\s*'(?<specifier>@plumbline\/[^']+)'\s*\)/gu;

/** Everything about the borders of packages that must not be, as sentences. */
export function findBorderFaults(sources: readonly SourceFile[], packages: readonly Package[]): string[] {
  return [...packages.flatMap(faultsOfFace), ...sources.flatMap((source) => faultsOfImports(source, packages))];
}

function faultsOfFace({ name, entries }: Package): string[] {
  const count = Object.keys(entries).length;
  if (name === CONTRACTS) return [];
  return [
    ...(count > MOST_ENTRIES ? [`${name} has ${count} entry points`] : []),
    ...Object.keys(entries).flatMap((entry) => (entry.includes('*') ? [`${name} has the wildcard ${entry}`] : [])),
  ];
}

function faultsOfImports({ path, text }: SourceFile, packages: readonly Package[]): string[] {
  const own = packageOf(path, packages);
  const isEntry = own !== undefined && own.name !== CONTRACTS && Object.values(own.entries).includes(path);
  const relative = importsOf(text)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolveImport(path, specifier, packages))
    .filter((target) => packageOf(target, packages) !== own && target !== 'package.json')
    .map((target) => `${path} reaches across a border: ${target}`);
  const bare = importsOf(text)
    .filter((specifier) => specifier.startsWith('@plumbline/'))
    .flatMap((specifier) => {
      const target = entryFile(specifier, packages);
      const [, needed = ''] = specifier.split('/');
      if (target === undefined) return [`${path}: ${specifier} is no entry point`];
      if (needed === own?.name) return [`${path} imports its own package by name: ${specifier}`];
      if (own !== undefined && !own.dependencies.includes(`@plumbline/${needed}`))
        return [`${own.name} does not name ${needed} as a dependency`];
      return [];
    });
  const handedOn = isEntry
    ? [...text.matchAll(NAMED)]
        .filter(({ 0: statement }) => statement.trimStart().startsWith('export'))
        .map(({ groups }) => `${path} hands on ${groups?.['specifier']}`)
    : [];
  return [...relative, ...bare, ...handedOn];
}

/** Imports of a test in a package that lead elsewhere than to its package, what tests share, and faces of others. */
export function findTestFaults(tests: readonly SourceFile[], packages: readonly Package[]): string[] {
  return tests.flatMap(({ path, text }) => {
    const own = packageOf(path, packages);
    const across = (target: string): boolean => packageOf(target, packages) !== own && !target.startsWith('test/');
    return importsOf(text).flatMap((specifier) => {
      if (specifier.startsWith('@plumbline/'))
        return entryFile(specifier, packages) === undefined ? [`${path}: ${specifier} is no entry point`] : [];
      const target = resolveImport(path, specifier, packages);
      return specifier.startsWith('.') && across(target) ? [`${path} reaches across a border: ${target}`] : [];
    });
  });
}

/** Packages that need each other, directly or through others; the core counts as one. */
export function findPackageCircles(sources: readonly SourceFile[], packages: readonly Package[]): Circles['files'] {
  const arrows = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const from = packageOf(path, packages)?.name ?? 'core';
    const targets = importsOf(text).map(
      (specifier) => packageOf(resolveImport(path, specifier, packages), packages)?.name,
    );
    for (const to of targets)
      if (to !== undefined && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  const asFiles = [...arrows].map(([from, targets]) => ({
    path: `${from}.ts`,
    text: [...targets].map((to) => `import './${to}.ts';`).join('\n'),
  }));
  const leaves = packages
    .map(({ name }) => ({ path: `${name}.ts`, text: '' }))
    .filter(({ path }) => !asFiles.some((each) => each.path === path));
  return findCircles([...asFiles, ...leaves]).files;
}

/** The names that code outside takes from each package, sorted: `entry#name`; what is loaded at run time counts once. */
export function namesTaken(sources: readonly SourceFile[], packages: readonly Package[]): Map<string, string[]> {
  const taken = new Map(packages.map(({ name }) => [name, new Set<string>()]));
  for (const { path, text } of sources) {
    const own = packageOf(path, packages)?.name;
    const named = [...text.matchAll(NAMED)].flatMap(({ groups }) =>
      (groups?.['names'] ?? '')
        .split(',')
        .map(
          (name) =>
            name
              .trim()
              .replace(/^type\s+/u, '')
              .split(/\s+as\s+/u)[0] ?? '',
        )
        .filter((name) => name !== '')
        .map((name) => [groups?.['specifier'] ?? '', name] as const),
    );
    const loaded = [...text.matchAll(LOADED)].map(({ groups }) => [groups?.['specifier'] ?? '', '(loaded)'] as const);
    for (const [specifier, name] of [...named, ...loaded]) {
      const [, from = '', ...entry] = specifier.split('/');
      if (from !== own) taken.get(from)?.add(`${entry.join('/')}#${name}`);
    }
  }
  return new Map([...taken].map(([name, names]) => [name, [...names].sort()]));
}

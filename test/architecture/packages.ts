import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCOPE = '@plumbline/';
/** The data that crosses every border is part of the core, and a package to all others. */
const CONTRACTS = 'workflows/contracts';

/** A workspace with a face: other code imports its entry points and nothing else of it. */
export interface Package {
  /** Without the scope. */
  readonly name: string;
  /** Relative to the project. */
  readonly folder: string;
  /** The file behind each entry point, relative to the project; `*` stands for any path. */
  readonly entries: Readonly<Record<string, string>>;
  /** Names of the workspaces and libraries that it says it needs. */
  readonly dependencies: readonly string[];
}

const manifestSchema = z.object({
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()).default({}),
});

export function readPackages(): Package[] {
  const folders = readdirSync(`${root}packages`).map((name) => `packages/${name}`);
  return [...folders, CONTRACTS]
    .filter((folder) => existsSync(`${root}${folder}/package.json`))
    .map((folder) => {
      const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${root}${folder}/package.json`, 'utf8')));
      const entries = Object.entries(manifest.exports).map(([entry, file]) => [
        entry.replace(/^\.\/?/u, ''),
        `${folder}/${file.replace(/^\.\//u, '')}`,
      ]);
      return {
        name: folder.split('/').at(-1) ?? folder,
        folder,
        entries: Object.fromEntries(entries),
        dependencies: Object.keys(manifest.dependencies),
      };
    });
}

/** The package that a path of the project lies in; undefined: the core. */
export function packageOf(path: string, packages: readonly Package[]): Package | undefined {
  return packages.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** The file behind `@plumbline/<package>/<entry>`; undefined: there is no such entry point, or it is a library's. */
export function entryFile(specifier: string, packages: readonly Package[]): string | undefined {
  if (!specifier.startsWith(SCOPE)) return undefined;
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  const entries = packages.find((each) => each.name === name)?.entries ?? {};
  return entries[rest.join('/')] ?? entries['*']?.replace('*', rest.join('/'));
}

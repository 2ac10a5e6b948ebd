import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; `not stated` where the package names none in that form. */
  readonly licence: string;
  readonly integrity: string | null;
  /** Null: from the registry. */
  readonly resolved: string | null;
  /** Needed only to work on the project, not to run it. */
  readonly isForDevelopment: boolean;
  readonly hasInstallScript: boolean;
}

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().default(''),
      /** A workspace of the project's own. */
      link: z.boolean().default(false),
      license: z.string().default('not stated'),
      integrity: z.string().nullable().default(null),
      resolved: z.string().nullable().default(null),
      dev: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

const manifestSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

/**
 * Every package of the lockfile but the project itself and its workspaces, by name, those of other platforms included.
 *
 * @param folder with a `package.json` and a lockfile of its own
 */
export function readLockedPackages(folder = '.'): LockedPackage[] {
  return Object.entries(lockfileSchema.parse(readProjectFile(`${folder}/package-lock.json`)).packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { name, version, license, integrity, resolved, dev, hasInstallScript }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      integrity,
      resolved,
      isForDevelopment: dev,
      hasInstallScript,
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Packages about whose install scripts package.json decides. */
export function readScriptDecisions(folder = '.'): ReadonlySet<string> {
  return new Set(Object.keys(manifestSchema.parse(readProjectFile(`${folder}/package.json`)).allowScripts));
}

function readProjectFile(name: string): unknown {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
}

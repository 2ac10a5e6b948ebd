import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledNameOf } from '../../workers/install/compiled-program.js';
import { PROJECT } from '../../workers/install/installation.js';
import { declarationNameOf } from './declarations.ts';

/** Beside the program. */
export const WORKFLOWS_MODULE = 'workflows.js';
/** What the program loads from its own folder; the rest is part of it. */
const NEEDED =
  /^@temporalio\/|^(?:better-sqlite3|chrono-node|eld|jschardet|sqlite-vec|string-width|unpdf|wrap-ansi|yaml|zod)$/u;
/** Large, and not for everyone: npm installs them when they are asked for. */
const OPTIONAL = /^(?:@myriaddreamin\/|@tesseract\.js-data\/|dejavu-fonts-ttf$|tesseract\.js$)/u;

const KEPT = ['name', 'version', 'description', 'license', 'type', 'bin', 'engines'] as const;

/** The package.json of the package. */
export function packedManifest() {
  const own = readManifest('.');
  const manifests = [own, ...readdirSync(join(PROJECT, 'packages')).map((name) => readManifest(`packages/${name}`))];
  const versions = new Map(
    manifests.flatMap((each) => Object.entries({ ...each.dependencies, ...each.optionalDependencies })),
  );
  const named = (pattern: RegExp, prefix: string) =>
    [...versions.keys()]
      .filter((name) => pattern.test(name))
      .sort()
      .map((name) => [name, `${prefix}${versions.get(name)}`] as const);
  const peers = named(OPTIONAL, '^');
  return {
    ...Object.fromEntries(KEPT.map((key) => [key, own[key]])),
    man: './docs/plumbline.1',
    exports: Object.fromEntries(Object.entries(own.exports).map(packedFace)),
    dependencies: Object.fromEntries(named(NEEDED, '')),
    peerDependencies: Object.fromEntries(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map(([peer]) => [peer, { optional: true }])),
  };
}

interface Manifest extends Record<(typeof KEPT)[number], unknown> {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8')) as Manifest;
}

/** Sources of what the code of others imports. */
export function faces(): string[] {
  return Object.values(readManifest('.').exports).map((path) => path.slice('./'.length));
}

/** @returns where its declarations are, and its compiled form: workflows are compiled as the bundles of others take them */
function packedFace([name, path]: [string, string]) {
  const source = path.slice('./'.length);
  const compiled = name === './workflows' ? WORKFLOWS_MODULE : `program/${compiledNameOf(source)}`;
  return [name, { types: `./types/${declarationNameOf(source)}.d.ts`, default: `./made/${compiled}` }];
}

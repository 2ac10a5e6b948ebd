import { posix } from 'node:path';
import { importsOf, resolveImport, type SourceFile } from './import-rules.ts';

/** What the image starts, and what those start as processes and threads of their own, or read as the page's settings. */
const ENTRIES = [
  'workers/main.ts',
  'workers/health.ts',
  'workers/build/store-bundle.ts',
  'workers/install/after-install.js',
  'workflows/index.ts',
  'workflows/preloaded-contracts.ts',
  'client/cli/plumbline.js',
  'client/cli/main.ts',
  'packages/page/browser/main.tsx',
  'packages/page/browser/tsconfig.json',
];

const PLACE = /new URL\(\s*['"](\.[^'"]*)['"]/gu;
const EXTENDED = /"extends":\s*"(\.[^"]+)"/gu;

/** What one file needs that is not in the image, as `file -> target`. */
export interface Image {
  /** Paths of the project that the Dockerfile copies, and .dockerignore lets it. */
  readonly copied: readonly string[];
  /** Names of the packages that `npm ci --omit=dev` installs. */
  readonly packages: ReadonlySet<string>;
}

/** @param ignored lines of .dockerignore */
export function readCopied(dockerfile: string, ignored: readonly string[]): string[] {
  return [...dockerfile.matchAll(/^COPY (?<paths>.+) \S+$/gmu)]
    .flatMap(({ groups }) => (groups?.['paths'] ?? '').split(' '))
    .map((path) => posix.normalize(path))
    .filter((path) => !ignored.includes(path));
}

/** Everything that the entries reach, by imports and by addresses beside their code. */
export function findMissing(image: Image, sources: readonly SourceFile[], entries = ENTRIES): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const reached = new Set(entries);
  const missing = entries.filter((entry) => !texts.has(entry) || !isCopied(image, entry));
  for (const path of reached) {
    const text = texts.get(path) ?? '';
    for (const target of placesOf(path, text)) {
      if (!isCopied(image, target)) missing.push(`${path} -> ${target}`);
      if (texts.has(target)) reached.add(target);
    }
    missing.push(
      ...importsOf(text)
        .filter((specifier) => !/^(?:\.|node:)/u.test(specifier) && !image.packages.has(packageOf(specifier)))
        .map((specifier) => `${path} -> ${specifier}`),
    );
  }
  return missing;
}

function placesOf(path: string, text: string): string[] {
  const imported = importsOf(text).filter((specifier) => /^(?:\.|@plumbline\/)/u.test(specifier));
  const beside = [...text.matchAll(PLACE), ...(path.endsWith('.json') ? text.matchAll(EXTENDED) : [])].map(
    ([, place = '']) => place,
  );
  return [...imported, ...beside].map((each) => resolveImport(path, each)).filter((target) => isOfProject(target));
}

/** The project's own folder, what npm makes in it, and files of packages are there anyway; `made` is in a package alone. */
function isOfProject(target: string): boolean {
  return target !== '' && !/^(?:node_modules|made)\b/u.test(target) && !target.includes('/pdfjs-dist/');
}

function isCopied({ copied }: Image, target: string): boolean {
  const path = target.replace(/\/$/u, '');
  return copied.some((place) => path === place || path.startsWith(`${place}/`));
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

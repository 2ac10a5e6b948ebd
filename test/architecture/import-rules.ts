import { entryFile, type Package, readPackages } from './packages.ts';

/** What each top-level folder may import. Every arrow ends in `workflows/`; exceptions are named one by one. */
const ALLOWED_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  workflows: ['workflows/'],
  activities: ['activities/', 'packages/', 'workflows/contracts/', 'workflows/domain/'],
  // Its own package, and others by their entry points.
  packages: ['packages/', 'workflows/contracts/', 'package.json'],
  // How values travel, the same at both ends of the wire; not in workflows/, because ciphers are Node's.
  payloads: ['payloads/'],
  workers: ['workers/', 'activities/', 'packages/', 'workflows/', 'payloads/'],
  client: ['client/', 'workflows/contracts/', 'payloads/'],
};

/** What clients know of the floors below, file by file; one that no client imports is no exception. */
export const FACES_FOR_CLIENTS: readonly string[] = [
  'workflows/domain/settled-stages.ts',
  'workflows/domain/answers/session-memory.ts',
  'workflows/domain/briefing/slots.ts',
  'workflows/deep-research/messages.ts',
  'workflows/conversation/messages.ts',
  'workflows/answer-query/messages.ts',
  'workflows/briefing/messages.ts',
  // What is stored, and what is done with it, without a Temporal server.
  'workers/assembly/stores.ts',
  'workers/assembly/tools.ts',
  'workers/lifecycle/lifecycle-tools.ts',
  // Values and errors of these three, where they live.
  'activities/briefings/folder/output-list.ts',
  'activities/briefings/folder/text-reading.ts',
  'packages/documents/text/document-errors.ts',
  'packages/folders/file-selection.ts',
  'packages/library/collections.ts',
  'packages/library/uploads.ts',
  'packages/page/answers/briefings.ts',
  'packages/page/answers/configuration.ts',
  'packages/page/answers/library.ts',
  'packages/page/answers/runs.ts',
  'packages/page/page-serving.ts',
  'packages/quotes/quotes/attribution.ts',
  'packages/search/index/document-list.ts',
  'packages/storage/stores/json-files.ts',
  'packages/storage/stores/labels.ts',
  'packages/storage/stores/run-store.ts',
  'packages/storage/stores/s3-blob-store.ts',
  'packages/storage/stores/share-store.ts',
  'packages/storage/stores/shared-counts.ts',
  'packages/adapters/server-probes.ts',
  'packages/exports/bundles.ts',
  'packages/exports/formats/exported-report.ts',
  'packages/report/record/record-reading.ts',
  'workers/assembly/briefing-tools.ts',
  'workers/assembly/document-tools.ts',
  'workers/assembly/library-tools.ts',
  'workers/lifecycle/doctor.ts',
  'workers/lifecycle/home-lifecycle.ts',
  'workers/lifecycle/lifecycle-errors.ts',
  'workers/lifecycle/memory-erasure.ts',
  'workers/lifecycle/removal.ts',
  'workers/lifecycle/sweep.ts',
  // Clients and workers agree on home, secrets, settings, code and store.
  'workers/build/runtime-digest.ts',
  'workers/config/settings-files.ts',
  'workers/config/worker-config.ts',
  'workers/home/home-folder.ts',
  'workers/home/store-id.ts',
  'workers/supervisor/worker-program.ts',
  'workers/temporal/queue-store.ts',
];

/** Parts of a folder that must not know another part of it. */
const APART: readonly { readonly from: readonly string[]; readonly to: readonly string[] }[] = [
  { from: ['client/http/', 'client/mcp/'], to: ['client/cli/'] },
  { from: ['client/service/'], to: ['client/cli/', 'client/http/', 'client/mcp/'] },
  // A worker knows neither what starts it nor what keeps its home in order.
  {
    from: [
      'workers/activity-threads/',
      'workers/assembly/',
      'workers/build/',
      'workers/config/',
      'workers/home/',
      'workers/temporal/',
      'workers/main.ts',
    ],
    to: ['workers/lifecycle/', 'workers/supervisor', 'workers/temporal-cli/'],
  },
];

const WORKFLOW_PACKAGES = ['@temporalio/workflow', '@temporalio/common', '@noble/hashes', 'zod'];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

const PACKAGES = readPackages();

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every import that breaks the rules, as `file -> target`. */
export function findViolations(files: readonly SourceFile[], packages = PACKAGES): string[] {
  return files.flatMap(({ path, text }) =>
    importsOf(text)
      .map((specifier) => resolveImport(path, specifier, packages))
      .filter((target) => !isAllowed(path, target))
      .map((target) => `${path} -> ${target}`),
  );
}

/** `process.env` outside the two files that may read it, and the one that hands it to commands. */
export function findEnvironmentReaders(files: readonly SourceFile[]): string[] {
  const readers = ['workers/config/worker-config.ts', 'client/configuration/config.ts', 'client/cli/main.ts'];
  return files
    .filter(({ path, text }) => !readers.includes(path) && /\bprocess\.env\b/.test(text))
    .map(({ path }) => path);
}

/** The specifiers of all imports and re-exports, types and dynamic ones included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function isAllowed(path: string, target: string): boolean {
  if (APART.some(({ from, to }) => isBelow(path, from) && isBelow(target, to))) return false;
  const [folder = ''] = path.split('/');
  const allowed = ALLOWED_PREFIXES[folder] ?? [];
  const isOurs = Object.keys(ALLOWED_PREFIXES).some((name) => target.startsWith(`${name}/`));
  if (isOurs) return isBelow(target, allowed) || (folder === 'client' && FACES_FOR_CLIENTS.includes(target));
  return folder !== 'workflows' || WORKFLOW_PACKAGES.some((name) => target === name || target.startsWith(`${name}/`));
}

function isBelow(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix));
}

/** Exceptions for clients that no client needs any more. */
export function findUnusedFaces(files: readonly SourceFile[]): string[] {
  const imported = new Set(
    files
      .filter(({ path }) => path.startsWith('client/'))
      .flatMap(({ path, text }) => importsOf(text).map((specifier) => resolveImport(path, specifier))),
  );
  return FACES_FOR_CLIENTS.filter((face) => !imported.has(face));
}

/** The path in the project that a relative specifier or an entry point leads to; a library's specifier as it is. */
export function resolveImport(from: string, specifier: string, packages: readonly Package[] = PACKAGES): string {
  if (specifier.startsWith('.')) return new URL(specifier, `file:///${from}`).pathname.slice(1);
  return entryFile(specifier, packages) ?? specifier;
}

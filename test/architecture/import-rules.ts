/** What each top-level folder may import. Every arrow ends in `workflows/`; exceptions are named one by one. */
const ALLOWED_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  workflows: ['workflows/'],
  activities: ['activities/', 'workflows/contracts/', 'workflows/domain/'],
  // How values travel, the same at both ends of the wire; not in workflows/, because ciphers are Node's.
  payloads: ['payloads/'],
  workers: ['workers/', 'activities/', 'workflows/', 'payloads/'],
  // Four named exceptions: commands that inspect local data get their parts from the first; all agree on home, secrets and settings.
  client: [
    'client/',
    'workflows/contracts/',
    'workflows/domain/settled-stages.ts',
    'workflows/deep-research/messages.ts',
    'workflows/conversation/messages.ts',
    'workflows/answer-query/messages.ts',
    'workflows/briefing/messages.ts',
    'workers/local-tools.ts',
    'workers/home/home-folder.ts',
    'workers/config/secret-files.ts',
    'workers/config/settings-file.ts',
    'payloads/',
  ],
};

/** Parts of a folder that must not know another part of it. */
const APART: readonly { readonly from: string; readonly to: string }[] = [{ from: 'client/http/', to: 'client/cli/' }];

const WORKFLOW_PACKAGES = ['@temporalio/workflow', '@temporalio/common', '@noble/hashes', 'zod'];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every import that breaks the rules, as `file -> target`. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    importsOf(text)
      .map((specifier) => (specifier.startsWith('.') ? resolveImport(path, specifier) : specifier))
      .filter((target) => !isAllowed(path, target))
      .map((target) => `${path} -> ${target}`),
  );
}

/** `process.env` outside the two files that may read it. */
export function findEnvironmentReaders(files: readonly SourceFile[]): string[] {
  const readers = ['workers/config/worker-config.ts', 'client/configuration/config.ts'];
  return files
    .filter(({ path, text }) => !readers.includes(path) && /\bprocess\.env\b/.test(text))
    .map(({ path }) => path);
}

/** The specifiers of all imports and re-exports, types and dynamic ones included. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function isAllowed(path: string, target: string): boolean {
  if (APART.some(({ from, to }) => path.startsWith(from) && target.startsWith(to))) return false;
  const [folder = ''] = path.split('/');
  const allowed = ALLOWED_PREFIXES[folder] ?? [];
  const isOurs = Object.keys(ALLOWED_PREFIXES).some((name) => target.startsWith(`${name}/`));
  if (isOurs) return allowed.some((prefix) => target.startsWith(prefix));
  return folder !== 'workflows' || WORKFLOW_PACKAGES.some((name) => target === name || target.startsWith(`${name}/`));
}

/** The path that a relative specifier leads to. */
export function resolveImport(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

import { readFileSync } from 'node:fs';
import { ENVIRONMENT_VARIABLES } from '@plumbline/contracts/settings/environment-variables';

const SUFFIX = '_FILE';

/**
 * The environment with the variables whose value is in a file: `NAME_FILE=/run/secrets/name` stands for `NAME`, as containers
 * hand over secrets. Only a final line end is removed.
 *
 * @param reject is told what is wrong, under the variable's name
 */
export function withSecretFiles(environment: NodeJS.ProcessEnv, reject: (problem: string) => void): NodeJS.ProcessEnv {
  const read: Record<string, string | undefined> = {};
  for (const name of Object.keys(environment)) {
    const meant = variableIn(name);
    const path = meant === null ? undefined : environment[name];
    if (meant === null || path === undefined || path.trim() === '') continue;
    read[name] = undefined;
    if ((environment[meant] ?? '').trim() !== '') reject(`${name}: ${meant} is set as well; keep one of them`);
    else read[meant] = contentOf(name, path.trim(), reject);
  }
  return Object.keys(read).length === 0 ? environment : { ...environment, ...read };
}

/** The variable that `NAME_FILE` stands for; null where it is a variable of its own, or of something else. */
function variableIn(name: string): string | null {
  if (!name.endsWith(SUFFIX) || isVariable(name)) return null;
  const meant = name.slice(0, -SUFFIX.length);
  return isVariable(meant) ? meant : null;
}

/** The keys of search providers are defined with the providers, which would take long to load. */
function isVariable(name: string): boolean {
  return name in ENVIRONMENT_VARIABLES || name.endsWith('_API_KEY');
}

function contentOf(name: string, path: string, reject: (problem: string) => void): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    reject(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

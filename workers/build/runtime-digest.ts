import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { fileStates } from '../install/installation.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that a worker loads; the page is left out below. */
const FOLDERS = ['activities', 'made/program', 'packages', 'payloads', 'workers', 'workflows'];

/** Variables that Node and its libraries read in any process. */
const NODE_VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'TZ',
  ...['ALL_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
];

/**
 * Changes with the code that a worker loads now, with its packages, with Node, and with the variables that Node reads. Files
 * count by size and time, because a command that meets a worker waits for it. Proxies may hold passwords, so it is a keyed hash.
 */
export function digestRuntime(environment: NodeJS.ProcessEnv, salt: string, project = PROJECT): string {
  const variables = NODE_VARIABLES.map((name) => `${name}=${environment[name] ?? ''}`);
  const files = fileStates(project, FOLDERS).filter((each) => !each.startsWith('packages/page/'));
  const hash = createHmac('sha256', salt).update([process.version, ...variables, ...files].join('\0'));
  return hash.digest('base64url');
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = join(PROJECT, 'node_modules');
/** What is made once for all homes. */
export const CACHE = join(PACKAGES, '.cache', 'plumbline');
/** The Node that npm installed here; missing on some platforms. */
export const INSTALLED_NODE = join(PACKAGES, '.bin', 'node');

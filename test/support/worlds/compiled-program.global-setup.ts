import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMPILE = fileURLToPath(new URL('../../../workers/install/compile.js', import.meta.url));

/** Commands in the tests are what an installation has: the sources as they are now, compiled. */
export default function compileOnce(): void {
  execFileSync(process.execPath, [COMPILE], { stdio: 'inherit' });
}

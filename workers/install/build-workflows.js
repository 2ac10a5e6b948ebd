// Builds the workflows, so that the first worker finds them; in a process of its own, because only some Nodes run TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findCompiled } from './compiled-program.js';
import { INSTALLED_NODE } from './installation.js';

const script = findCompiled('workers/build/store-bundle.ts');
if (script !== undefined) {
  const node = existsSync(INSTALLED_NODE) ? INSTALLED_NODE : process.execPath;
  spawnSync(node, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}

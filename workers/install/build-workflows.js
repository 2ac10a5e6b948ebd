// Builds the workflows in a process with a Node that runs TypeScript, so that the first start need not. Without them it does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findCompiled } from './compiled-program.js';
import { INSTALLED_NODE } from './installation.js';

const script = findCompiled('workers/build/store-bundle.ts');
if (script !== undefined) {
  const node = existsSync(INSTALLED_NODE) ? INSTALLED_NODE : process.execPath;
  spawnSync(node, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
}

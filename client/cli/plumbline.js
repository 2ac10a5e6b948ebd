#!/usr/bin/env node
// Starts the command line with a Node that runs TypeScript: the present one, or the one that npm installed here.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST = [24, 15];
const MAIN = new URL('main.ts', import.meta.url);
const INSTALLED_NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isRecent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);

if (isRecent) {
  // Compiling takes half of the time of a short command. Where the folder cannot be written, nothing is kept.
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/plumbline', import.meta.url)));
  await import(MAIN.href);
} else if (existsSync(INSTALLED_NODE)) {
  runWithInstalledNode();
} else {
  process.stderr.write(`error: Node ${OLDEST.join('.')} or newer is needed, this is ${process.version}. Run npm install.\n`);
  process.exitCode = 3;
}

function runWithInstalledNode() {
  const child = spawn(INSTALLED_NODE, [fileURLToPath(MAIN), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 1));
}

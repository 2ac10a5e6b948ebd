#!/usr/bin/env node
// Starts the command line with a Node that runs TypeScript: the current one, or the one that npm installed here.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findCompiled } from '../../workers/install/compiled-program.js';
import { CACHE, INSTALLED_NODE, IS_PACKED, PROJECT } from '../../workers/install/installation.js';

const OLDEST = [24, 15];
const MAIN = 'client/cli/main.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isRecent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);

keepCompiledCode();
endWithParent();
if (isRecent) {
  await import(pathToFileURL(findCompiled(MAIN) ?? join(PROJECT, MAIN)).href);
} else if (existsSync(INSTALLED_NODE)) {
  runWithInstalledNode();
} else {
  process.stderr.write(`error: Node ${OLDEST.join('.')} or newer is needed, this is ${process.version}.${IS_PACKED ? '' : ' Run npm install.'}\n`);
  process.exitCode = 3;
}

/**
 * Compiling takes half of the time of a short command. The variable of Node reaches the supervisor, the worker and their
 * threads as well. Where no folder can be written, nothing is kept.
 */
function keepCompiledCode() {
  const userCache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folders = [CACHE, join(userCache, 'plumbline', 'compiled')];
  process.env.NODE_COMPILE_CACHE ||= folders.find(isWritable) ?? '';
  if (isRecent && process.env.NODE_COMPILE_CACHE !== '') nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The end of npm, or of the older Node that started this one, ends the command, too: a worker would go on taking work. */
function endWithParent() {
  const isOfNpm = process.env.npm_command !== undefined;
  if (!isOfNpm && process.env.LAUNCHED_BY === undefined) return;
  // Between npm and this process is a shell, which does not end with npm.
  const lineage = () => `${process.ppid} ${isOfNpm ? parentOf(process.ppid) : ''}`;
  const first = lineage();
  setInterval(() => lineage() === first || process.kill(process.pid, 'SIGTERM'), 500).unref();
}

/** Empty where the system does not tell. */
function parentOf(pid) {
  try {
    return /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function runWithInstalledNode() {
  const child = spawn(INSTALLED_NODE, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, LAUNCHED_BY: String(process.pid) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code) => process.exit(code ?? 1));
}

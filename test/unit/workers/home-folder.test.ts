import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadClientConfig } from '../../../client/configuration/config.ts';
import { UsageError } from '../../../client/errors/failures.ts';
import { loadSupervisorConfig, loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { homeProblem } from '../../../workers/home/home-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'home-'));
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full', 'store-id'), '0123abcd\n');
  symlinkSync(join(folder, 'full'), join(folder, 'link'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hasProc = existsSync('/proc/self/status');
const unusable = [
  ['a file', () => join(folder, 'file'), 'is a file'],
  ['below a file', () => join(folder, 'file', 'home'), 'is a file'],
  ['deep below a file', () => join(folder, 'file', 'a', 'b', 'c'), 'is a file'],
  ['a name that is too long', () => join(folder, 'x'.repeat(300)), 'ENAMETOOLONG'],
  ['a dangling link', () => join(folder, 'dangling'), 'cannot write to'],
  ['where no entry can be made', () => '/proc/nope', 'cannot create /proc/nope'],
  ['deep where no entry can be made', () => '/proc/nope/a/b', 'cannot create /proc/nope/a/b'],
  ['a folder that takes no entries', () => '/proc', 'cannot write to /proc'],
] as const;

describe('homeProblem', () => {
  it.each(unusable.filter(([, path]) => hasProc || !path().startsWith('/proc')))('refuses %s', (name, path, says) => {
    if (name === 'a dangling link') symlinkSync(join(folder, 'file', 'gone'), join(folder, 'dangling'));
    const problem = homeProblem(path());
    expect(problem).toContain(says);
    expect(problem).toMatch(/^PLUMBLINE_HOME: .* Set it to a folder that you can write to/);
  });

  it.each(['full', 'link', 'new', 'new/a/b', '.'])('accepts %s and leaves nothing behind', (path) => {
    const before = readdirSync(folder);
    expect(homeProblem(join(folder, path))).toBeNull();
    expect(readdirSync(folder)).toEqual(before);
  });

  it.runIf(hasProc).each([
    ['a command', loadClientConfig],
    ['a worker', loadWorkerConfig],
    ['a supervisor', (environment: NodeJS.ProcessEnv) => loadSupervisorConfig(undefined, environment)],
  ])('is asked by %s before anything is created', (_, load) => {
    expect(() => load({ PLUMBLINE_HOME: '/proc/nope/home' })).toThrow('PLUMBLINE_HOME: cannot create /proc/nope/home');
  });

  it('counts as wrong usage', () => {
    expect(() => loadClientConfig({ PLUMBLINE_HOME: join(folder, 'file') })).toThrow(UsageError);
  });
});

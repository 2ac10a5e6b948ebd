import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestRuntime } from '../../../workers/build/runtime-digest.ts';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'plumbline-runtime-'));
  for (const folder of ['activities/text', 'packages/page', 'payloads', 'workers', 'workflows']) {
    mkdirSync(join(project, folder), { recursive: true });
  }
  writeFileSync(join(project, 'activities/text/words.ts'), 'export const WORDS = [];\n');
});
afterEach(() => rmSync(project, { recursive: true }));

const digest = (environment: NodeJS.ProcessEnv = {}, salt = 'salt') => digestRuntime(environment, salt, project);

describe('the digest of what a worker runs', () => {
  it('stays the same while nothing changes', () => {
    expect(digest({ PWD: '/a' })).toBe(digest({ PWD: '/b' }));
  });

  it.each(['activities/text/words.ts', 'activities/text/more.ts', 'workers/main.ts', 'package.json'])(
    'changes with %s',
    (file) => {
      const before = digest();
      writeFileSync(join(project, file), 'export const WORDS = ["lamp"];\n');

      expect(digest()).not.toBe(before);
    },
  );

  it('stays the same when a test of a package changes', () => {
    mkdirSync(join(project, 'packages/text/test/unit'), { recursive: true });
    const before = digest();
    writeFileSync(join(project, 'packages/text/test/unit/words.test.ts'), '');
    expect(digest()).toBe(before);

    writeFileSync(join(project, 'packages/text/test.ts'), '');
    expect(digest()).not.toBe(before);
  });

  it('stays the same with a page that changes, which no worker loads', () => {
    const before = digest();
    writeFileSync(join(project, 'packages/page/page-serving.ts'), 'export const PAGE = "";\n');

    expect(digest()).toBe(before);
  });

  it('changes with what Node reads, and hides it', () => {
    const proxied = digest({ https_proxy: 'http://keeper:password@127.0.0.1:3128' });

    expect(new Set([digest(), proxied, digest({ NODE_OPTIONS: '--use-system-ca' })]).size).toBe(3);
    expect(proxied).not.toMatch(/keeper|password/);
    expect(digest({}, 'other')).not.toBe(digest());
  });
});

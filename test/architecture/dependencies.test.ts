import { describe, expect, it } from 'vitest';
import { findDependencyProblems } from './dependency-rules.ts';
import { type LockedPackage, readLockedPackages, readScriptDecisions } from './locked-packages.ts';

describe('the dependencies', () => {
  it('are those of the architecture', () => {
    const names = new Set(readLockedPackages('.').map(({ name }) => name));

    for (const part of ['activity', 'client', 'worker', 'workflow']) expect(names).toContain(`@temporalio/${part}`);
    for (const name of ['openai', 'typescript', 'vitest', 'zod']) expect(names).toContain(name);
  });

  it.each([
    { folder: '.', least: 100 },
    { folder: 'bench/langgraph', least: 10 },
  ])(
    'of $folder are locked by hash, come from the registry, have permissive licences, and run only listed scripts',
    ({ folder, least }) => {
      const packages = readLockedPackages(folder);

      expect(packages.length).toBeGreaterThan(least);
      expect(findDependencyProblems(packages, readScriptDecisions(folder))).toEqual([]);
    },
  );

  const sound: LockedPackage = {
    name: 'planted',
    version: '1.0.0',
    licence: '(MIT OR GPL-3.0-or-later)',
    integrity: `sha512-${'A'.repeat(86)}==`,
    resolved: null,
    isForDevelopment: false,
    hasInstallScript: false,
  };

  it.each<{ flaw: string; planted: Partial<LockedPackage>; problem: string }>([
    { flaw: 'no hash', planted: { integrity: null }, problem: 'has no SHA-512 integrity' },
    { flaw: 'a weak hash', planted: { integrity: 'sha1-AAAA' }, problem: 'has no SHA-512 integrity' },
    {
      flaw: 'another registry',
      planted: { resolved: 'https://npm.example/planted.tgz' },
      problem: 'comes from https://npm.example/planted.tgz',
    },
    { flaw: 'a repository', planted: { resolved: 'git+ssh://git@host/a.git' }, problem: 'comes from git+ssh:' },
    { flaw: 'a copyleft licence', planted: { licence: 'AGPL-3.0-only' }, problem: 'has the licence AGPL-3.0-only' },
    {
      flaw: 'a copyleft part',
      planted: { licence: 'MIT AND GPL-2.0-only' },
      problem: 'has the licence MIT AND GPL-2.0-only',
    },
    { flaw: 'no licence', planted: { licence: 'not stated' }, problem: 'has the licence not stated' },
    { flaw: 'a script', planted: { hasInstallScript: true }, problem: 'has an install script that allowScripts' },
  ])('are refused with $flaw', ({ planted, problem }) => {
    const [found, ...more] = findDependencyProblems([{ ...sound, ...planted }], new Set());

    expect(found).toContain(`planted@1.0.0 ${problem}`);
    expect(more).toEqual([]);
  });

  it('pass when nothing is wrong', () => {
    expect(findDependencyProblems([{ ...sound, hasInstallScript: true }], new Set(['planted']))).toEqual([]);
  });
});

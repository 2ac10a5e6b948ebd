import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findBorderFaults, findPackageCircles, findTestFaults, namesTaken } from './package-rules.ts';
import { type Package, readPackages } from './packages.ts';
import { readPackageTests, readSources } from './source-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = readPackages();

describe('packages', () => {
  it('are entered by their entry points alone', () => {
    expect(packages.length).toBeGreaterThan(8);
    expect(findBorderFaults(readSources(), packages)).toEqual([]);
  });

  it('are tested from inside, and with others as all code sees them', () => {
    const tests = readPackageTests();

    expect(tests.length).toBeGreaterThan(150);
    expect(findTestFaults(tests, packages)).toEqual([]);
  });

  it('need each other in no circle', () => {
    expect(findPackageCircles(readSources(), packages)).toEqual([]);
  });

  it.each(packages)(
    '$name has entry points that exist, and says in at most 40 lines what it promises',
    ({ folder, entries }) => {
      const files = Object.values(entries).filter((file) => !file.includes('*'));

      expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
      const readme = readFileSync(`${root}${folder}/README.md`, 'utf8').trimEnd();
      expect(readme.split('\n').length).toBeLessThanOrEqual(40);
      const named = [...readme.matchAll(/^\| `([^`]+)` \|/gmu)].map(([, entry]) => entry);
      expect(named).toEqual(Object.keys(entries).filter((entry) => !entry.includes('*')));
    },
  );

  it('refuse in Node what is no entry point', () => {
    const load = (specifier: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', `await import('${specifier}')`], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
      });

    expect(load('@plumbline/language/terms')).toBe('');
    expect(() => load('@plumbline/language/text/terms.ts')).toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/u);
  });
});

describe('planted faults of packages', () => {
  const one: Package = {
    name: 'one',
    folder: 'packages/one',
    entries: { face: 'packages/one/face.ts' },
    dependencies: ['@plumbline/two'],
  };
  const two: Package = {
    name: 'two',
    folder: 'packages/two',
    entries: { face: 'packages/two/face.ts' },
    dependencies: [],
  };
  const planted = [one, two];

  it.each([
    {
      path: 'activities/x.ts',
      text: "import { a } from '../packages/one/face.ts';",
      fault: 'activities/x.ts reaches across a border: packages/one/face.ts',
    },
    {
      path: 'packages/one/x.ts',
      text: "import { a } from '../../activities/y.ts';",
      fault: 'packages/one/x.ts reaches across a border: activities/y.ts',
    },
    {
      path: 'packages/one/x.ts',
      text: "import { a } from '../two/inner.ts';",
      fault: 'packages/one/x.ts reaches across a border: packages/two/inner.ts',
    },
    {
      path: 'activities/x.ts',
      text: "import { a } from '@plumbline/one/inner';",
      fault: 'activities/x.ts: @plumbline/one/inner is no entry point',
    },
    {
      path: 'packages/one/x.ts',
      text: "import { a } from '@plumbline/one/face';",
      fault: 'packages/one/x.ts imports its own package by name: @plumbline/one/face',
    },
    {
      path: 'packages/two/x.ts',
      text: "import { a } from '@plumbline/one/face';",
      fault: 'two does not name one as a dependency',
    },
    {
      path: 'packages/one/face.ts',
      text: "export { a } from '@plumbline/two/face';",
      fault: 'packages/one/face.ts hands on @plumbline/two/face',
    },
  ])('are reported: $fault', ({ path, text, fault }) => {
    expect(findBorderFaults([{ path, text }], planted)).toEqual([fault]);
  });

  it.each([
    { text: "import { a } from '../../inner.ts';", faults: [] },
    { text: "import { a } from '../../../../test/support/a.ts';", faults: [] },
    { text: "import { a } from '@plumbline/two/face';", faults: [] },
    {
      text: "import { a } from '../../../two/inner.ts';",
      faults: ['packages/one/test/unit/x.test.ts reaches across a border: packages/two/inner.ts'],
    },
    {
      text: "import { a } from '../../../../activities/y.ts';",
      faults: ['packages/one/test/unit/x.test.ts reaches across a border: activities/y.ts'],
    },
    {
      text: "import { a } from '@plumbline/two/inner';",
      faults: ['packages/one/test/unit/x.test.ts: @plumbline/two/inner is no entry point'],
    },
  ])('are reported in a test: $text', ({ text, faults }) => {
    const path = 'packages/one/test/unit/x.test.ts';

    expect(findTestFaults([{ path, text }], planted)).toEqual(faults);
  });

  it('are reported in a face that is too wide or open', () => {
    const wide = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`e${index}`, 'packages/one/face.ts']));

    expect(findBorderFaults([], [{ ...one, entries: wide }])).toEqual(['one has 17 entry points']);
    expect(findBorderFaults([], [{ ...one, entries: { '*': 'packages/one/*.ts' } }])).toEqual([
      'one has the wildcard *',
    ]);
  });

  it('are reported in a circle', () => {
    const sources = [
      { path: 'packages/one/x.ts', text: "import { a } from '@plumbline/two/face';" },
      { path: 'packages/two/x.ts', text: "import type { b } from '@plumbline/one/face';" },
    ];

    expect(findPackageCircles(sources, planted)).toEqual([['one.ts', 'two.ts']]);
  });

  it('do not hide what is taken', () => {
    const sources = [
      {
        path: 'activities/x.ts',
        text: "import { a, type B } from '@plumbline/one/face';\nconst c = await import('@plumbline/two/face');",
      },
      { path: 'packages/two/x.ts', text: "import {\n  a as other,\n} from '@plumbline/one/face';" },
    ];

    expect(namesTaken(sources, planted)).toEqual(
      new Map([
        ['one', ['face#B', 'face#a']],
        ['two', ['face#(loaded)']],
      ]),
    );
  });
});

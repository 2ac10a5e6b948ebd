import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFolderProblems } from '../../../client/cli/options/corpus-folders.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'folders-')));
const norms = join(root, 'norms');
const annexes = join(norms, 'annexes');
const minutes = join(root, 'minutes');
mkdirSync(annexes, { recursive: true });
mkdirSync(minutes);
writeFileSync(join(annexes, 'page.md'), 'Text.');
writeFileSync(join(minutes, 'page.md'), 'Text.');
mkdirSync(join(root, 'empty', 'inner', '.hidden'), { recursive: true });
writeFileSync(join(root, 'empty', 'inner', '.hidden', 'page.md'), 'Text.');
symlinkSync(norms, join(root, 'alias'));
afterAll(() => rmSync(root, { recursive: true }));

describe('findFolderProblems', () => {
  it('accepts sibling folders, and files in subfolders', () => {
    expect(findFolderProblems([norms, minutes], true)).toEqual([]);
  });

  it('accepts a folder whose name begins with that of another', () => {
    const longer = join(root, 'norms-2');
    mkdirSync(longer);
    writeFileSync(join(longer, 'page.md'), 'Text.');

    expect(findFolderProblems([norms, longer], true)).toEqual([]);
  });

  it('does not count hidden folders', () => {
    expect(findFolderProblems([join(root, 'empty')], true)).toEqual([
      `the corpus folder ${join(root, 'empty')} is empty`,
    ]);
  });

  it('refuses a file', () => {
    expect(findFolderProblems([join(minutes, 'page.md')], true)).toEqual([
      `the corpus ${join(minutes, 'page.md')} is not a folder`,
    ]);
  });

  it('refuses a folder that is given twice, under any of its names', () => {
    expect(findFolderProblems([norms, `${norms}/`, norms], true)).toEqual([
      `the corpus folder ${norms} is given twice`,
    ]);
    expect(findFolderProblems([norms, join(root, 'alias')], true)).toEqual([
      `the corpus folders ${norms} and ${join(root, 'alias')} are the same folder`,
    ]);
  });

  it.each([
    ['inside another', [norms, annexes]],
    ['around another', [annexes, norms]],
  ])('refuses a folder %s', (_, folders) => {
    expect(findFolderProblems(folders, true)).toEqual([
      `the corpus folder ${annexes} is inside ${norms}: give only one of them`,
    ]);
  });

  it('compares folders of other machines by path only', () => {
    expect(findFolderProblems(['/of/another/machine', '/of/another/machine/too'], false)).toEqual([
      'the corpus folder /of/another/machine/too is inside /of/another/machine: give only one of them',
    ]);
  });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCorpus } from '../../../client/cli/options/corpus-places.ts';

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

describe('findCorpus', () => {
  it('accepts sibling folders, and files in subfolders', () => {
    expect(findCorpus({ corpus: [norms, minutes] }, true).problems).toEqual([]);
  });

  it('refuses a place without a name, which would be the current folder', () => {
    expect(findCorpus({ corpus: ['', norms] }, true).problems[0]).toBe(
      '--corpus is empty: a variable that is not set?',
    );
  });

  it('accepts a folder whose name begins with that of another', () => {
    const longer = join(root, 'norms-2');
    mkdirSync(longer);
    writeFileSync(join(longer, 'page.md'), 'Text.');

    expect(findCorpus({ corpus: [norms, longer] }, true).problems).toEqual([]);
  });

  it('does not count hidden folders', () => {
    expect(findCorpus({ corpus: [join(root, 'empty')] }, true).problems).toEqual([
      `the corpus folder ${join(root, 'empty')} is empty`,
    ]);
  });

  it('takes a file, a pattern and a link as files of a folder', () => {
    symlinkSync(join(minutes, 'page.md'), join(root, 'link.md'));
    const ofMinutes = (...patterns: string[]) => ({
      corpusDirectories: [minutes],
      fileSelections: [{ directory: minutes, include: [patterns], exclude: [] }],
      problems: [],
    });

    expect(findCorpus({ corpus: [join(minutes, 'page.md')] }, true)).toEqual(ofMinutes('/page.md'));
    expect(findCorpus({ corpus: [join(minutes, '*.{md,pdf}')] }, true)).toEqual(ofMinutes('/*.md', '/*.pdf'));
    expect(findCorpus({ corpus: [join(root, 'link.md')] }, true)).toEqual(ofMinutes('/page.md'));
  });

  it('takes a member of an archive, and a pattern of them, as files of the folder around it', () => {
    writeFileSync(join(minutes, 'm.zip'), 'PK');
    const chosen = (name: string) => findCorpus({ corpus: [join(minutes, name)] }, true);

    expect(chosen('m.zip/in/[a].md')).toMatchObject({ fileSelections: [{ include: [['/m.zip/in/[a].md']] }] });
    expect(chosen('m.zip/in/a.md')).toEqual({
      corpusDirectories: [minutes],
      fileSelections: [{ directory: minutes, include: [['/m.zip/in/a.md']], exclude: [] }],
      problems: [],
    });
  });

  it('narrows every place by the patterns', () => {
    const given = { corpus: [norms, join(minutes, '*.md')], include: ['./a/'], exclude: ['drafts'] };

    expect(findCorpus(given, true).fileSelections).toEqual([
      { directory: norms, include: [['/a/']], exclude: ['drafts'] },
      { directory: minutes, include: [['/*.md'], ['/a/']], exclude: ['drafts'] },
    ]);
  });

  it.each([
    [
      { corpus: [norms], include: ['*.md', '!drafts/'] },
      '--include "!drafts/" leaves nothing out: use --exclude "drafts/"',
    ],
    [{ include: ['*.md'] }, '--include and --exclude choose among the files of --corpus, which is not given'],
    [{ corpus: [join(root, 'none.md')] }, `the corpus file ${join(root, 'none.md')} does not exist`],
    [{ corpus: [join(root, 'none')] }, `the corpus folder ${join(root, 'none')} does not exist`],
    [
      { corpus: [join(root, 'none', '*.md')] },
      `the corpus ${join(root, 'none', '*.md')} matches nothing: there is no folder ${join(root, 'none')}`,
    ],
    [
      { corpus: [norms, join(annexes, 'page.md')] },
      `the corpus ${join(annexes, 'page.md')} is inside ${norms}: give only one of them`,
    ],
  ])('says what is wrong with %j', (given, problem) => {
    expect(findCorpus(given, true).problems).toEqual([problem]);
  });

  it('refuses a folder that is given twice, under any of its names', () => {
    expect(findCorpus({ corpus: [norms, `${norms}/`, norms] }, true).problems).toEqual([
      `the corpus folder ${norms} is given twice`,
    ]);
    expect(findCorpus({ corpus: [norms, join(root, 'alias')] }, true).problems).toEqual([
      `the corpus folders ${norms} and ${join(root, 'alias')} are the same folder`,
    ]);
  });

  it.each([
    ['inside another', [norms, annexes]],
    ['around another', [annexes, norms]],
  ])('refuses a folder %s', (_, folders) => {
    expect(findCorpus({ corpus: folders }, true).problems).toEqual([
      `the corpus folder ${annexes} is inside ${norms}: give only one of them`,
    ]);
  });

  it('compares folders of other machines by path only', () => {
    expect(findCorpus({ corpus: ['/of/another/machine', '/of/another/machine/too'] }, false).problems).toEqual([
      'the corpus folder /of/another/machine/too is inside /of/another/machine: give only one of them',
    ]);
  });
});

import { collectionNameOf, numberedPath, ownerOf, uploadPathOf } from '@plumbline/library/collections';
import { describe, expect, it } from 'vitest';

describe('the name of an upload', () => {
  it.each([
    ['lamp.md', 'lamp.md'],
    ['Übersicht/Plan 1.pdf', 'Übersicht/Plan 1.pdf'],
    ['Cafe\u0301.md', 'Caf\u00e9.md'],
    ['a..b.md', 'a..b.md'],
    ['<img src=x>.md', '<img src=x>.md'],
    ['docs/sources.yaml', 'docs/sources.yaml'],
  ])('%j is stored as %j', (given, path) => {
    expect(uploadPathOf(given)).toBe(path);
  });

  it.each([
    '',
    '/etc/passwd',
    '../lamp.md',
    'a/../../lamp.md',
    'a//b.md',
    'a/.',
    '.env',
    '.git/config',
    'a\\..\\b.md',
    'a\0.md',
    'a\nb.md',
    '\ud800.md',
    'node_modules/a/readme.md',
    'sources.yaml',
    `${'ä'.repeat(101)}.md`,
    `${'a/'.repeat(20)}b.md`,
    `${'abcdefgh/'.repeat(19)}${'a'.repeat(750)}`,
  ])('%j is refused', (given) => {
    expect(() => uploadPathOf(given)).toThrow(/^the name/);
  });

  it.each(['..', 'a/b', '.hidden', ' ', 'a\u0007'])('of a collection %j is refused', (given) => {
    expect(() => collectionNameOf(given)).toThrow(/^the name/);
  });

  it.each([
    ['notes.md', 'notes (2).md'],
    ['a.b/notes', 'a.b/notes (2)'],
    ['a/notes.tar.md', 'a/notes.tar (2).md'],
    ['.x', '.x (2)'],
  ])('of a second %s is %s', (path, second) => {
    expect(numberedPath(path, 2)).toBe(second);
  });

  it('leads users whose names a file system may not tell apart to folders of their own', () => {
    const folders = ['anna', 'Anna', '../shared', 'shared', null].map((user) => ownerOf(user));

    expect(new Set(folders).size).toBe(5);
    expect(folders.at(-1)).toBe('shared');
    for (const folder of folders.slice(0, -1)) expect(folder).toMatch(/^users\/[0-9a-f]{32}$/);
  });
});

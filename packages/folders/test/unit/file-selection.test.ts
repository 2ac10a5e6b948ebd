import {
  corpusPlaceOf,
  expandBraces,
  filePatternsSchema,
  mergePlaces,
  toCorpus,
} from '@plumbline/contracts/common/file-selection';
import { createFileMatcher } from '@plumbline/folders/file-selection';
import { describe, expect, it } from 'vitest';

const matcherOf = (include: string[], exclude: string[] = []) =>
  createFileMatcher({ include: include.length === 0 ? [] : [include], exclude });

describe('patterns of a selection', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'deep/in/a.md', true],
    ['*.md', 'a.MD', true],
    ['/*.md', 'a.md', true],
    ['/*.md', 'deep/a.md', false],
    ['minutes', 'minutes/2024/a.md', true],
    ['minutes/', 'old/minutes/a.md', true],
    ['/minutes/', 'old/minutes/a.md', false],
    ['a/**/c.md', 'a/c.md', true],
    ['a/**/c.md', 'a/b/b/c.md', true],
    ['*.{md,pdf}', 'a.pdf', true],
    ['{a,b}/*.{md,txt}', 'b/c.txt', true],
    ['{a,b}/*.{md,txt}', 'c/c.txt', false],
    ['über.md', 'u\u0308ber.md', true],
    ['u\u0308ber.md', 'über.md', true],
    ['manuals.zip', 'manuals.zip/pump.md', true],
    ['*.md', 'manuals.zip/pump.md', true],
    ['[ab].md', 'b.md', true],
  ])('%j and %j: %j', (pattern, locator, isMatch) => {
    expect(matcherOf([pattern]).selects(locator)).toBe(isMatch);
    expect(matcherOf([], [pattern]).selects(locator)).toBe(!isMatch);
  });

  it('all have to agree: a list of a request cannot widen the one of the server', () => {
    const matcher = createFileMatcher({ include: [['public/'], ['*.md', 'private/']], exclude: ['drafts'] });

    expect(
      ['public/a.md', 'public/a.txt', 'private/a.md', 'public/drafts/a.md'].filter((name) => matcher.selects(name)),
    ).toEqual(['public/a.md']);
  });

  it.each([
    [['/a.md'], 'sub', false],
    [['/sub/a.md'], 'sub', true],
    [['/sub/a.md'], 'sub/deeper', false],
    [['/sub'], 'sub/deeper', true],
    [['/*/a.md'], 'any', true],
    [['/*/a.md'], 'any/deeper', false],
    [['/sub/**/a.md'], 'sub/deeper/still', true],
    [['/sub/**/a.md'], 'other', false],
    [['*.md'], 'any/deeper', true],
    [['/a\\[1\\]/b.md'], 'a[1]', true],
  ])('%j need the folder %j: %j', (include, folder, isNeeded) => {
    expect(matcherOf(include).mayHold(folder)).toBe(isNeeded);
  });

  it.each([
    ['.config/**', '.config', true],
    ['.config/**', '.config/a.md', false],
    ['/.env', '.env', true],
    ['.env', 'deep/.env', true],
    ['**', '.env', false],
    ['*', '.env', false],
    ['*.md', '.a.md', false],
    ['build/', 'build', true],
  ])('%j names %j: %j', (pattern, locator, isNamed) => {
    expect(matcherOf([pattern]).names(locator)).toBe(isNamed);
  });

  it('of a request do not name hidden files of a server', () => {
    expect(createFileMatcher({ include: [['*'], ['.env']], exclude: [] }).names('.env')).toBe(false);
  });

  it.each(['a*b*c*d*e.md', '**/a/**/b/**/c/**/d', '', '{a,b}'.repeat(12)])('refuse %j', (pattern) => {
    expect(filePatternsSchema.safeParse([pattern]).success).toBe(false);
  });

  it('are refused together before they are written out', () => {
    const patterns = Array.from({ length: 2 }, () => `{${','.repeat(600)}}`);

    expect(patterns.every((pattern) => filePatternsSchema.safeParse([pattern]).success)).toBe(true);
    expect(filePatternsSchema.safeParse(patterns).success).toBe(false);
  });

  it('are never more than were counted: an escaped comma divides nothing', () => {
    expect(expandBraces(String.raw`{a\,b}\{c,d}`)).toEqual([String.raw`{a\,b}\{c,d}`]);
    expect(expandBraces('{a,{b,c}}.md')).toEqual(['a.md', 'b.md', 'a.md', 'c.md']);
    expect(expandBraces('{,}'.repeat(1_000))).toHaveLength(1);
  });
});

describe('corpusPlaceOf', () => {
  it.each([
    '[a](b).md',
    'a{b,c}.md',
    '#a%20.md',
    '!a.md',
    'a b .md',
    'line\nbreak.md',
    '-a.md',
    '🛢️.md',
    '*.md',
    'a\\b.md',
    'a?.md',
    '..a..md',
    'quote\'"`$(x).md',
    'end ',
    'end  ',
  ])('selects the file %j alone', (name) => {
    const { directory, patterns } = corpusPlaceOf(`/srv/docs/${name}`, 'file');
    const matcher = matcherOf([...(patterns ?? [])]);

    expect(directory).toBe('/srv/docs');
    expect(matcher.selects(name)).toBe(true);
    expect(['other.md', `x${name}`, `${name}x`, `sub/${name}`].filter((each) => matcher.selects(each))).toEqual([]);
  });

  it.each([
    ['/srv/docs/**/*.md', '/srv/docs', ['/**/*.md']],
    ['/srv/docs/*.{md,pdf}', '/srv/docs', ['/*.md', '/*.pdf']],
    ['/srv/*/a.md', '/srv', ['/*/a.md']],
    ['/*.md', '/', ['/*.md']],
  ])('takes the fixed folder of %j', (path, directory, patterns) => {
    expect(corpusPlaceOf(path, 'pattern')).toEqual({ directory, patterns });
  });
});

describe('mergePlaces', () => {
  const whole = (directory: string) => ({ directory, patterns: null });
  const some = (directory: string, ...patterns: string[]) => ({ directory, patterns });

  it.each([
    ['files of one folder', [some('/d', '/a.md'), some('/d', '/b.md')], [some('/d', '/a.md', '/b.md')]],
    ['a folder beside a file', [some('/d', '/a.zip'), whole('/d/s')], [some('/d', '/a.zip'), whole('/d/s')]],
    ['a folder around a file', [some('/d/s', '/a.md'), whole('/d')], [whole('/d')]],
    ['a file in a folder below', [some('/d/s', '/b.md'), some('/d', '/a.md')], [some('/d', '/a.md', '/s/b.md')]],
    ['folders with like names', [some('/d', '/a.md'), whole('/d2')], [some('/d', '/a.md'), whole('/d2')]],
    ['the order of the places', [whole('/x/long'), whole('/a')], [whole('/x/long'), whole('/a')]],
  ])('keeps %s', (_, places, merged) => {
    expect(mergePlaces(places)).toEqual(merged);
  });

  it('reads a folder once that a pattern around it would read, too', () => {
    expect(toCorpus([some('/d', '/**/*.md'), whole('/d/s[1]'), whole('/e')], {}).fileSelections).toEqual([
      { directory: '/d', include: [['/**/*.md']], exclude: ['/s\\[1\\]/'] },
    ]);
  });
});

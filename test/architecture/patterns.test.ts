import { describe, expect, it } from 'vitest';
import { constructedPatterns, findSlowPatterns, literalPatterns } from './pattern-rules.ts';
import { readSources } from './source-files.ts';

describe('regular expressions', () => {
  it('read every text in a time that grows with its length, not faster', () => {
    const constructed = constructedPatterns();
    const patterns = [...literalPatterns(readSources()), ...constructed];

    const slow = findSlowPatterns(patterns);

    expect(constructed.length).toBeGreaterThan(200);
    expect(patterns.length).toBeGreaterThan(1_300);
    expect(slow).toEqual([]);
  });

  it.each([
    ['repetitions that share a character', String.raw`^[+|:-]*-{3,}[-+|: ]*[+|][-+|: ]*$`],
    ['repetitions with something optional between them', String.raw`^\s*,?\s*or$`],
    ['a repetition within a repetition', String.raw`^(?:a+)+$`],
    ['a list whose parts hold its separators', String.raw`[^,.]+(?:,[^,.]+)*,?\s+and`],
    ['a run that is scanned again from each of its characters', String.raw`\s+$`],
    ['a run before what may be missing', String.raw`[?.!]*\s*thanks`],
  ])('are reported: %s', (_kind, source) => {
    const planted = [{ path: 'a/planted.ts', text: `const PATTERN = /${source}/u;` }];

    expect(findSlowPatterns(literalPatterns(planted))).toHaveLength(1);
  });
});

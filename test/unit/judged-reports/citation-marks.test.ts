import { describe, expect, it } from 'vitest';
import { citedNumbers, withMarksInside, withoutMarks, withPlainMarks } from '../../../bench/judged/citation-marks.ts';

describe('marks of citation', () => {
  it('reads single marks, lists and ranges', () => {
    expect(citedNumbers('It burns [1][2], always [3, 7] and [9–11].')).toEqual([1, 2, 3, 7, 9, 10, 11]);
  });

  it('takes no link, no definition, no escaped bracket and no other word for a mark', () => {
    expect(citedNumbers('[1](a.md) [2]: https://a.example \\[3] [p4] [RFC 5]')).toEqual([]);
  });

  it('does not expand a range that is none', () => {
    expect(citedNumbers('[1-9000] [9-3]')).toEqual([1, 9]);
  });

  it('leaves the sentence without them', () => {
    expect(withoutMarks('It burns [1], and [2] glows [3].')).toBe('It burns, and glows.');
  });

  it('moves those behind a full stop into the sentence', () => {
    expect(withMarksInside('It burns. [1][2] It glows. [3]')).toBe('It burns [1][2].  It glows [3]. ');
  });

  it('writes several in one form', () => {
    expect(withPlainMarks('It burns [1, 2] and [4-5].')).toBe('It burns [1][2] and [4][5].');
  });
});

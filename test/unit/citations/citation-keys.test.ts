import { describe, expect, it } from 'vitest';
import { neutraliseKeys, withKeysAsCitations, withoutKeys } from '../../../activities/citations/citation-keys.ts';

describe('withKeysAsCitations', () => {
  it.each([
    ['It burns [t1f1q1].', 'It burns.', ['t1f1q1']],
    ['It burns [t1f1q1, c2q1] long.', 'It burns long.', ['t1f1q1', 'c2q1']],
    ['It burns (t10f12q3).', 'It burns.', ['t10f12q3']],
    ['It burns t1f1q1.', 'It burns.', ['t1f1q1']],
    ['It burns.', 'It burns.', []],
  ])('takes the keys out of "%s"', (text, clean, keys) => {
    expect(withKeysAsCitations({ text, citations: [] })).toEqual({ text: clean, citations: keys });
  });

  it('names a key once', () => {
    expect(withKeysAsCitations({ text: 'It burns [t1f1q1].', citations: ['t1f1q1'] }).citations).toEqual(['t1f1q1']);
  });
});

describe('withoutKeys', () => {
  it('leaves other brackets alone', () => {
    expect(withoutKeys('See [12] and table [t1].')).toBe('See [12] and table [t1].');
  });
});

describe('neutraliseKeys', () => {
  it('takes the brackets from what looks like a key', () => {
    expect(neutraliseKeys('Cite [t9f9q9] and [ c1q1, t1f1q1 ], see [12].')).toBe(
      'Cite (t9f9q9) and ( c1q1, t1f1q1 ), see [12].',
    );
  });
});

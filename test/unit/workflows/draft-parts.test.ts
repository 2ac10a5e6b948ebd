import { type DraftPart, groupsOf } from '@plumbline/contracts/report/draft-parts';
import { describe, expect, it } from 'vitest';

const partOf = (size: number): DraftPart => ({
  part: 'section',
  name: `${size}`,
  claims: Array.from({ length: size }, () => ({ text: 'It burns.', citations: [] })),
  replace: (draft) => draft,
});
const sizesOf = (sizes: readonly number[]) =>
  groupsOf(sizes.map(partOf)).map((group) => group.map(({ claims }) => claims.length));

describe('parts that are verified at once', () => {
  it.each([
    [
      'follow each other',
      [9, 36, 34, 40, 30],
      [
        [9, 36, 34],
        [40, 30],
      ],
    ],
    ['are one where it is long', [100, 5, 90], [[100], [5], [90]]],
    ['are all of a short report', [5, 20, 3], [[5, 20, 3]]],
    ['are none of an empty one', [], []],
  ])('%s', (_, sizes, groups) => {
    expect(sizesOf(sizes)).toEqual(groups);
  });
});

import { describe, expect, it } from 'vitest';
import { fuseRankings } from '../../../workflows/domain/rank-fusion.ts';

const identity = (entry: string): string => entry;

describe('fuseRankings', () => {
  it('ranks what two queries found above what one query found', () => {
    expect(
      fuseRankings(
        [
          ['a', 'shared'],
          ['b', 'shared'],
        ],
        identity,
      ),
    ).toEqual(['shared', 'a', 'b']);
  });

  it('counts a repetition within one ranking once', () => {
    expect(fuseRankings([['a', 'b', 'b', 'b'], ['a']], identity)).toEqual(['a', 'b']);
  });

  it('keeps first-seen order in a tie', () => {
    expect(fuseRankings([['x'], ['y']], identity)).toEqual(['x', 'y']);
  });
});

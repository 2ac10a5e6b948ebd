import { byRankToo, fuseRankings, takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import { describe, expect, it } from 'vitest';

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

  it('counts a ranking that is given twice twice, and the first more with a smaller constant', () => {
    const rankings = [
      ['a', 'b'],
      ['c', 'b'],
    ];

    expect(fuseRankings([['x'], ['y'], ['y']], identity)).toEqual(['y', 'x']);
    expect(fuseRankings(rankings, identity)[0]).toBe('b');
    expect(fuseRankings(rankings, identity, 0)[0]).toBe('a');
  });

  it('keeps first-seen order in a tie', () => {
    expect(fuseRankings([['x'], ['y']], identity)).toEqual(['x', 'y']);
  });
});

describe('takeInTurn', () => {
  it('puts what each search puts first before what several of them find', () => {
    const rankings = [
      ['a', 'shared', 'b'],
      ['c', 'shared'],
    ];

    expect(takeInTurn(rankings, identity)).toEqual(['a', 'c', 'shared', 'b']);
  });

  it('leaves one ranking as it is, each entry once', () => {
    expect(takeInTurn([['b', 'a', 'b'], []], identity)).toEqual(['b', 'a']);
  });
});

describe('byRankToo', () => {
  it('takes what a search put first and what the list puts first in turn', () => {
    const entries: { id: string; searchRank?: number }[] = [
      { id: 'a' },
      { id: 'b', searchRank: 2 },
      { id: 'c' },
      { id: 'd', searchRank: 1 },
    ];

    expect(byRankToo(entries, ({ id }) => id).map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c']);
  });
});

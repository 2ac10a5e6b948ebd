import { describe, expect, it } from 'vitest';
import { readScore } from '../../engine/score-reading.ts';

describe('readScore', () => {
  it.each([
    [0.75, 0.75],
    [0, 0],
    [1, 1],
    [1.0000001, 1],
    [-0.0001, 0],
    ['0.7', 0.7],
    ['0,7', 0.7],
    ['.7', 0.7],
    ['8/10', 0.8],
    ['4 of 5', 0.8],
    ['3 von 4', 0.75],
    ['85 %', 0.85],
    ['85,5%', 0.855],
    ['Score: 0.7', 0.7],
    ['relevance = 8/10.', 0.8],
    ['high', 0.75],
    ['Hoch', 0.75],
    ['medium', 0.5],
    ['low', 0.25],
    ['irrelevant', 0],
    [-3, 0],
    ['-3', 0],
    ['11/10', 1],
    ['120 %', 1],
  ])('reads %j as %d', (written, score) => {
    expect(readScore(written)).toBeCloseTo(score, 6);
  });

  it.each([[null], ['null'], ['unknown'], ['n/a'], ['cannot tell']])('reads %j as a missing score', (written) => {
    expect(readScore(written)).toBeNull();
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e9],
    [8],
    [''],
    ['  '],
    ['NaN'],
    ['1e9'],
    ['8'],
    ['8/0'],
    ['-1/10'],
    ['0.7 or 0.2'],
    ['rather so'],
    [undefined],
    [true],
    [[0.7]],
    [{ score: 0.7 }],
  ])('does not read %j at all', (written) => {
    expect(readScore(written)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { createBatchPace } from '../../index/vector-index.ts';

it('grows while answers come quickly, up to a bound', () => {
  const pace = createBatchPace();
  const sizes = Array.from({ length: 6 }, () => {
    const { size } = pace;
    pace.answered(size, 10);
    return size;
  });

  expect(sizes).toEqual([4, 8, 16, 32, 64, 64]);
});

it('shrinks when answers take long, down to one', () => {
  const pace = createBatchPace();

  pace.answered(4, 8_000);
  expect(pace.size).toBe(2);
  pace.answered(2, 60_000);
  expect(pace.size).toBe(1);
});

it('never again asks for as many as were refused', () => {
  const pace = createBatchPace();
  pace.answered(4, 10);
  pace.refused(8);
  for (let round = 0; round < 5; round += 1) pace.answered(pace.size, 10);

  expect(pace.size).toBe(4);
});

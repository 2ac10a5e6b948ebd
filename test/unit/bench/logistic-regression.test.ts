import { describe, expect, it } from 'vitest';
import { fitLogistic } from '../../../bench/claims/logistic-regression.ts';

const probability = (bias: number, weight: number, value: number): number =>
  1 / (1 + Math.exp(-(bias + weight * value)));

/** As many rows of each outcome as the probability says, so that the fit has one right answer. */
function observationsOf(bias: number, weight: number) {
  const rows: number[][] = [];
  const outcomes: boolean[] = [];
  for (const value of [-2, -1, 0, 1, 2]) {
    const positive = Math.round(probability(bias, weight, value) * 1_000);
    for (let index = 0; index < 1_000; index += 1) {
      rows.push([value]);
      outcomes.push(index < positive);
    }
  }
  return { rows, outcomes };
}

describe('fitLogistic', () => {
  it('finds the weights that generated the observations', () => {
    const { weights, bias } = fitLogistic(observationsOf(-1, 1.5), 0);

    expect(weights[0]).toBeCloseTo(1.5, 1);
    expect(bias).toBeCloseTo(-1, 1);
  });

  it('does not depend on the scale of a column', () => {
    const { rows, outcomes } = observationsOf(0.5, 1);
    const plain = fitLogistic({ rows, outcomes }, 5);
    const scaled = fitLogistic({ rows: rows.map((row) => row.map((value) => value / 100)), outcomes }, 5);

    expect((scaled.weights[0] ?? 0) / 100).toBeCloseTo(plain.weights[0] ?? 0, 6);
    expect(scaled.bias).toBeCloseTo(plain.bias, 6);
  });

  it('pulls weights closer to 0 with a stronger ridge', () => {
    const observations = observationsOf(0, 2);
    const [free = 0, held = 0] = [0, 500].map((ridge) => fitLogistic(observations, ridge).weights[0] ?? 0);

    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(free);
  });

  it('stays finite when one column determines everything, and when one determines nothing', () => {
    const rows = [-2, -1, 1, 2].map((value) => [value, 7]);
    const { weights, bias } = fitLogistic({ rows, outcomes: [false, false, true, true] }, 1);

    for (const value of [...weights, bias]) expect(Number.isFinite(value)).toBe(true);
    expect(weights[0]).toBeGreaterThan(0);
  });
});

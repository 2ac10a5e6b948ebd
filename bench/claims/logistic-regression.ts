/** Rows of features with what was observed. */
export interface Observations {
  readonly rows: readonly (readonly number[])[];
  readonly outcomes: readonly boolean[];
}

/** What belongs to each column, and the constant. */
export interface Regression {
  readonly weights: readonly number[];
  readonly bias: number;
}

const MOST_STEPS = 25;
const CLOSE_ENOUGH = 1e-6;
/** Keeps the matrix of the constant invertible where all outcomes are alike. */
const TINY = 1e-6;

/**
 * Logistic regression by Newton's method (iteratively reweighted least squares).
 *
 * @param ridge how strongly weights are held near 0, on columns of standard deviation 1; the constant is free
 * @param positiveWeight how often each positive row counts
 */
export function fitLogistic({ rows, outcomes }: Observations, ridge: number, positiveWeight = 1): Regression {
  const scales = scalesOf(rows);
  const inputs = rows.map((row) => [...row.map((value, column) => value / (scales[column] ?? 1)), 1]);
  let weights = scales.map(() => 0).concat(0);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const change = newtonStep(inputs, outcomes, weights, ridge, positiveWeight);
    weights = weights.map((weight, column) => weight - (change[column] ?? 0));
    if (Math.max(...change.map(Math.abs)) < CLOSE_ENOUGH) break;
  }
  return {
    weights: scales.map((scale, column) => (weights[column] ?? 0) / scale),
    bias: weights.at(-1) ?? 0,
  };
}

/** Standard deviation of each column; 1 where a column is constant. */
function scalesOf(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => {
    const values = rows.map((row) => row[column] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
  });
}

function newtonStep(
  inputs: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  weights: readonly number[],
  ridge: number,
  positiveWeight: number,
): number[] {
  const last = weights.length - 1;
  const gradient = weights.map((weight, column) => (column === last ? 0 : ridge * weight));
  const curvature = weights.map((_, row) =>
    weights.map((__, column) => (row === column ? (row === last ? TINY : ridge) : 0)),
  );
  for (const [index, input] of inputs.entries()) {
    const isPositive = outcomes[index] === true;
    const times = isPositive ? positiveWeight : 1;
    const probability =
      1 / (1 + Math.exp(-input.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), 0)));
    const error = times * (probability - Number(isPositive));
    const certainty = times * Math.max(TINY, probability * (1 - probability));
    for (const [row, value] of input.entries()) {
      gradient[row] = (gradient[row] ?? 0) + error * value;
      const line = curvature[row] ?? [];
      for (const [column, other] of input.entries()) line[column] = (line[column] ?? 0) + certainty * value * other;
    }
  }
  return solve(curvature, gradient);
}

/** Gaussian elimination with partial pivoting; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, vector[index] ?? 0]);
  for (const pivot of rows.keys()) {
    const best = rows
      .slice(pivot)
      .reduce(
        (found, row, offset) =>
          Math.abs(row[pivot] ?? 0) > Math.abs(rows[found]?.[pivot] ?? 0) ? pivot + offset : found,
        pivot,
      );
    const [lower = [], upper = []] = [rows[pivot], rows[best]];
    rows[pivot] = upper.map((value) => value / (upper[pivot] ?? 1));
    if (best !== pivot) rows[best] = lower;
    const line = rows[pivot] ?? [];
    for (const [index, row] of rows.entries()) {
      const factor = row[pivot] ?? 0;
      if (index !== pivot && factor !== 0)
        rows[index] = row.map((value, column) => value - factor * (line[column] ?? 0));
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}

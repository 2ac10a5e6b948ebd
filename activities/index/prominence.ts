/**
 * How far the highest of all similarities to a query exceeds what chance alone gives the highest of so many, in standard
 * deviations: among many passages some are always rather similar to any query. The scale of a model drops out.
 *
 * @param similarities to all passages of one language; a model may place languages apart
 * @returns 0 if it is unknown
 */
export function prominenceOfBest(similarities: readonly number[]): number {
  const count = similarities.length;
  const mean = similarities.reduce((sum, value) => sum + value, 0) / count;
  const deviation = Math.sqrt(similarities.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
  if (count < FEWEST || deviation === 0) return 0;
  const best = similarities.reduce((highest, value) => Math.max(highest, value));
  return (best - mean) / deviation - highestByChance(count);
}

/** Among fewer, chance cannot be told from meaning. */
const FEWEST = 30;

/**
 * Expected highest of `count` draws from a normal distribution, in standard deviations (Blom 1958: the quantile at
 * (n - 3/8) / (n + 1/4)).
 */
function highestByChance(count: number): number {
  return upperQuantile(0.625 / (count + 0.25));
}

/** The value that a normal variable exceeds with this probability (Abramowitz and Stegun 1964, 26.2.23). */
function upperQuantile(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(probability));
  const over = 2.515517 + t * (0.802853 + t * 0.010328);
  const under = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - over / under;
}

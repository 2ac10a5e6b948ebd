import type { Derivation, Operation } from '../../../workflows/contracts/evidence/claim.ts';
import type { Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { createMeasureCheck, type Measure, measuresIn } from '../../language/text/measures.ts';
import { unsupported } from './figure-support.ts';
import { statingText } from './word-coverage.ts';

const MOST_INPUTS = 12;
/** A figure with its unit; what is longer says more than a figure. */
const LONGEST_FIGURE = 30;
/** Operations on exactly two figures. */
const OF_TWO: ReadonlySet<Operation> = new Set(['ratio', 'share', 'change', 'comparison']);
/** Their result is a number or a percentage, whatever the unit of the figures. */
const WITHOUT_UNIT: ReadonlySet<Operation> = new Set(['ratio', 'share', 'change']);

/**
 * What is wrong with a derivation: every input must be in the quote that it names, and the result must be what the
 * operation gives, as exact as it is written.
 *
 * @param cited the quotes that the claim cites
 * @returns null if nothing is wrong
 */
export function findDerivationError(
  { operation, inputs, result }: Derivation,
  cited: readonly Pick<Quote, 'key' | 'text'>[],
): string | null {
  if (inputs.length < 2 || inputs.length > MOST_INPUTS || (OF_TWO.has(operation) && inputs.length !== 2)) {
    return `a ${operation} of ${inputs.length} figures cannot be computed`;
  }
  const measures: Measure[] = [];
  for (const { key, figure } of inputs) {
    const quote = cited.find((candidate) => candidate.key === key);
    if (quote === undefined) return `the figure ${figure} is from a quote that the claim does not cite`;
    const [measure, ...others] = measuresIn(figure);
    if (measure === undefined || others.length > 0 || figure.length > LONGEST_FIGURE) {
      return `“${figure}” is not one figure`;
    }
    const missing = createMeasureCheck(statingText(quote.text))(measure);
    if (missing !== null) return unsupported(missing);
    measures.push(measure);
  }
  return findResultError(operation, measures, result);
}

function findResultError(operation: Operation, measures: readonly Measure[], result: string): string | null {
  const dimensions = new Set(measures.map(({ unit }) => unit?.dimension ?? null));
  if (dimensions.size > 1) return 'figures of different kinds are computed with each other';
  const values = measures.map(({ value, unit }) => value * (unit?.factor ?? 1));
  if (operation === 'comparison') {
    const relation = relationOf(values);
    return result === relation ? null : `the first figure is ${relation}, not ${result}`;
  }
  const [stated] = measuresIn(result);
  if (stated === undefined || result.length > LONGEST_FIGURE) return `“${result}” is not a figure`;
  const computed = compute(operation, values);
  const unit = WITHOUT_UNIT.has(operation) ? 1 : (stated.unit?.factor ?? measures[0]?.unit?.factor ?? 1);
  const isOfKind = WITHOUT_UNIT.has(operation) || stated.unit === null || dimensions.has(stated.unit.dimension);
  const difference = Math.abs(computed - stated.value * unit);
  return isOfKind && difference <= precisionOf(result) * unit * (1 + 1e-9)
    ? null
    : `the ${operation} is ${rounded(computed / unit)}, not ${result}`;
}

function relationOf([first = 0, second = 0]: readonly number[]): string {
  if (first === second) return 'equal';
  return first > second ? 'greater' : 'less';
}

/** A change is stated without its direction, which the words around it give. */
function compute(operation: Exclude<Operation, 'comparison'>, values: readonly number[]): number {
  const [first = 0, second = 0] = values;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (operation) {
    case 'sum':
      return sum;
    case 'difference':
      return Math.abs(2 * first - sum);
    case 'mean':
      return sum / values.length;
    case 'ratio':
      return first / second;
    case 'share':
      return (100 * first) / second;
    case 'change':
      return Math.abs((100 * (second - first)) / first);
  }
}

/** Half of the last place that is written: "4.5" stands for anything from 4.45 to 4.55. Three digits are thousands. */
function precisionOf(result: string): number {
  const decimals = /\d[.,](\d{1,2}|\d{4,})(?!\d)/.exec(result)?.[1] ?? '';
  return 0.5 * 10 ** -decimals.length;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

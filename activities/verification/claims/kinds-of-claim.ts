import {
  type Claim,
  type Derivation,
  type Operation,
  statementOf,
} from '../../../workflows/contracts/evidence/claim.ts';
import type { Quote } from '../../../workflows/contracts/evidence/evidence.ts';
import { CARRIED_FROM } from '../../../workflows/domain/report-quality.ts';
import { createMeasureCheck, type Measure, measuresIn } from '../../language/text/measures.ts';
import { statingText } from './carried-words.ts';
import {
  type ClaimSetting,
  type ClaimSupport,
  compare,
  faultsOf,
  type SupportingQuote,
  unrelatedFaults,
} from './claim-support.ts';
import { missing } from './figure-faults.ts';

const MOST_INPUTS = 12;
/** A figure with its unit; what is longer says more than a figure. */
const LONGEST_FIGURE = 30;
/** Operations on exactly two figures. */
const OF_TWO: ReadonlySet<Operation> = new Set(['ratio', 'share', 'change', 'comparison']);
/** Their result is a number or a percentage, whatever the unit of the figures. */
const WITHOUT_UNIT: ReadonlySet<Operation> = new Set(['ratio', 'share', 'change']);

/**
 * How far quotes carry a claim of its kind. A cited one needs all its words. A derived one may also state what code
 * computes from the figures that it names. One that a model found entailed needs none of its words. An inference may go beyond the words, but not bring figures and names of its
 * own; where it repeats most of a quote it is no inference, and the words count again.
 *
 * @param cited the quotes themselves, by which a derivation names its figures
 */
export function supportByKind(
  claim: Claim,
  cited: readonly Quote[],
  supporting: readonly SupportingQuote[],
  setting: ClaimSetting,
): ClaimSupport {
  const { derivation, isInference } = claim;
  const said = statementOf(claim);
  if (derivation !== undefined) {
    const fault = findDerivationFault(derivation, cited);
    if (fault !== null) return { faults: [fault], carriedWords: 0, isJudged: true, isDoubtful: false };
    const computed = { text: derivation.result, place: '', language: setting.language };
    return toSupport(compare(said, [...supporting, computed], setting));
  }
  const compared = compare(said, supporting, setting);
  // What the rules find wrong stays wrong, whatever a model says of it.
  if (claim.isEntailed === true && compared.isDoubtful) {
    return { faults: [], carriedWords: compared.carriedWords, isJudged: true, isDoubtful: false };
  }
  if (isInference !== true || compared.carriedWords >= CARRIED_FROM) return toSupport(compared);
  const { kinds, carriedWords } = compared;
  const faults = [...new Set([...kinds.figures, ...kinds.names, ...unrelatedFaults(carriedWords)])];
  return { faults, carriedWords, isJudged: true, isDoubtful: false };
}

function toSupport({ kinds, carriedWords, isJudged, isDoubtful }: ReturnType<typeof compare>): ClaimSupport {
  return { faults: faultsOf({ kinds, carriedWords }), carriedWords, isJudged, isDoubtful };
}

/**
 * What is wrong with a derivation: every input must be in the quote that it names, and the result must be what the
 * operation gives, as exact as it is written.
 *
 * @param cited the quotes that the claim cites
 * @returns null if nothing is wrong
 */
export function findDerivationFault(
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
    const fault = createMeasureCheck(statingText(quote.text))(measure);
    if (fault !== null) return missing(fault);
    measures.push(measure);
  }
  return findResultFault(operation, measures, result);
}

function findResultFault(operation: Operation, measures: readonly Measure[], result: string): string | null {
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

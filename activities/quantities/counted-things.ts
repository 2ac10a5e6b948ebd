import { analyzeTerms } from '../text/terms.ts';
import { isRange, type Measure, measuresIn } from './measures.ts';

/** Two words, because an adjective may precede what a number counts: "50 wahlberechtigte Arbeitnehmer". */
const WORDS_BEHIND = 2;
/** Characters examined after a number. */
const REACH = 60;

/**
 * Numbers of a statement that count things for which the evidence has another number: "five members" for "three
 * members", even if the evidence contains a five elsewhere.
 */
export function countFaults(statement: string, evidence: string, language: string): string[] {
  const known = countsIn(evidence, language);
  return countsIn(statement, language).flatMap(({ value, things }) => {
    const [counted] = things;
    const isCounted = counted !== undefined && known.some(({ things: others }) => others.includes(counted));
    // A number without a following word may count anything.
    const counts = known.filter((other) => other.value === value);
    const isOther = counts.every(({ things: others }) => others.length > 0 && !others.includes(counted ?? ''));
    return isCounted && counts.length > 0 && isOther ? [`${value} for what it counts`] : [];
  });
}

interface Count {
  readonly value: number;
  /** Stems after the number. */
  readonly things: readonly string[];
}

function countsIn(text: string, language: string): Count[] {
  const numbers = measuresIn(text).filter(({ unit, isOrdinal }) => unit === null && !isOrdinal);
  return numbers.map((number, index) => {
    const next = numbers[index + 1];
    return { value: number.value, things: wordsBehind(text, isRange(text, number, next) ? next : number, language) };
  });
}

/** Content words right after a number; empty if something else follows it. */
function wordsBehind(text: string, { end }: Measure, language: string): string[] {
  const following = /^[ \u00a0-]+([\p{L} -]+)/u.exec(text.slice(end, end + REACH))?.[1] ?? '';
  const words = analyzeTerms(following, language).slice(0, WORDS_BEHIND);
  const border = words.findIndex(({ isStopWord }) => isStopWord);
  return (border === -1 ? words : words.slice(0, border)).map(({ stem }) => stem);
}

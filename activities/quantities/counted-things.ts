import { analyzeTerms } from '../text/terms.ts';
import { isRange, type Measure, measuresIn } from './measures.ts';

/** What a number counts may have an adjective before it: "50 wahlberechtigte Arbeitnehmer". */
const WORDS_BEHIND = 2;
/** In characters. */
const REACH = 60;

/**
 * Numbers of a statement that count things of which the evidence gives another number: "five members" where it has "three
 * members", wherever else a five stands.
 */
export function countFaults(statement: string, evidence: string, language: string): string[] {
  const known = countsIn(evidence, language);
  return countsIn(statement, language).flatMap(({ value, things }) => {
    const [counted] = things;
    const isCounted = counted !== undefined && known.some(({ things: others }) => others.includes(counted));
    // A number without a word behind it may count anything.
    const counts = known.filter((other) => other.value === value);
    const isOther = counts.every(({ things: others }) => others.length > 0 && !others.includes(counted ?? ''));
    return isCounted && counts.length > 0 && isOther ? [`${value} for what it counts`] : [];
  });
}

interface Count {
  readonly value: number;
  /** Stems behind the number. */
  readonly things: readonly string[];
}

function countsIn(text: string, language: string): Count[] {
  const numbers = measuresIn(text).filter(({ unit, isOrdinal }) => unit === null && !isOrdinal);
  return numbers.map((number, index) => {
    const next = numbers[index + 1];
    return { value: number.value, things: wordsBehind(text, isRange(text, number, next) ? next : number, language) };
  });
}

/** Content words right behind a number; none where something else follows it. */
function wordsBehind(text: string, { end }: Measure, language: string): string[] {
  const following = /^[ \u00a0-]+([\p{L} -]+)/u.exec(text.slice(end, end + REACH))?.[1] ?? '';
  const words = analyzeTerms(following, language).slice(0, WORDS_BEHIND);
  const border = words.findIndex(({ isStopWord }) => isStopWord);
  return (border === -1 ? words : words.slice(0, border)).map(({ stem }) => stem);
}

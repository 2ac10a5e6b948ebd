import { datesIn } from '@plumbline/language/figures';
import { contentTerms, stemsIn } from '@plumbline/language/terms';
import { unsupported } from '../claims/figure-support.ts';
import { capitalisesNouns, nameRows, namesIn } from '../claims/names.ts';
import { isCovered } from '../claims/word-coverage.ts';

/** Where names may come from. */
export interface NameSources {
  /** The passages that a statement cites, with their places. */
  readonly cited: string;
  /** All that its part of the report rests on. */
  readonly all: string;
  readonly question: string;
  /** ISO 639-1 code of the statement. */
  readonly language: string;
  /** False: the passages are in another language, so that only acronyms and identifiers can be compared. */
  readonly isComparable: boolean;
}

/**
 * What is to be doubted of the names in some texts: names that nothing has, and those that only other passages have.
 *
 * @param said each begins a sentence: the words of a cell and its labels are none together
 */
export function strangeNames(said: readonly string[], sources: NameSources): string[] {
  const texts = said.map(withoutDates);
  const { cited, all, question, language, isComparable } = sources;
  const isCited = namedIn(`${cited}\n${question}`, language);
  const isKnown = namedIn(all, language);
  const hasNouns = isComparable && capitalisesNouns(language);
  const names = [...new Set(texts.flatMap((text) => namesIn(text, isComparable ? language : null)))];
  // A capital letter alone makes no name of a German word: another strange one stands beside it.
  const rows = hasNouns ? texts.flatMap(nameRows) : [];
  const besideStrange = new Set(rows.flatMap((row) => row.filter((_, at) => isBesideAnother(row, at, isCited))));
  const isName = (name: string): boolean =>
    !hasNouns || ACRONYM.test(name) || besideStrange.has(name) || texts.some((text) => text.includes(`\`${name}`));
  return names
    .filter((name) => !isCited(name) && isName(name))
    .map((name) => (isKnown(name) ? `the passage does not name ${name}` : unsupported(name)));
}

/** A month is compared with its date, however it is written. */
function withoutDates(text: string): string {
  return datesIn(text).reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

function isBesideAnother(row: readonly string[], at: number, isCited: (name: string) => boolean): boolean {
  const isStrange = (name: string | undefined): boolean => name !== undefined && !isCited(name);
  return isStrange(row[at]) && (isStrange(row[at - 1]) || isStrange(row[at + 1]));
}

/** More than one capital letter, or a digit. */
const ACRONYM = /\p{Lu}.*\p{Lu}|\p{N}/u;

function namedIn(source: string, language: string): (name: string) => boolean {
  const stems = stemsIn(source, language);
  const words = source.toLowerCase();
  return (name) =>
    contentTerms(name, language).every(({ stem }) => isCovered(stem, stems, language)) ||
    words.includes(name.toLowerCase());
}

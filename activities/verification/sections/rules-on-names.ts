import { contentTerms, stemsIn } from '../../language/text/terms.ts';
import { unsupported } from '../claims/figure-support.ts';
import { namesIn } from '../claims/names.ts';
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

/** Names that nothing has, and those that only other passages have. */
export interface StrangeNames {
  readonly unknown: readonly string[];
  readonly ofOthers: readonly string[];
}

/** @param texts each begins a sentence: the words of a cell and its labels are none together */
export function strangeNames(
  texts: readonly string[],
  { cited, all, question, language, isComparable }: NameSources,
): StrangeNames {
  const names = texts.flatMap((text) => namesIn(text, isComparable ? language : null));
  const isIn = (source: string) => {
    const stems = stemsIn(source, language);
    return (name: string): boolean =>
      contentTerms(name, language).every(({ stem }) => isCovered(stem, stems, language)) ||
      source.toLowerCase().includes(name.toLowerCase());
  };
  const isCited = isIn(`${cited}\n${question}`);
  const strange = [...new Set(names)].filter((name) => !isCited(name));
  const isKnown = isIn(all);
  return {
    unknown: strange.filter((name) => !isKnown(name)).map(unsupported),
    ofOthers: strange.filter(isKnown).map((name) => `${name} is named by another passage only`),
  };
}

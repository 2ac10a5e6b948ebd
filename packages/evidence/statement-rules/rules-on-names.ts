import { datesIn } from '@plumbline/language/figures';
import { languageOf } from '@plumbline/language/languages';
import { analyzeTerms, contentTerms, stemsIn } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { unsupported } from '../claims/figure-support.ts';
import { isCovered } from '../claims/word-coverage.ts';
import { isUnitName } from '../figures/measures.ts';

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

const ACRONYMS = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*\p{Lu}[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*/gu;
const CODE = /`([^`]+)`/g;
// Not at the beginning of a sentence, where every word has a capital letter.
const CAPITALISED = /(?<=[\p{Ll}\p{N},;]\s{1,20})\p{Lu}\p{Ll}[\p{L}\p{N}-]*/gu;
const CAPITALISED_ROW = new RegExp(
  String.raw`(?<!\p{L})\p{Lu}[\p{Ll}\p{N}-]+(?:\s+(?:(?:${sourceOfAll(({ nameParticles }) => nameParticles)})\s*)?\p{Lu}[\p{Ll}\p{N}-]+)+`,
  'gu',
);
const OPENS_SENTENCE = /(?:^|[.!?:]["”“)]*\s)\s*$/u;
const IS_CAPITALISED = /^\p{Lu}/u;
/** A language in which every noun has a capital letter, and of which the rules know nothing else. */
const LUXEMBOURGISH = 'lb';

/**
 * Names in a text: acronyms, identifiers, code, capitalised words. In languages with capitalised nouns, only several
 * such words in a row ("Johannes Calvin").
 *
 * @param language null to compare only acronyms and identifiers
 */
function namesIn(text: string, language: string | null): string[] {
  const codes = [...text.matchAll(CODE)].flatMap(([, code]) => code?.match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? []);
  const acronyms = text.match(ACRONYMS) ?? [];
  if (language === null) return [...new Set(acronyms)];
  const rows = [...text.matchAll(CAPITALISED_ROW)].flatMap(({ 0: row, index }) => {
    const words = row.split(/\s+/).filter((word) => IS_CAPITALISED.test(word));
    // "Reducing H3K4 methylation": the first word of a sentence is no part of an acronym after it.
    return OPENS_SENTENCE.test(text.slice(0, index)) && /[\p{N}]/u.test(words[1] ?? '') ? words.slice(1) : words;
  });
  const single = capitalisesNouns(language) ? [] : (text.match(CAPITALISED) ?? []);
  const stops = new Set(
    analyzeTerms(text, language).flatMap(({ surface, isStopWord }) => (isStopWord ? [surface] : [])),
  );
  return [...new Set([...acronyms, ...codes, ...rows, ...single].map(withoutLowerParts))].filter(
    (name) => !stops.has(name) && !isUnitName(name),
  );
}

/** Whether several words with capital letters in a row may be ordinary nouns. */
function capitalisesNouns(language: string): boolean {
  return languageOf(language).capitalisesNouns === true || language === LUXEMBOURGISH;
}

/** "Artemisinin-based": only the parts with a capital letter or a digit are a name. */
function withoutLowerParts(name: string): string {
  const parts = name.split('-').filter((part) => /[\p{Lu}\p{N}]/u.test(part));
  return parts.length > 0 ? parts.join('-') : name;
}

/** Words with capital letters in a row; the first word of a sentence is no part of one. */
function nameRows(text: string): string[][] {
  return [...text.matchAll(CAPITALISED_ROW)].flatMap(({ 0: row, index }) => {
    const words = row.split(/\s+/).filter((word) => IS_CAPITALISED.test(word));
    const own = OPENS_SENTENCE.test(text.slice(0, index)) ? words.slice(1) : words;
    return own.length > 1 ? [own] : [];
  });
}

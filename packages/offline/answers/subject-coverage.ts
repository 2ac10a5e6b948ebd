import { placeOf } from '@plumbline/contracts/evidence/source';
import type { MissingSubject } from '@plumbline/contracts/report/report';
import { languageOf } from '@plumbline/language/languages';
import type { WeightedTerm } from '@plumbline/language/term-matching';
import {
  analyzeTerms,
  derivation,
  foldUmlauts,
  identifierParts,
  indexOfStems,
  type StemIndex,
  termMatchWeight,
  writesCompounds,
} from '@plumbline/language/terms';
import { forEachPair } from '@plumbline/text/pauses';
import { remembered, rememberedForBoth } from '@plumbline/text/text-memo';
import { createAbbreviationReader } from '../passages/abbreviations.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import { formFit } from '../passages/stated-values.ts';
import { type ReadableFinding, scoreQuotes } from './evidence-reading.ts';

/**
 * Share for a compound that begins with the word, which is only related to it. A compound that ends with the word names
 * a kind of it ("Mindesturlaub" for "Urlaub").
 */
const BEGINNING_SHARE = 0.7;
/** Words with nearly all letters in common are forms of one word ("Zins" and "Zinsen"). */
const SAME_ROOT = 0.75;
const SAME_ROOT_SHARE = 0.85;
const SHORTEST_PART = 4;
/** Shorter ends of words are mostly endings ("tier" in "Quartier"). */
const SHORTEST_HEAD = 5;
/** A short last part, such as the stem of "Tag" or "Dauer", counts only if the text also names the first part. */
const SHORTEST_LAST = 3;
/** Parts name a compound if only a linking sound is left over: "Kind" and "Geld" for "Kindergeld". */
const SAID_BY_PARTS = 0.75;
/**
 * The first part alone counts for half of what it covers ("Urlaub" for "Urlaubstage"), the last part alone for nothing
 * ("Geld" for "Kindergeld").
 */
const FIRST_PART_SHARE = 0.5;
const ONLY_LETTERS = /^\p{L}+$/u;

/** Of the stems, those that consist of letters. */
const lettersOf = remembered((stems: ReadonlySet<string>) =>
  indexOfStems(new Set([...stems].filter((stem) => ONLY_LETTERS.test(stem)))),
);

/** A text cited as an answer, with its headings and surroundings. */
export interface CitedText {
  readonly text: string;
  /** Title of the document and headings. */
  readonly headings: string;
  /** The introduction of a list, other statements of the passage. */
  readonly surroundings: string;
}

/** How far the cited texts are about the subject of a question. */
export interface SubjectCoverage {
  /** Share of the weight of the question's words that the cited texts cover, 0..1. */
  readonly share: number;
  /** Whether the share is enough to be about the subject. */
  readonly isCovered: boolean;
  /** Whether the share is enough to be worth showing. */
  readonly isNear: boolean;
  /** The question's deciding words that the cited texts do not cover, in the order of the question. */
  readonly missing: readonly string[];
  /** The missing words that do not occur in the documents at all. */
  readonly unknown: readonly string[];
  /** Whether the unknown words weigh so much that no passage could be about the subject. */
  readonly isUnknown: boolean;
}

/**
 * Share of the question's weight that an answer must cover. A single word occurs by chance in many passages about
 * something else. Words that occur together rarely do so by chance, and the documents may use other words for the rest.
 */
const ALONE = 0.55;
const TOGETHER = 0.42;
/** Below this share, a text is not even near. */
const NEAR_FROM = 0.25;
/** Nouns with a capital letter name the subject; answers usually use other verbs and adjectives. */
const LOWER_CASE_SHARE = 0.5;
/** Words only in the surroundings may be about something else. */
const SURROUNDINGS_SHARE = 0.4;
/** From this share on, a word counts as covered. */
const SAID_FROM = 0.5;
/** A word with less of the question's weight does not decide. */
const DECIDING_SHARE = 0.15;
/** Share covered by a figure of a rare kind without the question's words: only speeds answer "how fast". */
const FORM_SHARE: Partial<Readonly<Record<InformationNeed['answerForm'], number>>> = {
  speed: 0.35,
  sound: 0.35,
  mass: 0.25,
  length: 0.25,
};
const HAS_FORM = 0.8;

/** A word of the question, with the parts that may match an identifier. */
interface AskedWord {
  readonly word: string;
  readonly weight: number;
  readonly isUnknown: boolean;
  readonly isRefinement: boolean;
  readonly stem: string;
  readonly parts: readonly WeightedTerm[];
}

/** Compares the words of a question, weighted by their rarity in the documents, with the texts cited as its answer. */
export function coverSubject(
  { terms, answerForm }: InformationNeed,
  cited: readonly CitedText[],
  language: string,
): SubjectCoverage {
  const say = createReading(cited, language);
  const words = askedWords(terms, language).map((word) => {
    const said = say(word);
    return { ...word, said, weight: word.isRefinement ? word.weight * said : word.weight };
  });
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return { share: 1, isCovered: true, isNear: true, missing: [], unknown: [], isUnknown: false };
  const byWords = words.reduce((sum, { weight, said }) => sum + weight * said, 0) / total;
  const fits = cited.some(({ text }) => formFit(answerForm, text) >= HAS_FORM);
  const byForm = fits ? (FORM_SHARE[answerForm] ?? 0) : 0;
  const share = byWords * (1 - byForm) + byForm;
  const isSaid = ({ said }: { readonly said: number }): boolean => said >= SAID_FROM;
  const together = words.filter(isSaid).length + (byForm > 0 ? 1 : 0);
  const missing = words.filter((word) => !isSaid(word) && word.weight >= total * DECIDING_SHARE);
  const unknown = missing.filter(({ isUnknown }) => isUnknown);
  return {
    share,
    isCovered: share >= (together > 1 ? TOGETHER : ALONE),
    isNear: share >= NEAR_FROM,
    missing: missing.map(({ word }) => word),
    unknown: unknown.map(({ word }) => word),
    isUnknown: unknown.reduce((sum, { weight }) => sum + weight, 0) / total > 1 - TOGETHER,
  };
}

/** The words that even the best passage lacks: why several tasks are refused; where none states anything, as in code, the unknown ones. */
export function missingInPassages(
  needs: readonly InformationNeed[],
  findings: readonly ReadableFinding[],
): MissingSubject {
  const language = findings[0]?.language ?? 'und';
  const unknown = needs.map((need) => coverSubject(need, [], language)).map((of) => ({ ...of, missing: of.unknown }));
  return missingIn(
    needs.map((need, index) =>
      findings
        .map((finding) => coverByPassage(need, finding))
        .reduce((best, next) => (next.share > best.share ? next : best), unknown[index] as SubjectCoverage),
    ),
  );
}

/**
 * Reads the findings for all needs before they are ranked for each: every text is read while its words are at hand, and
 * between findings heartbeats go out.
 */
export function readAhead(needs: readonly InformationNeed[], findings: readonly ReadableFinding[]): Promise<void> {
  return forEachPair(findings, needs, (finding, need) => {
    scoreQuotes(need, finding);
    coverByPassage(need, finding);
  });
}

/** How far the whole passage of a finding covers a question. */
export const coverByPassage = rememberedForBoth((need: InformationNeed, finding: ReadableFinding): SubjectCoverage =>
  coverSubject(
    need,
    [{ text: finding.surroundings, headings: placeOf(finding), surroundings: finding.information }],
    finding.language,
  ),
);

function missingIn(coverages: readonly SubjectCoverage[]): MissingSubject {
  const unknown = [...new Set(coverages.flatMap((coverage) => coverage.unknown))];
  return { words: [...new Set([...coverages.flatMap(({ missing }) => missing), ...unknown])], unknown };
}

function askedWords(terms: readonly WeightedTerm[], language: string): AskedWord[] {
  const partsOf = ({ word }: WeightedTerm): WeightedTerm[] => {
    const names = identifierParts(word).map(({ text }) => text);
    return terms.filter((term) => names.includes(term.word));
  };
  const parts = new Set(terms.flatMap(partsOf));
  return terms
    .filter((term) => !parts.has(term))
    .map((term) => {
      const own = partsOf(term);
      const weight = [term, ...own].reduce((sum, part) => sum + part.weight, 0) * nounShare(term, language);
      const { word, stem, isKnown, isRefinement = false } = term;
      return { word, stem, isUnknown: isKnown === false, isRefinement, weight, parts: own };
    });
}

function nounShare({ word }: WeightedTerm, language: string): number {
  return languageOf(language).capitalisesNouns === true && /^\p{Ll}/u.test(word) ? LOWER_CASE_SHARE : 1;
}

/** Tells how far the cited texts cover a word, 0..1. */
function createReading(cited: readonly CitedText[], language: string): (word: AskedWord) => number {
  const own = contentStems(
    cited.map(({ text, headings, surroundings }) => `${createAbbreviationReader(surroundings)(text)}\n${headings}`),
    language,
  );
  const near = contentStems(
    cited.map(({ surroundings }) => surroundings),
    language,
  );
  const named = ({ stem }: Pick<WeightedTerm, 'stem'>): number =>
    Math.max(namingShare(stem, own, language), SURROUNDINGS_SHARE * namingShare(stem, near, language));
  return (word) => {
    const byParts = word.parts.reduce((sum, part) => sum + named(part), 0) / Math.max(1, word.parts.length);
    return Math.max(named(word), byParts);
  };
}

function contentStems(texts: readonly string[], language: string): ReadonlySet<string> {
  const terms = analyzeTerms(texts.join('\n'), language).filter(({ isStopWord }) => !isStopWord);
  return new Set(terms.map(({ stem }) => stem));
}

/**
 * How far a text names the thing that a word names, 0..1. Stricter than a match of words: a text that shares a part
 * with a compound is not necessarily about the same thing.
 *
 * @param stem of the word
 * @param stems of the text
 */
export function namingShare(stem: string, stems: ReadonlySet<string>, language: string): number {
  if (stems.has(stem)) return 1;
  const index = lettersOf(stems);
  if (writesCompounds(language) && index.folded.has(foldUmlauts(stem))) return 1;
  let share = writesCompounds(language) ? saidByParts(stem, index) : 0;
  for (const other of index.near(stem)) share = Math.max(share, namedByOne(stem, other, language));
  return share;
}

function namedByOne(stem: string, other: string, language: string): number {
  if (!writesCompounds(language)) return derivation(stem, other);
  const [wanted, said] = [foldUmlauts(stem), foldUmlauts(other)];
  const common = commonBeginning(wanted, said);
  if (common >= SHORTEST_PART && common >= SAME_ROOT * Math.max(wanted.length, said.length)) return SAME_ROOT_SHARE;
  if (wanted.length >= SHORTEST_HEAD && said.endsWith(wanted)) return 1;
  return said.length > wanted.length && termMatchWeight(stem, other, language) > 0 ? BEGINNING_SHARE : 0;
}

/** The share of a compound's letters covered by words of the text at its beginning or end. */
function saidByParts(stem: string, { folded }: StemIndex): number {
  const wanted = foldUmlauts(stem);
  let [first, last] = [wanted.length - 1, wanted.length - 1];
  while (first >= SHORTEST_PART && !folded.has(wanted.slice(0, first))) first -= 1;
  while (last >= SHORTEST_LAST && !folded.has(wanted.slice(-last))) last -= 1;
  if (first < SHORTEST_PART) first = 0;
  if (last < SHORTEST_LAST) last = 0;
  const share = Math.min(1, (first + last) / wanted.length);
  return share >= SAID_BY_PARTS ? share : (FIRST_PART_SHARE * first) / wanted.length;
}

function commonBeginning(first: string, second: string): number {
  let length = 0;
  while (length < Math.min(first.length, second.length) && first[length] === second[length]) length += 1;
  return length;
}

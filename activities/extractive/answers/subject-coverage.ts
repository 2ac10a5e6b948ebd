import type { MissingSubject } from '../../../workflows/contracts/report.ts';
import { analyzeTerms, identifierParts } from '../../text/terms.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import { formFit } from '../passages/stated-values.ts';
import { createAbbreviationReader } from '../question/abbreviations.ts';
import type { WeightedTerm } from '../question/weighted-terms.ts';
import { namingShare } from '../question/word-naming.ts';
import { placeOf, type ReadableFinding } from './evidence-reading.ts';

/** What is cited as an answer, with what stands above and around it. */
export interface CitedText {
  readonly text: string;
  /** Title of the document and headings. */
  readonly headings: string;
  /** The introduction of a list, other statements of the passage. */
  readonly surroundings: string;
}

/** How far what is cited speaks of what is asked. */
export interface SubjectCoverage {
  /** Share of the weight of the asked-for words that is said, 0..1. */
  readonly share: number;
  /** Whether that is enough to be about what is asked. */
  readonly isCovered: boolean;
  /** Whether it is enough to be worth showing beside what is asked. */
  readonly isNear: boolean;
  /** The words that decide what is asked and that nothing cited says, in the order of the question. */
  readonly missing: readonly string[];
  /** Those of them that stand nowhere in the documents. */
  readonly unknown: readonly string[];
  /** Whether the words that stand nowhere weigh so much that no passage could be about what is asked. */
  readonly isUnknown: boolean;
}

/**
 * How much of what is asked an answer has to say. One word stands in many passages by accident, which then speak of another
 * thing; words that stand together are hardly there by accident, and the question's other words may be the asker's for what
 * the documents call otherwise.
 */
const ALONE = 0.55;
const TOGETHER = 0.42;
/** What says less than this part of what is asked is not even near. */
const NEAR_FROM = 0.25;
/** German nouns name what is asked for; its verbs and adjectives are in other words more often than not. */
const LOWER_CASE_SHARE = 0.5;
/** What is only near may be about something else. */
const SURROUNDINGS_SHARE = 0.4;
/** From this share on a word is said. */
const SAID_FROM = 0.5;
/** A word with less of the question's weight does not decide. */
const DECIDING_SHARE = 0.15;
/** What a figure of a rare kind says without the question's words: only speeds answer "how fast". */
const FORM_SHARE: Partial<Readonly<Record<InformationNeed['answerForm'], number>>> = {
  speed: 0.35,
  sound: 0.35,
  mass: 0.25,
  length: 0.25,
};
const HAS_FORM = 0.8;

/** A word that the question asks about, with the parts that an identifier is also said by. */
interface AskedWord {
  readonly word: string;
  readonly weight: number;
  readonly isUnknown: boolean;
  readonly isRefinement: boolean;
  readonly stem: string;
  readonly parts: readonly WeightedTerm[];
}

/** Holds the words of a question, weighted by how rare they are in the documents, against what is cited as its answer. */
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

/** The same for quotes of the findings, by their keys. */
export function coverByQuotes(
  need: InformationNeed,
  keys: ReadonlySet<string>,
  findings: readonly ReadableFinding[],
): SubjectCoverage {
  const cited = findings.flatMap((finding) =>
    finding.quotes
      .filter(({ key }) => keys.has(key))
      .map(({ statement }) => ({
        text: statement,
        headings: placeOf(finding),
        surroundings: finding.information,
      })),
  );
  return coverSubject(need, cited, findings[0]?.language ?? 'und');
}

/**
 * Whether parts of a question are answered: all where one is, but for those that ask about things which no document holds.
 * Parts have their subject in common, and one may name it for all.
 */
export function createPartTest(parts: readonly SubjectCoverage[]): (part: SubjectCoverage) => boolean {
  const isFound = parts.some(({ isCovered }) => isCovered);
  return ({ isNear, isUnknown }) => isFound && (isNear || !isUnknown);
}

/**
 * Words for which the quotes are no answer to any of several tasks; null when they answer one. Where there are no quotes,
 * words that no document holds are the reason or none is known.
 */
export function missingSubjectOf(
  needs: readonly InformationNeed[],
  keys: ReadonlySet<string>,
  findings: readonly ReadableFinding[],
): MissingSubject | null {
  const coverages = needs.map((need) => coverByQuotes(need, keys, findings));
  if (coverages.some(({ isCovered }) => isCovered)) return null;
  const telling = keys.size > 0 ? coverages : coverages.filter(({ isUnknown }) => isUnknown);
  if (telling.length === 0) return null;
  const unknown = [...new Set(telling.flatMap((coverage) => coverage.unknown))];
  const known = keys.size > 0 ? telling.flatMap(({ missing }) => missing) : [];
  return { words: [...new Set([...known, ...unknown])], unknown };
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
  return language === 'de' && /^\p{Ll}/u.test(word) ? LOWER_CASE_SHARE : 1;
}

/** How far a word is said by what is cited, 0..1. */
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

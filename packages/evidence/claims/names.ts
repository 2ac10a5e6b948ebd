import { languageOf } from '@plumbline/language/languages';
import { splitSentences } from '@plumbline/language/sentences';
import { analyzeTerms, type Term } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { unitPatterns } from '../figures/measures.ts';
import type { WordCoverage } from './word-coverage.ts';

/** Whether a name is a unit: "Celsius" measures, like "°C". */
export function isUnitName(name: string): boolean {
  return unitPatterns().some(({ anywhere }) => anywhere.exec(name)?.[0] === name);
}

const ACRONYM = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*\p{Lu}[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*/gu;
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
export function namesIn(text: string, language: string | null): string[] {
  const codes = [...text.matchAll(CODE)].flatMap(([, code]) => code?.match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? []);
  const acronyms = text.match(ACRONYM) ?? [];
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
export function capitalisesNouns(language: string): boolean {
  return languageOf(language).capitalisesNouns === true || language === LUXEMBOURGISH;
}

/** "Artemisinin-based": only the parts with a capital letter or a digit are a name. */
function withoutLowerParts(name: string): string {
  const parts = name.split('-').filter((part) => /[\p{Lu}\p{N}]/u.test(part));
  return parts.length > 0 ? parts.join('-') : name;
}

/** Words with capital letters in a row; the first word of a sentence is no part of one. */
export function nameRows(text: string): string[][] {
  return [...text.matchAll(CAPITALISED_ROW)].flatMap(({ 0: row, index }) => {
    const words = row.split(/\s+/).filter((word) => IS_CAPITALISED.test(word));
    const own = OPENS_SENTENCE.test(text.slice(0, index)) ? words.slice(1) : words;
    return own.length > 1 ? [own] : [];
  });
}

/**
 * The noun with which a claim replaces one of its evidence ("the tenant pays" for "the landlord pays"); null unless the
 * claim is a copy with one word changed.
 */
export function findSubstitution(
  claim: string,
  evidence: string,
  language: string,
  { share, missing }: WordCoverage,
): string | null {
  if (missing.length !== 1 || share < MOSTLY_COVERED) return null;
  const own = sentencesOf(claim, language);
  const known = sentencesOf(evidence, language);
  const said = new Set(own.flat().map(({ stem }) => stem));
  for (const words of own) {
    const at = words.findIndex(({ surface }) => surface === missing[0]);
    const word = words[at];
    const before = words[at - 1];
    // Only nouns: a replaced verb or adverb is more often a synonym.
    const isNoun = word !== undefined && (IS_CAPITALISED.test(word.surface) || NOUN_LEAD.test(before?.surface ?? ''));
    if (word === undefined || !isNoun) continue;
    const isReplaced = known.some((others) =>
      others.some(
        (other, place) =>
          !other.isStopWord &&
          !said.has(other.stem) &&
          !isShorterForm(word.surface, other.surface) &&
          isSame(before, others[place - 1]) &&
          isSame(words[at + 1], others[place + 1]),
      ),
    );
    if (isReplaced) return word.surface;
  }
  return null;
}

const MOSTLY_COVERED = 0.6;
/** Words that precede a noun without a capital letter. */
const NOUN_LEAD = new RegExp(`^(?:${sourceOfAll(({ nounLeads }) => nounLeads)})$`, 'iu');

/** "Füllung" for "Ölfüllung", "dark" for "darker"; but a tenant ("Mieter") is not a landlord ("Vermieter"). */
export function isShorterForm(word: string, other: string): boolean {
  const [shorter, longer] = [word.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length);
  if (shorter === undefined || longer === undefined || shorter.length < SHORTEST_FORM) return false;
  const prefix = longer.endsWith(shorter) ? longer.slice(0, -shorter.length) : null;
  return longer.startsWith(shorter) || (prefix !== null && !CHANGING_PREFIX.test(prefix));
}

const SHORTEST_FORM = 4;
const CHANGING_PREFIX = new RegExp(`^(?:${sourceOfAll(({ changingPrefixes }) => changingPrefixes)})$`);

/** Whether both are the same word, or both are missing because the sentence begins or ends. */
function isSame(first: Term | undefined, second: Term | undefined): boolean {
  return first?.stem === second?.stem;
}

function sentencesOf(text: string, language: string): (readonly Term[])[] {
  return splitSentences(text, language).map(({ start, end }) => analyzeTerms(text.slice(start, end), language));
}

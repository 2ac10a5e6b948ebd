import { languageOf } from '@plumbline/language/languages';
import { analyzeTerms } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { unitPatterns } from '../figures/measures.ts';

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

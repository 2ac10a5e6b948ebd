import { placedFigures } from '@plumbline/language/figures';
import { splitSentences } from '@plumbline/language/sentences';
import { analyzeTerms, type Term } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { isShorterForm } from './names.ts';
import { areContrasting, isNegator } from './polarity.ts';

/** Words that stand together in claim and evidence, left and right of a replaced one. */
const FEWEST_AROUND = 2;
/** And so many together, because two function words on either side stand in many sentences. */
const FEWEST_TOGETHER = 5;
/** More words in place of others are another wording. */
const MOST_REPLACED = 2;
const IS_CAPITALISED = /^\p{Lu}/u;

/**
 * The word that a claim puts in place of another, where the words on both sides come from the evidence: a number, a
 * name, a noun, an opposite, or a function word that turns the sense. Null if none is found. Other verbs and adjectives
 * may be synonyms.
 */
export function findReplacement(claim: string, evidence: string, language: string): string | null {
  const known = sentencesOf(evidence, language);
  for (const said of sentencesOf(claim, language)) {
    const aligned = known.map((sentence) => replacementsIn(said, sentence)).sort((a, b) => b.common - a.common);
    // The sentence that it nearly repeats: another one may differ in the same place rightly.
    const replacements = aligned[0]?.replacements ?? [];
    const replaced = replacements
      .filter((one) => one.isLocal && !isReordered(one, replacements, said))
      .map(replacedWord);
    const found = replaced.find((word) => word !== null);
    if (found !== undefined) return found;
  }
  return null;
}

interface Token extends Term {
  /** Of a number. */
  readonly value: number | null;
  readonly isFirst: boolean;
}

/** A sentence's words between marks for its ends, which count as much as two words. */
function tokensOf(text: string, language: string): Token[] {
  const figures = placedFigures(text);
  const words = analyzeTerms(text, language).map((term, index) => ({
    ...term,
    // Of "§ 7" the number.
    value: figures.find(({ start, end }) => start < term.end && term.start < end)?.value ?? null,
    isFirst: index === 0,
  }));
  return [...markOf('^'), ...words, ...markOf('$')];
}

function markOf(stem: string): Token[] {
  const mark: Token = { surface: '', stem, start: 0, end: 0, isStopWord: true, value: null, isFirst: false };
  return Array.from({ length: FEWEST_AROUND }, () => mark);
}

function sentencesOf(text: string, language: string): Token[][] {
  return splitSentences(text, language).map(({ start, end }) => tokensOf(text.slice(start, end), language));
}

interface Replacement {
  readonly own: readonly Token[];
  readonly other: readonly Token[];
  /** Position in the claim. */
  readonly at: number;
  readonly isBeforeVerb: boolean;
  /** Whether enough words on both sides are the same. */
  readonly isLocal: boolean;
}

/** Stretches of equal words, with the few words between them that differ. */
function replacementsIn(
  said: readonly Token[],
  known: readonly Token[],
): { readonly common: number; readonly replacements: readonly Replacement[] } {
  const runs = commonRuns(said, known);
  const replacements = runs.slice(1).flatMap((right, index) => {
    const left = runs[index];
    if (left === undefined) return [];
    const own = said.slice(left.own + left.length, right.own);
    const other = known.slice(left.other + left.length, right.other);
    const around = Math.min(left.length, right.length);
    const isLocal = around >= FEWEST_AROUND && left.length + right.length >= FEWEST_TOGETHER;
    const isFew = own.length <= MOST_REPLACED && other.length <= MOST_REPLACED;
    const isBeforeVerb = isVerb(said[right.own]);
    return isFew ? [{ own, other, at: right.own - own.length, isBeforeVerb, isLocal }] : [];
  });
  return { common: runs.reduce((sum, { length }) => sum + length, 0), replacements };
}

interface Run {
  readonly own: number;
  readonly other: number;
  readonly length: number;
}

/** The longest common subsequence of words, as stretches. */
function commonRuns(said: readonly Token[], known: readonly Token[]): Run[] {
  const lengths = said.concat(said.slice(0, 1)).map(() => new Uint16Array(known.length + 1));
  for (let own = said.length - 1; own >= 0; own -= 1) {
    for (let other = known.length - 1; other >= 0; other -= 1) {
      const isEqual = isSame(said[own], known[other]);
      const [row, below] = [lengths[own], lengths[own + 1]];
      if (row === undefined) continue;
      row[other] = isEqual ? (below?.[other + 1] ?? 0) + 1 : Math.max(below?.[other] ?? 0, row[other + 1] ?? 0);
    }
  }
  return runsOf(said, known, lengths);
}

function runsOf(said: readonly Token[], known: readonly Token[], lengths: readonly Uint16Array[]): Run[] {
  const runs: Run[] = [];
  let [own, other] = [0, 0];
  while (own < said.length && other < known.length) {
    if (isSame(said[own], known[other])) {
      const last = runs.at(-1);
      if (last !== undefined && last.own + last.length === own && last.other + last.length === other)
        runs[runs.length - 1] = { ...last, length: last.length + 1 };
      else runs.push({ own, other, length: 1 });
      own += 1;
      other += 1;
    } else if ((lengths[own + 1]?.[other] ?? 0) >= (lengths[own]?.[other + 1] ?? 0)) own += 1;
    else other += 1;
  }
  return runs;
}

function isSame(first: Token | undefined, second: Token | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  if (first.value !== null || second.value !== null) return first.value === second.value;
  return first.stem === second.stem;
}

function replacedWord({ own, other, isBeforeVerb }: Replacement): string | null {
  const [first, known] = [own[0], other[0]];
  const negator = [...own, ...other].find(({ surface }) => isNegator(surface));
  if (negator !== undefined && own.some(isNegation) !== other.some(isNegation)) return negator.surface;
  if (first === undefined || known === undefined) return null;
  // A number with another unit may be the same quantity.
  if (own.length === 1 && other.length === 1 && first.value !== null && known.value !== null) return first.surface;
  const opposite = own.find((word) => other.some(({ surface }) => areContrasting(word.surface, surface)));
  if (opposite !== undefined) return opposite.surface;
  const isName = (word: Token) => isNoun(word) || (word.isFirst && isBeforeVerb && !word.isStopWord);
  const noun = own.find((word) => isName(word) && !other.some(({ surface }) => isShorterForm(word.surface, surface)));
  return noun !== undefined && other.some(isName) ? noun.surface : null;
}

function isNegation({ surface }: Token): boolean {
  return isNegator(surface);
}

/** "Italy, England and France" for "France, England and Italy": two words of one enumeration change places. */
function isReordered(one: Replacement, all: readonly Replacement[], said: readonly Token[]): boolean {
  const keyOf = (words: readonly Token[]) => words.map(({ stem }) => stem).join(' ');
  return all.some((other) => {
    if (other === one || keyOf(other.own) !== keyOf(one.other) || keyOf(other.other) !== keyOf(one.own)) return false;
    const [first, second] = one.at < other.at ? [one, other] : [other, one];
    const between = said.slice(first.at + first.own.length, second.at);
    return between.every(({ surface }) => IS_CAPITALISED.test(surface) || JOINING.test(surface));
  });
}

const JOINING = new RegExp(
  `^(?:${sourceOfAll(
    ({ enumerationJoints }) => enumerationJoints,
    ({ enumerationFillers }) => enumerationFillers,
  )})$`,
  'iu',
);
const VERB = new RegExp(`^(?:${sourceOfAll(({ auxiliaries }) => auxiliaries)})$`, 'iu');

function isVerb(word: Token | undefined): boolean {
  return word !== undefined && VERB.test(word.surface);
}

/** A word with a capital letter that does not open the sentence. */
function isNoun({ surface, isFirst, isStopWord }: Token): boolean {
  return IS_CAPITALISED.test(surface) && !isFirst && !isStopWord;
}

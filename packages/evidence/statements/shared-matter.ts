import { analyzeTerms, contentTerms, type Term } from '@plumbline/language/terms';
import { sourceOfAll, wholeWordsOfAll } from '@plumbline/language/word-patterns';
import { isCovered, wordCoverage } from '../claims/word-coverage.ts';
import type { ReadStatement } from './statement-reading.ts';

/** Least share of the subject of the shorter statement, and of the longer one, that the other has, too. */
const SAME_MATTER = 0.6;
const SAME_MATTER_OF_LONGER = 0.34;
const SAME_COMMON_WORDS = 0.5;
/** Fewer words show one matter only where neither statement has any other. */
export const FEWEST_SHARED = 2;
/** Share of the words of the shorter main clause that two opposite ones have in common. */
const SAME_OBJECT = 0.85;
/** What is about a matter and is not the matter. */
const CONCERNING = wholeWordsOfAll(({ concerning }) => concerning);

/** What two statements of one language are about in common; shares are 0..1. */
export interface Overlap {
  readonly count: number;
  readonly ofShorter: number;
  readonly ofLonger: number;
  /** Of the words that are no names; 1 where one has only names. */
  readonly ofCommonWords: number;
  /** Each names what the other does not. */
  readonly differInNames: boolean;
}

export function overlapOf(first: ReadStatement, second: ReadStatement): Overlap {
  const covered = [coveredOf(first, second), coveredOf(second, first)];
  const count = Math.min(...covered.map(({ size }) => size));
  const sizes = [first.subject.size, second.subject.size];
  const [own, other] = [first, second].map((statement, index) => shares(statement, covered[index] ?? new Set()));
  return {
    count,
    ofShorter: count / Math.max(1, Math.min(...sizes)),
    ofLonger: count / Math.max(1, ...sizes),
    ofCommonWords: Math.max(own?.ofCommonWords ?? 0, other?.ofCommonWords ?? 0),
    differInNames: own?.hasOwnName === true && other?.hasOwnName === true,
  };
}

function coveredOf({ subject, language }: ReadStatement, other: ReadStatement): Set<string> {
  return new Set([...subject].filter((stem) => isCovered(stem, other.subject, language)));
}

function shares({ subject, names }: ReadStatement, covered: ReadonlySet<string>) {
  const common = [...subject].filter((stem) => !names.has(stem));
  return {
    ofCommonWords: common.length === 0 ? 1 : common.filter((stem) => covered.has(stem)).length / common.length,
    hasOwnName: [...names].some((name) => !covered.has(name)),
  };
}

export function isSameMatter({ count, ofShorter, ofLonger, ofCommonWords }: Overlap): boolean {
  if (ofLonger === 1) return true;
  const isNear = ofShorter >= SAME_MATTER && ofLonger >= SAME_MATTER_OF_LONGER;
  return count >= FEWEST_SHARED && isNear && ofCommonWords >= SAME_COMMON_WORDS;
}

/** Whether the main clauses are about the same thing: of a part of it, or of a request for it, the opposite may hold. */
export function haveSameObject(first: ReadStatement, second: ReadStatement): boolean {
  const shared = [...first.core].filter((stem) => isCovered(stem, second.core, first.language)).length;
  const [shorter, longer] = [Math.min(first.core.size, second.core.size), Math.max(first.core.size, second.core.size)];
  const isShared = shared > 0 && (shared >= FEWEST_SHARED ? shared >= SAME_OBJECT * shorter : shared === longer);
  return isShared && concernTheSame(first, second);
}

export function concernTheSame(first: ReadStatement, second: ReadStatement): boolean {
  return CONCERNING.test(first.text) === CONCERNING.test(second.text);
}

export function isSameAgent(first: ReadStatement, second: ReadStatement): boolean {
  if (first.agent.size === 0 || second.agent.size === 0) return true;
  const isNamed = (own: ReadStatement, other: ReadStatement): boolean => {
    const named = [...own.agent].filter((stem) => isCovered(stem, other.core, own.language));
    return named.length / own.agent.size > 0.5;
  };
  return isNamed(first, second) || isNamed(second, first);
}

/** Each tells of deeds, and none of one is a deed of the other: "produced", "delivered". */
export function differInDeeds(first: ReadStatement, second: ReadStatement): boolean {
  if (first.deeds.size === 0 || second.deeds.size === 0) return false;
  return [...first.deeds].every((deed) => !second.deeds.has(deed));
}

/** Share of the stems of both that stand in both. */
export function shareInCommon(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  const shared = [...first].filter((stem) => second.has(stem)).length;
  return shared / Math.max(1, first.size + second.size - shared);
}

/** "My city is Hamburg": a subject and its value. */
const EQUATION = new RegExp(
  `^(?<subject>.{2,}?)(?: (?:${sourceOfAll(({ equations }) => equations)}) (?:(?:${sourceOfAll(({ equationFillers }) => equationFillers)}) )?| ?[:=] )(?<value>.+)$`,
  'isu',
);
/** What one can do with several things at a time: another object is no contradiction. */
const SEVERAL = wholeWordsOfAll(({ severalAtATime }) => severalAtATime);
/** People speak of what is theirs alone. */
const OWN = new RegExp(String.raw`^(?:${sourceOfAll(({ speakers }) => speakers)})(?!\p{L})`, 'iu');
/** Of these there is one. */
const CHOSEN = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ chosen }) => chosen)})`, 'iu');
const FIRST_WORD = /^\S+/u;
/** Longest name, in words. */
const NAME_WORDS = 4;

export function isPersonal(text: string): boolean {
  return OWN.test(text);
}

/** What two statements name otherwise: "another value" of the same subject, "another name" in the same words; null where neither is so. */
export function findOtherValue(first: string, second: string, language: string): string | null {
  if (areOtherValues(first, second, language)) return 'another value';
  return areOtherNames(first, second, language) ? 'another name' : null;
}

function equationOf(text: string): { readonly subject: string; readonly value: string } | null {
  const { subject, value } = EQUATION.exec(text.replaceAll(/\s+/gu, ' '))?.groups ?? {};
  return subject === undefined || value === undefined ? null : { subject, value };
}

/** A thing may well be green and heavy: only what there is one of has one value. */
function areOtherValues(first: string, second: string, language: string): boolean {
  if (!isUnique(first) || !isUnique(second)) return false;
  const [own, other] = [equationOf(first), equationOf(second)];
  if (own === null || other === null || !isUnique(own.subject) || !isUnique(other.subject)) return false;
  const hasWords = [own, other].every(({ value }) => contentTerms(value, language).length > 0);
  // Figures are compared with their units, elsewhere.
  const isOther = lacksWords(own.value, other.value, language) && lacksWords(other.value, own.value, language);
  return hasWords && isOther && areSameWords([own.subject, other.subject], language);
}

function isUnique(subject: string): boolean {
  return isPersonal(subject) || CHOSEN.test(subject);
}

function areSameWords([first = '', second = '']: readonly string[], language: string): boolean {
  const haveWords = [first, second].every((text) => contentTerms(text, language).length > 0);
  return haveWords && !lacksWords(first, second, language) && !lacksWords(second, first, language);
}

function lacksWords(text: string, other: string, language: string): boolean {
  return wordCoverage(text, language, other).share < 1;
}

/** The same words but for one name: "I live in Hamburg", "I live in Berlin". Where more follows, it may tell two things apart. */
function areOtherNames(first: string, second: string, language: string): boolean {
  const opening = FIRST_WORD.exec(first)?.[0];
  if (opening !== FIRST_WORD.exec(second)?.[0] || SEVERAL.test(first) || SEVERAL.test(second)) return false;
  const [own, other] = [analyzeTerms(first, language), analyzeTerms(second, language)];
  const before = sharedLength(own, other);
  const after = sharedLength(own.slice(before).toReversed(), other.slice(before).toReversed());
  if (after > 0 && !isPersonal(first)) return false;
  const shared = [...own.slice(0, before), ...own.slice(own.length - after)];
  const names = [own.slice(before, own.length - after), other.slice(before, other.length - after)];
  // "PostgreSQL 17": a number at the end belongs to the name before it.
  const isNumbered = after === 0 && isCapitalised(own[before - 1]) && before > 1;
  const areNames = names.every((words) => isName(words, before) || (isNumbered && words.every(isNumber)));
  return areNames && shared.some(({ isStopWord }) => !isStopWord);
}

function sharedLength(first: readonly Term[], second: readonly Term[]): number {
  const length = first.findIndex((term, at) => term.stem !== second[at]?.stem);
  return length === -1 ? first.length : length;
}

/** @param place of the first of the words; every sentence begins with a capital letter */
function isName(words: readonly Term[], place: number): boolean {
  return place > 0 && words.length > 0 && words.length <= NAME_WORDS && words.every(isCapitalised);
}

function isCapitalised(word: Term | undefined): boolean {
  return /^\p{Lu}/u.test(word?.surface ?? '');
}

function isNumber({ surface }: Term): boolean {
  return /^\d[\d.]*$/u.test(surface);
}

import { analyzeTerms, contentTerms, type Term } from '../../language/text/terms.ts';
import { wordCoverage } from '../claims/word-coverage.ts';

/** "My city is Hamburg": a subject and its value. */
const EQUATION =
  /^(?<subject>.{2,}?)(?: (?:is|are|was|were|equals|costs?|ist|sind|war|waren|heißt|heißen|lautet|lauten|beträgt|betragen|kostet|kosten) (?:(?:now|jetzt|nun) )?| ?[:=] )(?<value>.+)$/isu;
/** What one can do with several things at a time: another object is no contradiction. */
const SEVERAL =
  /(?<!\p{L})(?:likes?|loves?|hates?|speaks?|plays?|has|have|owns?|knows?|eats?|drinks?|reads?|watch(?:es)?|visit(?:s|ed)?|mag|mögen|liebt?|liebe|hasst?|hasse|sprech\p{L}*|sprich\p{L}*|spiel\p{L}*|hat|habe|haben|kenn\p{L}*|isst|esse|essen|trink\p{L}*|les\p{L}*|liest|besuch\p{L}*|besitz\p{L}*)(?!\p{L})/iu;
/** People speak of what is theirs alone. */
const OWN = /^(?:I|we|my|our|ich|wir|mein\p{L}*|unser\p{L}*)(?!\p{L})/iu;
/** Of these there is one. */
const CHOSEN = /(?<!\p{L})(?:favou?rite|preferred|usual|default|bevorzugte?[nrs]?|übliche?[nrs]?|Lieblings\p{L}+)/iu;
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

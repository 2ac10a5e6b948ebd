import { analyzeTerms, contentTerms, type Term } from '../text/terms.ts';
import { carriedWords } from './carried-words.ts';

/** "My city is Hamburg": a subject and its value. */
const EQUATION =
  /^(?<subject>.{2,}?)(?: (?:is|are|was|were|equals|ist|sind|war|waren|heißt|heißen|lautet|lauten) (?:(?:now|jetzt|nun) )?| ?[:=] )(?<value>.+)$/isu;
/** What one can do with several things at a time: another object is no contradiction. */
const SEVERAL =
  /(?<!\p{L})(?:likes?|loves?|hates?|speaks?|plays?|has|have|owns?|knows?|eats?|drinks?|reads?|watch(?:es)?|visit(?:s|ed)?|mag|mögen|liebt?|liebe|hasst?|hasse|sprech\p{L}*|sprich\p{L}*|spiel\p{L}*|hat|habe|haben|kenn\p{L}*|isst|esse|essen|trink\p{L}*|les\p{L}*|liest|besuch\p{L}*|besitz\p{L}*)(?!\p{L})/iu;
/** Longest name, in words. */
const NAME_WORDS = 4;

/** What two statements name otherwise: "another value" of the same subject, "another name" in the same words; null where neither is so. */
export function findOtherValue(statement: string, remembered: string, language: string): string | null {
  if (areOtherValues(statement, remembered, language)) return 'another value';
  return areOtherNames(statement, remembered, language) ? 'another name' : null;
}

function areOtherValues(statement: string, remembered: string, language: string): boolean {
  const [own, other] = [statement, remembered].map((text) => EQUATION.exec(text.replaceAll(/\s+/gu, ' '))?.groups);
  const [subject = '', value = ''] = [own?.['subject'], own?.['value']];
  const [otherSubject = '', otherValue = ''] = [other?.['subject'], other?.['value']];
  if (subject === '' || otherSubject === '') return false;
  const lacks = (text: string, carrier: string): boolean => carriedWords(text, language, carrier).share < 1;
  const hasWords = [subject, otherSubject, value, otherValue].every((part) => contentTerms(part, language).length > 0);
  const isSameSubject = !lacks(subject, otherSubject) && !lacks(otherSubject, subject);
  // Figures are compared with their units, elsewhere.
  return hasWords && isSameSubject && lacks(value, otherValue) && lacks(otherValue, value);
}

/** The same words but for one name: "I live in Hamburg", "I live in Berlin". */
function areOtherNames(statement: string, remembered: string, language: string): boolean {
  if (SEVERAL.test(statement) || SEVERAL.test(remembered)) return false;
  const [own, other] = [analyzeTerms(statement, language), analyzeTerms(remembered, language)];
  const before = sharedLength(own, other);
  const after = sharedLength(own.slice(before).toReversed(), other.slice(before).toReversed());
  const shared = [...own.slice(0, before), ...own.slice(own.length - after)];
  const [name, otherName] = [own.slice(before, own.length - after), other.slice(before, other.length - after)];
  const areNames = [name, otherName].every((words) => isName(words, before));
  return areNames && shared.some(({ isStopWord }) => !isStopWord);
}

function sharedLength(first: readonly Term[], second: readonly Term[]): number {
  const length = first.findIndex((term, at) => term.stem !== second[at]?.stem);
  return length === -1 ? first.length : length;
}

/** @param place of the first of the words; every sentence begins with a capital letter */
function isName(words: readonly Term[], place: number): boolean {
  const areCapitalised = words.every(({ surface }) => /^\p{Lu}/u.test(surface));
  return place > 0 && words.length > 0 && words.length <= NAME_WORDS && areCapitalised;
}

import { contentTerms, wordsOf } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';

const QUESTION_WORDS = sourceOfAll(({ messageQuestionWords }) => messageQuestionWords);
const VERBS = sourceOfAll(({ messageVerbs }) => messageVerbs);
const FACT_VERBS = sourceOfAll(({ factVerbs }) => factVerbs);
const REQUESTS = sourceOfAll(({ messageRequests }) => messageRequests);
const PREPOSITIONS = sourceOfAll(({ prepositions }) => prepositions);
const LIMITS = sourceOfAll(({ limitWords }) => limitWords);

const BEGINS_WHOLE = beginsWith(QUESTION_WORDS, VERBS, REQUESTS);
const BEGINS_QUESTION = beginsWith(QUESTION_WORDS);
const BEGINS_FACT = new RegExp(String.raw`^\W*(?:${FACT_VERBS})(?!\p{L}).*\?[^\w?]*$`, 'isu');
const BEGINS_PHRASE = beginsWith(PREPOSITIONS);
const BEGINS_LIMIT = beginsWith(LIMITS);
const LONGEST_PART = 6;
const LONGEST_NAME = 2;

function beginsWith(...words: readonly string[]): RegExp {
  return new RegExp(String.raw`^\W*(?:${words.join('|')})(?!\p{L})`, 'iu');
}

/** Whether a message asks in the form of a question how something is. */
export function asksForFacts(message: string): boolean {
  return BEGINS_QUESTION.test(message) || BEGINS_FACT.test(message);
}

/** Whether a message asks or requests something in a sentence of its own. */
export function isWhole(message: string, language: string): boolean {
  return BEGINS_WHOLE.test(message) && contentTerms(message, language).length > 0;
}

/** Whether a message begins with a preposition: "in Munich". */
export function beginsWithPreposition(message: string): boolean {
  return BEGINS_PHRASE.test(message);
}

/** Whether a message begins with a word that narrows or changes what was asked: "only on Windows", "cheaper". */
export function beginsWithLimit(message: string): boolean {
  return BEGINS_LIMIT.test(message);
}

/** Whether a message is a part of a sentence that was said before: "with breakfast", "cheaper", "Munich?", "2024". */
export function isFragment(message: string, language: string): boolean {
  const { length } = wordsOf(message);
  if (length === 0 || length > LONGEST_PART || isWhole(message, language)) return false;
  if (BEGINS_LIMIT.test(message) || BEGINS_PHRASE.test(message)) return true;
  if (contentTerms(message, language).length === 0) return true;
  const isShort = length <= LONGEST_NAME;
  return isShort && (/\?\s*$/u.test(message) || /^[^\p{L}\p{N}]*(?:\p{Lu}|\d{4})[^\p{L}\p{N}]*$/u.test(message));
}

import { withoutInterrogatives } from '@plumbline/language/questions';
import { contentTerms, wordPattern, wordsOf } from '@plumbline/language/terms';
import { sourceOfAll, wordSet } from '@plumbline/language/word-patterns';

const BEGINS_WHOLE = beginsWith(
  sourceOfAll(
    ({ questionWords }) => questionWords,
    ({ messageVerbs }) => messageVerbs,
    ({ messageRequests }) => messageRequests,
  ),
);
const BEGINS_QUESTION = beginsWith(sourceOfAll(({ questionWords }) => questionWords));
const BEGINS_FACT = new RegExp(
  String.raw`^\W*(?:${sourceOfAll(({ factVerbs }) => factVerbs)})(?!\p{L}).*\?[^\w?]*$`,
  'isu',
);
const BEGINS_PHRASE = beginsWith(sourceOfAll(({ prepositions }) => prepositions));
const LONGEST_PART = 6;
const LONGEST_NAME = 2;

const GREETINGS = sourceOfAll(({ greetings }) => greetings);
const THANKS = sourceOfAll(({ thanks }) => thanks);
const COURTESIES = [GREETINGS, THANKS];
/** Words that may accompany them without asking anything. */
const BESIDE = wordSet(({ courtesyCompanions }) => courtesyCompanions);
const OF_OVERVIEW = wordSet(({ overviewWords }) => overviewWords);
const GREETS = wordPattern([GREETINGS], 'iu');
const ANY = wordPattern(COURTESIES, 'giu');
// Without a mark behind them the same words are part of the message: "great hotels", "hello world".
const LEADING = new RegExp(String.raw`^\s*(?:(?:${COURTESIES.join('|')})\s*[,.!;:–—-]+\s*)+(?=\S)`, 'iu');
const TRAILING = new RegExp(String.raw`[,.!;:–—-]\s+(?:${THANKS})[\s,.!]*$`, 'iu');

function beginsWith(words: string): RegExp {
  return new RegExp(String.raw`^\W*(?:${words})(?!\p{L})`, 'iu');
}

/** Whether a message asks in the form of a question how something is, beyond numbers alone. */
export function asksForFacts(message: string, language: string): boolean {
  const hasWords = contentTerms(message, language).some(({ surface }) => /[^\d.,]/u.test(surface));
  return hasWords && (BEGINS_QUESTION.test(message) || BEGINS_FACT.test(message));
}

/** Whether a message names nothing but documents: "Summarise all documents". */
export function asksForOverview(message: string, language: string): boolean {
  return contentTerms(message, language).every(({ surface }) => OF_OVERVIEW.has(surface.toLowerCase()));
}

/** Whether a message has a word that can be looked for. */
export function isTelling(message: string, language: string): boolean {
  return contentTerms(message, language).length > 0;
}

/** Whether a message asks or requests something in a sentence of its own: "how long?" does not say of what. */
export function isWhole(message: string, language: string): boolean {
  return BEGINS_WHOLE.test(message) && isTelling(withoutInterrogatives(message), language);
}

/** Whether a message begins with a question word: "how long", "since when". */
export function asks(message: string): boolean {
  return BEGINS_QUESTION.test(message);
}

/** Whether a message begins with a preposition: "in Munich". */
export function beginsWithPreposition(message: string): boolean {
  return BEGINS_PHRASE.test(message);
}

/** Whether a message can only be a part of a sentence that was said before: "in Munich", "Munich?", "2024", "why?". */
export function isFragment(message: string, language: string): boolean {
  const { length } = wordsOf(message);
  if (length === 0 || length > LONGEST_PART || isWhole(message, language)) return false;
  if (BEGINS_PHRASE.test(message) || !isTelling(message, language)) return true;
  const isName = /^[^\p{L}\p{N}]*(?:\p{Lu}|\d{4})[^\p{L}\p{N}]*$/u.test(message);
  return length <= LONGEST_NAME && (isName || /\?\s*$/u.test(message));
}

/** Whether a message greets, thanks or agrees and says nothing else. */
export function isCourtesy(message: string): boolean {
  const rest = message.replaceAll(ANY, ' ');
  return rest !== message && wordsOf(rest).every(({ text }) => BESIDE.has(text.toLowerCase()));
}

/** Whether a courtesy greets, or thanks and agrees. */
export function greets(courtesy: string): boolean {
  return GREETS.test(courtesy);
}

/** Removes the greeting before a message and the thanks after it; if nothing would be left, returns it unchanged. */
export function withoutCourtesies(message: string): string {
  return isCourtesy(message) ? message : message.replace(TRAILING, '').replace(LEADING, '').trim();
}

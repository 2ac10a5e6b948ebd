import { contentTerms, wordPattern, wordsOf } from '@plumbline/language/terms';
import { ofAll, sourceOfAll, wordSet } from '@plumbline/language/word-patterns';

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

const GREETINGS = sourceOfAll(({ greetings }) => greetings);
const THANKS = sourceOfAll(({ thanks }) => thanks);
const ACKNOWLEDGEMENTS = sourceOfAll(({ acknowledgements }) => acknowledgements);
/** Words that may accompany them without asking anything. */
const BESIDE = wordSet(({ courtesyCompanions }) => courtesyCompanions);

const PHRASES = [GREETINGS, THANKS, ACKNOWLEDGEMENTS];
const THANKS_ONLY = wordPattern([THANKS], 'iu');
const GREETS = wordPattern([GREETINGS], 'iu');
const ANY = wordPattern(PHRASES, 'giu');
const MARKS = String.raw`\s*[,.!;:–—-]+\s*`;
const ASKS_NEXT = String.raw`(?=(?:${sourceOfAll(({ messageOpeners }) => messageOpeners)})(?!\p{L}))`;
// Without a mark or a question behind them the same words are part of the message: "great hotels", "hello world".
const LEADING = new RegExp(
  String.raw`^\s*(?:(?:${PHRASES.join('|')})(?:\s+(?:${sourceOfAll(({ greetingCompanions }) => greetingCompanions)}))?(?:${MARKS}|\s+${ASKS_NEXT}))+(?=\S)`,
  'iu',
);
const TRAILING = new RegExp(String.raw`(?:(?<![,.!;:–—-])[,.!;:–—-]+|(?<!\s))\s+(?:${THANKS})[\s,.!]*$`, 'iu');

/** What a message is, as far as it decides what an answer has to rest on. */
export type MessageKind = 'courtesy' | 'doubt' | 'assistant' | 'task' | 'overview' | 'question';

// All these patterns read words separated by single blanks.
const END = String.raw`[\s?.!]*$`;
const DOUBT = new RegExp(`^(?:${sourceOfAll(({ doubts }) => doubts)})${END}`, 'iu');
const ASSISTANT: readonly RegExp[] = ofAll(({ assistantQuestions }) => assistantQuestions).map(
  (question) => new RegExp(`^${question}${END}`, 'iu'),
);

const NUMBER = String.raw`\(*\s?-?\d+(?:[.,]\d+)*\s?%?\s?\)*`;
const OPERATOR = String.raw`(?:[-+*/×÷^·:x−]|${sourceOfAll(({ operators }) => operators)})`;
const ARITHMETIC = new RegExp(
  String.raw`^(?:(?:${sourceOfAll(({ calculationLeads }) => calculationLeads)})\s)*${NUMBER}(?:\s?${OPERATOR}\s?${NUMBER})+\s?=?${END}`,
  'iu',
);
const IS_DATE = /^\d{4}-\d{2}(?:-\d{2})?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/u;

const LANGUAGES = `(?:${sourceOfAll(({ languageNames }) => languageNames)})`;
const POLITE = String.raw`^(?:(?:${sourceOfAll(({ politeWords }) => politeWords)})\s)*`;
/** The text to work on is in the message itself, after a colon or in quotation marks. */
const OWN_TEXT = /:\s?\S|["“„»][^"“”„«»]{2,}["”“«]/u;
const REWORKS = new RegExp(String.raw`${POLITE}(?:${sourceOfAll(({ reworkVerbs }) => reworkVerbs)})(?!\p{L})`, 'iu');
const TRANSLATES: readonly RegExp[] = [
  String.raw`${POLITE}(?:${sourceOfAll(({ translationVerbs }) => translationVerbs)})\s.+\s(?:${sourceOfAll(({ intoLanguage }) => intoLanguage)})\s${LANGUAGES}${END}`,
  ...ofAll(({ wordingQuestions }) => wordingQuestions).map((question) => String.raw`^${question}\s${LANGUAGES}${END}`),
].map((pattern) => new RegExp(pattern, 'iu'));
const OVERVIEW: readonly RegExp[] = ofAll(({ overviews }) => overviews).map(
  (request) => new RegExp(request.replaceAll('<polite>', POLITE).replaceAll('<end>', END), 'iu'),
);

const YEAR = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/gu;
const SPECIFIC = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ specifics }) => specifics)})|\d|§`, 'iu');

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

/** Reads the kind of a message from its form alone. */
export function messageKindOf(message: string): MessageKind {
  const core = withoutCourtesies(message.trim().replaceAll(/\s+/gu, ' '));
  if (isCourtesy(core)) return 'courtesy';
  if (DOUBT.test(core)) return 'doubt';
  if (ASSISTANT.some((pattern) => pattern.test(core))) return 'assistant';
  if (isTask(core)) return 'task';
  return isOverview(core) ? 'overview' : 'question';
}

/** Whether a message wants work on a text or numbers that it contains itself. */
function isTask(core: string): boolean {
  if (ARITHMETIC.test(core) && !IS_DATE.test(core)) return true;
  if (REWORKS.test(core) && OWN_TEXT.test(core)) return true;
  return TRANSLATES.some((pattern) => pattern.test(core));
}

function isOverview(core: string): boolean {
  return !SPECIFIC.test(core.replaceAll(YEAR, '')) && OVERVIEW.some((pattern) => pattern.test(core));
}

/** Whether a message greets, thanks or agrees and says nothing else. */
function isCourtesy(message: string): boolean {
  const rest = message.replaceAll(ANY, ' ');
  return rest !== message && wordsOf(rest).every(({ text }) => BESIDE.has(text.toLowerCase()));
}

/** What answers a courtesy. */
export function courtesyOf(courtesy: string): 'welcome' | 'greeting' | 'goOn' {
  if (THANKS_ONLY.test(courtesy)) return 'welcome';
  return GREETS.test(courtesy) ? 'greeting' : 'goOn';
}

/** Removes the greeting before a message and the thanks after it; if nothing would be left, returns it unchanged. */
export function withoutCourtesies(message: string): string {
  return isCourtesy(message) ? message : message.replace(TRAILING, '').replace(LEADING, '').trim();
}

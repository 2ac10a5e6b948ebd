import { wordPattern, wordsOf } from '@plumbline/language/terms';
import { ofAll, sourceOfAll, wordSet } from '@plumbline/language/word-patterns';

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

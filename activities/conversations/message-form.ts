import { ofAll, sourceOfAll } from '../language/languages/word-patterns.ts';
import { contentTerms, wordPattern, wordsOf } from '../language/text/terms.ts';

// Reads a sentence without its end mark, its words separated by single blanks.
const SIDE = '(?<first>[^,;:]+?)';
const OTHER = '(?<rest>.+)$';
/** The next word says in what respect things are compared. */
const RESPECT = new RegExp(` (?:${sourceOfAll(({ respects }) => respects)}) `, 'iu');

const PATTERNS: readonly RegExp[] = [
  ...ofAll(({ comparisons }) => comparisons).map((one) => one.replace('<side>', SIDE).replace('<other>', OTHER)),
  String.raw`(?:${sourceOfAll(({ preferenceWords }) => preferenceWords)}) ?[,:] ?${SIDE} (?:${sourceOfAll(({ or }) => or)}) ${OTHER}`,
  String.raw`^${SIDE} (?:${sourceOfAll(({ versus }) => versus)}) ${OTHER}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const ANYWHERE = PATTERNS.filter(({ source }) => !source.startsWith('^'));
const END = /(?<![\s?.!])[\s?.!]+$/u;
const LEAD = new RegExp(String.raw`^(?:(?:${sourceOfAll(({ comparisonLeads }) => comparisonLeads)})\s+)+`, 'iu');

const QUESTION_WORDS = sourceOfAll(({ messageQuestionWords }) => messageQuestionWords);
const VERBS = sourceOfAll(({ messageVerbs }) => messageVerbs);
const FACT_VERBS = sourceOfAll(({ factVerbs }) => factVerbs);
const REQUESTS = sourceOfAll(({ messageRequests }) => messageRequests);
const PREPOSITIONS = sourceOfAll(({ prepositions }) => prepositions);
const LIMITS = sourceOfAll(({ limitWords }) => limitWords);

const ASKS = wordPattern([QUESTION_WORDS]);
const HAS_VERB = wordPattern([VERBS]);
const BEGINS_WHOLE = new RegExp(`^\\W*(?:${[QUESTION_WORDS, VERBS, REQUESTS].join('|')})(?!\\p{L})`, 'iu');
const BEGINS_QUESTION = new RegExp(String.raw`^\W*(?:${QUESTION_WORDS})(?!\p{L})`, 'iu');
const BEGINS_FACT = new RegExp(String.raw`^\W*(?:${FACT_VERBS})(?!\p{L}).*\?[^\w?]*$`, 'isu');
const BEGINS_PART = new RegExp(`^\\W*(?:${PREPOSITIONS})(?!\\p{L})`, 'iu');
const BEGINS_LIMIT = new RegExp(`^\\W*(?:${LIMITS})(?!\\p{L})`, 'iu');
// "how long in winter", "wann in München": a question word and a part, but no verb.
const BARE_QUESTION = new RegExp(
  String.raw`^\W*(?:${QUESTION_WORDS})(?:\s+(?:${sourceOfAll(({ questionAdjectives }) => questionAdjectives)}))?\s+(?:${PREPOSITIONS})\s`,
  'iu',
);
const BEGINS_WITH_ARTICLE = new RegExp(String.raw`^(?:${sourceOfAll(({ nameArticles }) => nameArticles)})\s`, 'iu');
const LONGEST_PART = 6;
const LONGEST_NAME = 2;

/** Whether a message asks in the form of a question how something is. */
export function asksForFacts(message: string): boolean {
  return BEGINS_QUESTION.test(message) || BEGINS_FACT.test(message);
}

/** Whether a message asks or requests something in a sentence of its own. */
export function isWhole(message: string, language: string): boolean {
  if (!BEGINS_WHOLE.test(message) || contentTerms(message, language).length === 0) return false;
  return !BARE_QUESTION.test(message) || HAS_VERB.test(message);
}

/** Whether a message begins with a preposition: "in Munich". */
export function beginsWithPreposition(message: string): boolean {
  return BEGINS_PART.test(message);
}

/** Whether a message is a part of a sentence that was said before: "with breakfast", "cheaper", "Munich?", "2024". */
export function isFragment(message: string, language: string): boolean {
  const words = wordsOf(message);
  if (words.length === 0 || words.length > LONGEST_PART || isWhole(message, language)) return false;
  if (BARE_QUESTION.test(message) || BEGINS_LIMIT.test(message)) return true;
  if (contentTerms(message, language).length === 0) return true;
  if (ASKS.test(message) || HAS_VERB.test(message)) return false;
  if (BEGINS_PART.test(message)) return true;
  const isShort =
    words.length <= LONGEST_NAME || (words.length === LONGEST_NAME + 1 && BEGINS_WITH_ARTICLE.test(message));
  return isShort && (/\?\s*$/u.test(message) || /^[^\p{L}\p{N}]*(?:\p{Lu}|\d{4})[^\p{L}\p{N}]*$/u.test(message));
}

/** What a message compares, and the words that both sides share. */
interface ComparedSides {
  readonly sides: readonly [string, string];
  /** "in winter" of "compare A and B in winter"; empty without. */
  readonly shared: string;
}

/** The two things that a message compares, in its own words; null where it compares none. */
export function comparedSides(message: string): ComparedSides | null {
  const words = message.trim().replaceAll(/\s+/gu, ' ').replace(END, '');
  // A comparison does not go beyond a sentence, and only the last one of a message is compared.
  const start = Math.max(words.lastIndexOf('?'), words.lastIndexOf('!')) + 1;
  for (const pattern of start === 0 ? PATTERNS : ANYWHERE) {
    const { first = '', rest = '' } = pattern.exec(words.slice(start))?.groups ?? {};
    const respect = RESPECT.exec(rest)?.index ?? rest.length;
    const [one = '', other = ''] = [first, rest.slice(0, respect)].map((side) => side.replace(LEAD, '').trim());
    if (one !== '' && other !== '' && !/[,;:]/u.test(other) && one.toLowerCase() !== other.toLowerCase())
      return { sides: [one, other], shared: rest.slice(respect).trim() };
  }
  return null;
}

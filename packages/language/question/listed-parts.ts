import { sourceOfAll, wholeWordsOfAll, wordSet } from '../languages/word-patterns.ts';
import { isStopWord } from '../text/language.ts';
import { wordsOf } from '../text/terms.ts';

const JOINTS = sourceOfAll(({ placeJoints }) => placeJoints);
const JOINED = new RegExp(String.raw`(?:^|\s)(?:${JOINTS})\s`, 'iu');
const ASKS = wholeWordsOfAll(({ questionWords }) => questionWords);
const ARTICLES = wordSet(({ phraseArticles }) => phraseArticles);
/** More words are a clause, no entry of a list. */
const LONGEST_ENTRY = 5;

/**
 * The entries of a list, each with the words around it: "What are the rules on leave at sea?" of "What are the rules on
 * hours, equipment and leave at sea?". Empty where no comma and conjunction make a list of three.
 */
export function listedParts(text: string, language: string): string[] {
  const [head = '', ...entries] = text.split(/,\s/u).map((entry) => entry.trim());
  const end = entries.pop() ?? '';
  const joint = JOINED.exec(end);
  if (joint === null) return [];
  const [last, tail] = [end.slice(0, joint.index).trim(), end.slice(joint.index + joint[0].length)];
  const close = endOfEntry(tail, language);
  const others = [...entries, ...(last === '' ? [] : [last]), tail.slice(0, close)];
  const own = startOfEntry(head, Math.min(...others.map((other) => tellingWords(other, language))), language);
  const listed = [head.slice(own), ...others];
  if (listed.length < 3 || !listed.every((entry) => isEntry(entry, language))) return [];
  return listed.map((entry) => `${head.slice(0, own)}${entry}${tail.slice(close)}`);
}

/** Of at most so many words behind the last small one: "teachers" of "the first teachers". */
function startOfEntry(head: string, most: number, language: string): number {
  const words = wordsOf(head);
  const telling = words.slice(words.findLastIndex(({ text }) => isSmall(text, language)) + 1);
  return telling.at(-most)?.start ?? telling[0]?.start ?? head.length;
}

function tellingWords(entry: string, language: string): number {
  return wordsOf(entry).filter(({ text }) => !isSmall(text, language)).length;
}

/** Before the first small word behind a telling one: "leave" of "the leave at sea". */
function endOfEntry(tail: string, language: string): number {
  const words = wordsOf(tail);
  const first = words.findIndex(({ text }) => !isSmall(text, language));
  const next = words.find(({ text }, index) => index > first && isSmall(text, language));
  return next === undefined ? (words.at(-1)?.end ?? 0) : tail.slice(0, next.start).trimEnd().length;
}

/** Telling words alone, with an article before them: what has other small words may be a clause. */
function isEntry(entry: string, language: string): boolean {
  const [first, ...words] = wordsOf(entry);
  if (first === undefined || words.length >= LONGEST_ENTRY || ASKS.test(entry)) return false;
  const isLed = ARTICLES.has(first.text.toLowerCase());
  return (
    (isLed ? words.length > 0 : !isSmall(first.text, language)) && words.every(({ text }) => !isSmall(text, language))
  );
}

function isSmall(word: string, language: string): boolean {
  return isStopWord(word.toLowerCase(), language);
}

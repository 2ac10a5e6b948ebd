import { detectLanguage } from '@plumbline/language/detection';
import { type Language, languageOf } from '@plumbline/language/languages';
import { normaliseText } from '@plumbline/language/normalised-text';
import { wholeWords } from '@plumbline/language/word-patterns';

/** How two lines are joined: how many characters to drop at the end of the first, and what to insert. */
export interface Junction {
  readonly omitted: number;
  readonly separator: string;
}

/** How a document spells its words inside lines, in lower case. */
export interface WrittenWords {
  readonly words: ReadonlySet<string>;
  /** Pairs around a hyphen: "well-known". */
  readonly hyphenated: ReadonlySet<string>;
  /** Whether its language writes such a pair with the hyphen. */
  readonly keepsHyphen: (first: string, second: string) => boolean;
}

export const SENTENCE_END = /[.:;!?]["'”“’»)\]]*$/u;
const HYPHEN_END = /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)([-‐\u00AD])$/u;
const WORD_START = /^[\p{L}\p{N}]+/u;
const SOFT_HYPHEN = '\u00AD';
/** What may be a part of a word on either side of a line's end. */
const DIVIDED = /(?<!\p{L})\p{L}+[-‐\u00AD][ \t]?\n[ \t]?\p{L}*/gu;
/** Shorter parts are more often syllables. */
const SHORTEST_PART = 3;

export function readWrittenWords(text: string): WrittenWords {
  const whole = text.replaceAll(DIVIDED, ' ').toLowerCase();
  const words = new Set(whole.match(/\p{L}+/gu));
  return {
    words,
    hyphenated: new Set(whole.match(/(?<!\p{L})\p{L}+[-‐]\p{L}+(?!\p{L})/gu)),
    keepsHyphen: keeperOf(languageOf(detectLanguage(text)), words),
  };
}

function keeperOf({ stopWords = '', ...language }: Language, words: ReadonlySet<string>): WrittenWords['keepsHyphen'] {
  const [always, pairs] = [
    wholeWords(language.hyphenatedWords ?? '(?!)'),
    wholeWords(language.hyphenatedPairs ?? '(?!)'),
  ];
  const functionWords = new Set(stopWords.split(' '));
  const isWord = (part: string): boolean => part.length >= SHORTEST_PART && words.has(part) && !functionWords.has(part);
  return (first, second) => {
    const pair = `${first}-${second}`;
    return always.test(pair) || (isWord(first) && isWord(second) && pairs.test(pair));
  };
}

/**
 * Joins a word hyphenated at the end of a line; null if the line ends without one.
 *
 * Before a capital or a digit the hyphen belongs to the word and stays ("Baden-Württemberg"). Before "und", "or" and
 * the like it replaces the rest of a compound and stays with a space ("Ein- und Ausgang"). Before other small letters it
 * goes ("Versiche-rung"), unless the word is written with it: so the document says inside a line and never otherwise
 * ("well-known"), or it does not hold the joined word, and its language has such pairs ("self-adjusting").
 */
export function joinDivided(line: string, next: string, written: WrittenWords): Junction | null {
  const end = HYPHEN_END.exec(line);
  const start = WORD_START.exec(next)?.[0];
  if (end === null || start === undefined) return null;
  const [, tail = '', hyphen = ''] = end;
  if (hyphen === SOFT_HYPHEN) return { omitted: 1, separator: '' };
  const [first, second] = [tail.toLowerCase(), start.toLowerCase()];
  const isJoinedElsewhere = written.words.has(`${first}${second}`);
  if (!/^\p{Ll}/u.test(start) || !/\p{L}$/u.test(tail)) {
    const isInCapitals = /^\p{Lu}{2,}$/u.test(tail) && /^\p{Lu}{2,}$/u.test(start);
    return { omitted: isInCapitals && isJoinedElsewhere ? 1 : 0, separator: '' };
  }
  // The comparison of quotations uses the same rule.
  const isDivided = !/[-\s]/.test(
    normaliseText(`${tail}-\n${next.slice(0, 20)}`).text.slice(tail.length, tail.length + 2),
  );
  if (!isDivided) return { omitted: 0, separator: ' ' };
  const isPair = written.hyphenated.has(`${first}-${second}`) || written.keepsHyphen(first, second);
  return { omitted: isPair && !isJoinedElsewhere ? 0 : 1, separator: '' };
}

/** Whether a sentence is not over at the end of a line and may go on with these words. */
export function goesOn(words: string, nextWords: string): boolean {
  return /^\p{Ll}/u.test(nextWords) && !SENTENCE_END.test(words);
}

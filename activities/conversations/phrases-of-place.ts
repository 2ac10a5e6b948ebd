import { contentTerms } from '../text/terms.ts';
import { wordsOf } from '../text/word-pattern.ts';
import type { MessagePart } from './message-parts.ts';

/** Prepositions of one family answer the same question: where, where to, where from, for whom, when. */
const FAMILIES: readonly (readonly [family: string, prepositions: string])[] = [
  ['where', 'in im at near around inside bei beim'],
  ['where to', 'to into towards nach zu zum zur ins'],
  ['where from', 'from aus von vom ab'],
  ['for', 'for für'],
  ['before', 'before vor'],
  ['after', 'after'],
  ['during', 'during während'],
  ['since', 'since seit'],
  ['until', 'until till bis'],
];
const FAMILY_OF = new Map(
  FAMILIES.flatMap(([family, words]) => words.split(' ').map((word) => [word, family] as const)),
);
const ARTICLES = new Set(
  'the a an my our their der die das dem den des ein eine einem einen einer mein meine meinem meinen'.split(' '),
);
/** First words of names with several words. */
const BEGINS_NAME =
  /^(?:new|los|las|san|santa|sankt|st|bad|rio|den|el|la|le|são|kap|cape|port|fort|mount|south|north|west|east)$/iu;

/** A preposition with its object: "in Munich", "nach Rom", "for children". */
export interface Phrase extends MessagePart {
  readonly preposition: string;
  /** Words of the object without its article. */
  readonly size: number;
}

/**
 * The phrases of a text that another of their family can replace.
 *
 * @param size words that an object without capital letters has
 */
export function phrasesIn(text: string, language: string, size: number): Phrase[] {
  const words = wordsOf(text);
  return words.flatMap(({ text: word, start }, index): Phrase[] => {
    const family = FAMILY_OF.get(word.toLowerCase());
    if (family === undefined) return [];
    const hasArticle = ARTICLES.has(words[index + 1]?.text.toLowerCase() ?? '');
    const behind = connected(
      text,
      words.slice(index + (hasArticle ? 2 : 1)),
      words[index + (hasArticle ? 1 : 0)]?.end ?? 0,
    );
    const object = behind.slice(
      0,
      objectLength(
        behind.map((one) => one.text),
        language,
        size,
      ),
    );
    const end = object.at(-1)?.end;
    if (end === undefined) return [];
    return [
      { kind: family, preposition: word.toLowerCase(), size: object.length, text: text.slice(start, end), start, end },
    ];
  });
}

type Word = ReturnType<typeof wordsOf>[number];

/** The words up to the first mark between them. */
function connected(text: string, words: readonly Word[], from: number): Word[] {
  const cut = words.findIndex((word, index) => /[^\s]/u.test(text.slice(words[index - 1]?.end ?? from, word.start)));
  return words.slice(0, cut === -1 ? undefined : cut);
}

function objectLength(words: readonly string[], language: string, size: number): number {
  const end = words.findIndex((word) => contentTerms(word, language).length === 0 || /^\d/u.test(word));
  const telling = end === -1 ? words : words.slice(0, end);
  const [first = ''] = telling;
  if (!/^\p{Lu}/u.test(first)) {
    const noun = language === 'de' ? telling.findIndex((word) => /^\p{Lu}/u.test(word)) : -1;
    return noun === -1 ? Math.min(size, telling.length) : noun + 1;
  }
  if (language === 'de') return BEGINS_NAME.test(first) && /^\p{Lu}/u.test(telling[1] ?? '') ? 2 : 1;
  const lower = telling.findIndex((word) => !/^\p{Lu}/u.test(word));
  return lower === -1 ? telling.length : lower;
}

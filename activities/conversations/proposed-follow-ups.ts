import { bareWords } from '@plumbline/contracts/common/bare-words';
import { injectionSignalsIn } from '@plumbline/language/injection';

const MOST = 3;
/** Longer ones are no suggestion that is read at a glance, in characters. */
const LONGEST = 160;

/**
 * Of the questions that a model thinks a person asks next, those that are fit to be offered. Whether the documents answer them it has read.
 *
 * @param asked the question itself
 */
export function usableFollowUps(asked: string, proposed: readonly string[]): string[] {
  const distinct = new Map(proposed.map((text) => [bareWords(text), text.trim()]));
  const usable = [...distinct].filter(
    ([words, text]) =>
      words !== '' &&
      words !== bareWords(asked) &&
      text.length <= LONGEST &&
      /[?？؟]$/u.test(text) &&
      withoutLinks(text, asked) === text &&
      injectionSignalsIn(text).length === 0,
  );
  return usable.map(([, text]) => text).slice(0, MOST);
}

/** Pictures and links, of which the words stay, tags, and brackets that could become a link with what follows. */
const MARKUP = /(?<![\p{L}\p{N}])!?\[([^\][]{0,1000})\]\([^()]{0,1000}\)|<\/?[a-z!?][^<>]{0,1000}>?|(?<=\])(?=[(:])/giu;
const BEGINNING =
  /(?<![\p{L}\p{N}])(?:(?:[a-z][a-z\d+.-]{1,30}:)?\/\/|(?:javascript|vbscript|data|mailto|file):|www\.)+(?=\S)/giu;

export function withoutLinksIn<Value>(value: Value, written: string): Value {
  const plain = (_: string, each: unknown): unknown => (typeof each === 'string' ? withoutLinks(each, written) : each);
  return JSON.parse(JSON.stringify(value), plain);
}

/** A text that a model says beside an answer, without what some reader would open, but for addresses that the person wrote. */
export function withoutLinks(text: string, written: string): string {
  const words = text.replaceAll(MARKUP, (_, inside = '') => `${inside} `);
  const plain = words.replaceAll(BEGINNING, (begin: string, at: number) =>
    written.includes(/^\S+/u.exec(words.slice(at, at + 2_000))?.[0] ?? begin) ? begin : '',
  );
  return plain === text ? text : plain.replaceAll(/\s+/gu, ' ').trim();
}

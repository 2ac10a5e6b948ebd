import type { TaxonomyTheme } from '@plumbline/contracts/briefings/briefing-canon';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { bareWords } from '@plumbline/contracts/common/bare-words';

const WORD = /\p{L}[\p{L}\p{N}'’-]*/gu;
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/u;
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$|^(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)$|^(?:januar|februar|märz|mai|juni|juli|oktober|dezember)$/iu;

/** Names of all people, institutions and places that a briefing knows. */
export function knownNames(
  themes: readonly Pick<Theme, 'actors'>[],
  taxonomy: readonly Pick<TaxonomyTheme, 'actors'>[],
): string[] {
  return [...new Set([...themes, ...taxonomy].flatMap(({ actors }) => actors))];
}

/** Whether a text has these words, whole and in this order, ignoring case. */
export function mentions(text: string, words: string): boolean {
  const wanted = bareWords(words);
  return wanted !== '' && ` ${bareWords(text)} `.includes(` ${wanted} `);
}

/**
 * Whether a text names a person, an institution or a place: a known name, an acronym, or a capitalised word that does not begin
 * a sentence. In German every noun is capitalised, so there it takes two in sequence.
 *
 * @param language of the text, ISO 639-1
 */
export function namesParty(text: string, names: readonly string[], language: string): boolean {
  if (names.some((name) => mentions(text, name)) || ACRONYM.test(text)) return true;
  const capitalised = capitalisedWords(text);
  return language === 'de' ? capitalised.some(({ followsAnother }) => followsAnother) : capitalised.length > 0;
}

/** Puts the first actor in front of a text that names no party. */
export function withActor(text: string, actors: readonly string[]): string {
  const [first] = actors;
  return first === undefined || actors.some((actor) => mentions(text, actor)) ? text : `${first} ${text}`;
}

export interface CapitalisedWord {
  readonly word: string;
  /** The word before it is capitalised, too, and does not begin a sentence. */
  readonly followsAnother: boolean;
}

/** Capitalised words that neither begin a sentence nor belong to the calendar. */
export function capitalisedWords(text: string): CapitalisedWord[] {
  const found: CapitalisedWord[] = [];
  let [end, previousEnd] = [0, -1];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const gap = text.slice(end, index).trimEnd();
    const beginsSentence = (end === 0 && gap === '') || /[.!?:]["“”»«')]*$/u.test(gap);
    const followsAnother = gap === '' && previousEnd === end;
    end = index + word.length;
    if (beginsSentence || !/^\p{Lu}.*\p{L}/u.test(word) || CALENDAR.test(word)) continue;
    found.push({ word, followsAnother });
    previousEnd = end;
  }
  return found;
}

/** Of texts with the same words, the first. */
export function distinct(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.findIndex((other) => bareWords(other) === bareWords(text)) === index);
}

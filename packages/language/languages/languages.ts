import type { RuledLanguage } from '@plumbline/contracts/common/language-codes';
import { deMessages } from './de/messages.ts';
import { deText } from './de/text.ts';
import { enMessages } from './en/messages.ts';
import { enText } from './en/text.ts';
import type { MessageWords } from './words/message-words.ts';
import type { TextWords } from './words/text-words.ts';

/**
 * What the rules know of one language, as data. They hold no words themselves, and read every text with the words of all
 * languages at once, because people and documents mix them; only what would mislead elsewhere is looked up by the
 * language of the text. A field that is left out matches nothing, so a new language may begin with a few of them.
 *
 * A field holds expressions, separated by `|`, or, where its comment says so, single words separated by blanks. In an
 * expression a blank is any white space, `*` behind or before letters stands for further letters, and ` … ` for words in
 * between; everything else is a regular expression.
 */
export interface Language extends TextWords, MessageWords {
  /** ISO 639-1. */
  readonly code: string;
}

const WORDS: Readonly<Record<RuledLanguage, Language>> = {
  en: { code: 'en', ...enMessages, ...enText },
  de: { code: 'de', ...deMessages, ...deText },
};

/** Every language that the rules know, in the order in which their words are looked for. */
export const LANGUAGES: readonly Language[] = Object.values(WORDS);

/** The words of a language; one without words where the rules do not know it. @param code ISO 639-1, or `und` */
export function languageOf(code: string): Language {
  return LANGUAGES.find((language) => language.code === code) ?? { code };
}

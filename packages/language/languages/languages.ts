import type { RuledLanguage } from '@plumbline/contracts/common/language-codes';
import { deMessages } from './de/messages.ts';
import { deText } from './de/text.ts';
import { enMessages } from './en/messages.ts';
import { enText } from './en/text.ts';
import type { Language } from './words/language.ts';

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

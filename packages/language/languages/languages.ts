import type { RuledLanguage } from '@plumbline/contracts/common/language-codes';
import { de } from './de/de.ts';
import { en } from './en/en.ts';
import type { Language } from './words/language.ts';

const WORDS: Readonly<Record<RuledLanguage, Language>> = { en, de };

/** Every language that the rules know, in the order in which their words are looked for. */
export const LANGUAGES: readonly Language[] = Object.values(WORDS);

/** The words of a language; one without words where the rules do not know it. @param code ISO 639-1, or `und` */
export function languageOf(code: string): Language {
  return LANGUAGES.find((language) => language.code === code) ?? { code };
}

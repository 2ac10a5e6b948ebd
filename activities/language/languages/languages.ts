import { de } from './de/de.ts';
import { en } from './en/en.ts';
import type { Language } from './words/language.ts';

/** Every language that the rules know, in the order in which their words are looked for. */
export const LANGUAGES: readonly Language[] = [en, de];

/** The words of a language; one without words where the rules do not know it. @param code ISO 639-1, or `und` */
export function languageOf(code: string): Language {
  return LANGUAGES.find((language) => language.code === code) ?? { code };
}

/** Whether the rules know words of a language. */
export function isRuledLanguage(code: string): boolean {
  return LANGUAGES.some((language) => language.code === code);
}

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ENGLISH, type PageLanguage, type PageWords } from '../words/english.ts';
import { GERMAN } from '../words/german.ts';

export const WordsContext = createContext<PageWords>(ENGLISH);

export function wordsIn(language: PageLanguage): PageWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

export function useWords(): PageWords {
  return useContext(WordsContext);
}

/** The language that somebody chose before, or the first of the browser's that the page knows. */
export function languageFor(chosen: string | null, preferred: readonly string[]): PageLanguage {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.flatMap((code) => (['en', 'de'] as const).filter((known) => known === code)).at(0) ?? 'en';
}
